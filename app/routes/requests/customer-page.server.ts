import { randomUUID } from 'node:crypto';
import type { RouterContextProvider } from 'react-router';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { findShipments } from '#app/modules/orders/orders/orders.server.ts';
import { findRefundStates } from '#app/modules/payments/payments/refunds.server.ts';
import { joinAccount, shopOfCustomer } from '#app/modules/requests/requests/access.server.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { openRequest, type RequestParams } from './open-request.server.ts';

type Asked = { context: Readonly<RouterContextProvider>; params: RequestParams; url: URL };

export async function loadCustomerPage({ context, params, url }: Asked) {
  const shop = context.get(shopContext);
  const access = await openRequest(shop, params, url);
  await joinAccount(shop, access);
  const [page, profile] = await Promise.all([
    getRequestPage(shop, access),
    access.by === 'account' ? getProfile(shop) : undefined,
  ]);
  const refunds = await findRefundStates(shop, page.order ? [page.order.id] : []);
  const refund = page.order ? refunds.get(page.order.id) : undefined;
  // Other people may know a shared link, so it never changes the refund's destination.
  const mayDirectRefund = access.by !== 'shared-link';
  const parcels = PARCEL_LEFT.has(page.state) ? await parcelsOf(await shopOfCustomer(shop, access), page) : [];
  const prefilledAddress = toPrefilledAddress(page, profile);
  return { page, now: shop.now, formKey: randomUUID(), prefilledAddress, refund, mayDirectRefund, parcels };
}

const PARCEL_LEFT = new Set<RequestPage['state']>(['dispatched', 'delivered']);

async function parcelsOf(shop: Shop, { order }: RequestPage): Promise<string[]> {
  const shipments = order ? await findShipments(shop, order.id) : [];
  return shipments.filter(({ step }) => step === 'shipped').map(({ description }) => description);
}

function toPrefilledAddress({ customer }: RequestPage, profile: Awaited<ReturnType<typeof getProfile>> | undefined) {
  const { street = '', city = '', state = '', zipCode = '' } = profile?.address ?? {};
  return { name: customer.name, phone: customer.phone || (profile?.phone ?? ''), street, city, state, zipCode };
}
