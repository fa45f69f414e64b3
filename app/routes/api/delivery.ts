import { href } from 'react-router';
import { z } from 'zod';
import { getCart } from '#app/modules/orders/cart/cart.server.ts';
import { pricedLines } from '#app/modules/orders/cart/cart.ts';
import { getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { quoteCart, quoteDelivery } from '#app/modules/payments/checkout/checkout.server.ts';
import { afterDiscount } from '#app/modules/orders/pricing/pricing.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { DeliveryAnswer } from '#app/modules/store/shipping/delivery.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerDelivery, knownZipCode, quoteArtwork } from '#app/routes/storefront/delivery-answer.server.ts';
import { type Visit, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/delivery.ts';

export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const zipCode = await knownZipCode(shop, visit);
  const artworkId = url.searchParams.get('artworkId') ?? undefined;
  return answerJson(zipCode ? await answerFor(shop, visit, { pin: zipCode, artworkId }) : null);
}

const questionSchema = z.strictObject({
  pin: z.string().max(20),
  artworkId: z.string().max(100).optional(),
  page: z.string().max(2000).optional(),
});

const form = formOf();

/** Answers a script with JSON, and redirects a form to its `page`. */
export const action = formAction(
  form({
    schema: questionSchema,
    run: (shop, question, { visit }) => answerFor(shop, visit, question),
    done(answer, { pin, page }, { request, context, visit }) {
      if (answer.quote) visit.keepZipCode(answer.quote.zipCode);
      if (request.headers.get('accept')?.includes('application/json')) return answerJson(answer);
      const back = new URL(safeReturn(page, href('/cart')), context.get(shopContext).config.shopUrl);
      back.searchParams.set('pin', pin);
      return back.pathname + back.search + back.hash;
    },
    refused: {},
  }),
);

async function answerFor(
  shop: Shop,
  visit: Visit,
  { pin, artworkId }: Omit<z.output<typeof questionSchema>, 'page'>,
): Promise<DeliveryAnswer> {
  const settings = await getSettings(shop);
  if (artworkId) return answerDelivery(pin, quoteArtwork(shop, settings, await getArtwork(shop, artworkId)));
  return answerDelivery(pin, async (zipCode) => {
    const lines = pricedLines(await getCart(shop, visit.cart));
    const { totals } = await quoteCart(shop, { lines, settings, coupon: visit.couponCode, zipCode });
    return quoteDelivery(shop, { settings, zipCode, amount: afterDiscount(totals) });
  });
}

const answerJson = (answer: DeliveryAnswer | null): Response =>
  Response.json(answer, { status: answer?.error ? 422 : 200, headers: { 'Cache-Control': 'no-store' } });
