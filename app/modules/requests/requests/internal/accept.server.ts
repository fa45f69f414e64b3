// Not filtered by owner: the caller has locked this request.
import { eq } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { NOTHING, paise, type Paise } from '#app/basics/money.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { OrderItem } from '#app/modules/orders/orders/order.ts';
import { createOrder } from '#app/modules/orders/orders/orders.server.ts';
import { currentGst, price, type Totals } from '#app/modules/orders/pricing/pricing.ts';
import { accountOf, accountToJoin } from '#app/modules/requests/requests/access.server.ts';
import { type RequestAccess, totalOf } from '#app/modules/requests/requests/request.ts';
import { interstateRefusal } from '#app/modules/store/settings/interstate.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { actorId, asShop, type Shop } from '#app/platform/shop.server.ts';
import { applyEvent, type LockedRequest, publishRequest, type QuoteRow } from './state.server.ts';

type Terms = ({ quote: Pick<QuoteRow, 'lines' | 'advance' | 'isService'> } | { quantity: number; price: Paise }) & {
  shippingAddress: ShippingAddress;
  /** The Indian state of delivery about which the form already warned. */
  warnedState?: string | undefined;
  reason: string;
};

type AcceptRefusal = Refused<'barred-state' | 'registration-needed' | 'artwork-not-found' | 'no-account', undefined>;

/**
 * Turns a locked request into an order, from stock if possible, or else made to order. Throws when the request can no
 * longer be accepted.
 */
export async function accept(
  shop: Shop,
  access: RequestAccess,
  request: LockedRequest,
  { shippingAddress, warnedState, reason, ...terms }: Terms,
): Promise<Result<NonNullable<Awaited<ReturnType<typeof createOrder>>>, AcceptRefusal>> {
  const settings = await getSettings(shop);
  const { state, zipCode } = shippingAddress;
  const artwork = request.artworkId === null ? undefined : await findArtwork(shop, request.artworkId);
  if (!artwork) return refused('artwork-not-found');
  const isStudio = access.side === 'studio';
  const account = isStudio ? (await accountOf(shop, request))?.userId : await accountToJoin(shop, access, request);
  // When the studio accepts, the customer needs an account. A customer who accepts without an account opens the order
  // by its link.
  if (account === 'deactivated' || (isStudio && !account)) return refused('no-account');

  // The customer has proven access, so the shop creates the order.
  const acting = isStudio ? shop : asShop(shop);
  const gst = { ...artwork, medium: shownMedium(artwork) };
  const barred = state === warnedState ? undefined : interstateRefusal(settings, state, [currentGst(settings, gst)]);
  if (barred) return barred;
  const { quantity, totals, advance, ...agreed } =
    'quote' in terms
      ? agreeOnQuote(terms.quote)
      : agreeOnPrice(terms, price({ lines: [terms], settings, destination: { zipCode } }));
  const order = await createOrder(acting, {
    draftKey: request.id,
    userId: account ?? null,
    items: [
      {
        artwork_id: artwork.id,
        title: artwork.title,
        price: agreed.price,
        quantity,
        image: artwork.images[artwork.mainImageIndex] ?? artwork.images[0]!,
        ...(await takeArtwork(acting, request, artwork, quantity)),
        ...('quote' in terms && terms.quote.isService ? gstOnCloth(settings) : currentGst(settings, gst)),
      },
    ],
    totals,
    shippingAddress,
    advance,
    heldUntil: null,
    isAgreed: !('quote' in terms),
    payment: { method: 'manual', reference: null, isClaimed: false },
    reason,
  });
  if (!order) throw new Error(`request ${request.id} has an order it doesn't know of`);
  const isAccepted = await applyEvent(shop, request.id, 'accept', {
    orderId: order.id,
    ...(order.userId && { userId: order.userId }),
    shippingAddress,
    answeredAt: shop.now,
    answeredBy: isStudio ? actorId(shop) : null,
  });
  if (!isAccepted) throw new Error(`request ${request.id} can't be accepted any more`);
  await publishRequest(shop, request.id);
  return done(order);
}

const gstOnCloth = ({ gstOnServices: { cloth } }: Settings): Pick<OrderItem, 'service' | 'hsn' | 'gst_rate'> => ({
  service: true,
  hsn: cloth.hsn,
  gst_rate: cloth.rate,
});

type Agreed = { price: Paise; quantity: number; totals: Totals; advance: Paise };

const agreeOnPrice = (item: { price: Paise; quantity: number }, totals: Totals): Agreed => ({
  ...item,
  totals,
  advance: totals.total,
});

function agreeOnQuote({ lines, advance }: Pick<QuoteRow, 'lines' | 'advance'>): Agreed {
  const { total, shipping } = totalOf(lines);
  const goods = paise(total - shipping);
  const nothing = { discountAmount: NOTHING, codCharge: NOTHING, gstAmount: NOTHING };
  return { price: goods, quantity: 1, advance, totals: { subtotal: goods, shippingCost: shipping, ...nothing, total } };
}

async function findArtwork(shop: Shop, artworkId: string) {
  const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId));
  return artwork;
}

async function takeArtwork(
  shop: Shop,
  { kind }: Pick<LockedRequest, 'kind'>,
  { id: artworkId, price }: { id: string; price: Paise | null },
  quantity: number,
): Promise<Pick<OrderItem, 'made_to_order'>> {
  if (kind === 'custom') return { made_to_order: true };
  const taken = await takeStock(shop, [{ artworkId, quantity }], { promised: price === null ? [artworkId] : [] });
  return taken.ok ? {} : { made_to_order: true };
}
