import { href } from 'react-router';
import { type Paise, paise } from '#app/basics/money.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { momentOfRequest } from '#app/modules/requests/requests/whatsapp-texts.ts';
import { findShipments } from '#app/modules/orders/orders/orders.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { draftWhatsApp, type WhatsAppDraft } from '#app/routes/admin/messaging/whatsapp/draft.server.ts';

/** The request's link. While links are revoked, the sign-in page. */
const addressForCustomer = (shop: Shop, { id, link }: { id: string; link?: string | null }): string =>
  link ?? `${shop.config.shopUrl}${href('/profile/requests/:id', { id })}`;

const SENT_BY_PARCEL = new Set<RequestPage['state']>(['dispatched', 'delivered']);

/** Returns null without a phone or a text. `named` is a price that the studio noted before a quote. */
export async function draftAboutRequest(
  shop: Shop,
  request: Request,
  page: RequestPage,
  { shopName, named }: { shopName: string; named: Paise | null },
): Promise<WhatsAppDraft | null> {
  const { order, quotes, customer } = page;
  // No page shows this price, so the text has no link.
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
