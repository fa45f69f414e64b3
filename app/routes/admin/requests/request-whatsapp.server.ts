import { href } from 'react-router';
import { type Paise, paise } from '#app/basics/money.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { momentOfRequest } from '#app/modules/requests/requests/whatsapp-texts.ts';
import { findShipments } from '#app/modules/orders/orders/orders.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { draftWhatsApp, type WhatsAppDraft } from '#app/routes/admin/messaging/whatsapp/draft.server.ts';

/** Where the customer opens a request: by its link, or by signing in while that is revoked. */
const addressForCustomer = (shop: Shop, { id, link }: { id: string; link?: string | null }): string =>
  link ?? `${shop.config.shopUrl}${href('/profile/requests/:id', { id })}`;

const SENT_BY_PARCEL = new Set<RequestPage['state']>(['dispatched', 'delivered']);

/**
 * The WhatsApp text for where a request stands; null where there is nothing to say, or no phone to say it to. `named`: the price that
 * the studio noted before there was a quote.
 */
export async function draftAboutRequest(
  shop: Shop,
  request: Request,
  page: RequestPage,
  { shopName, named }: { shopName: string; named: Paise | null },
): Promise<WhatsAppDraft | null> {
  const { order, quotes, customer } = page;
  // It stands on no page that could be linked.
  const isNamed = named !== null && page.state === 'asked' && quotes.length === 0;
  const moment = isNamed ? 'request-quoted' : momentOfRequest(page);
  const shipments = order && SENT_BY_PARCEL.has(page.state) ? await findShipments(shop, order.id) : [];
  return draftWhatsApp(shop, request, {
    phone: customer.phone,
    moment,
    facts: {
      name: customer.name,
      shopName,
      number: (moment && /^(order|payment)-/.test(moment) && order?.orderNumber) || page.number,
      artwork: page.artwork?.title ?? 'your piece',
      link: isNamed ? '' : addressForCustomer(shop, page),
      amount: isNamed ? named : (order?.payable ?? quotes[0]?.total ?? paise(0)),
      parcels: shipments.filter(({ step }) => step === 'shipped').map(({ description }) => description),
    },
  });
}
