import { href } from 'react-router';
import { payAddress } from '#app/modules/orders/orders/pay-address.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { readOrderToPay, referenceForm } from '#app/routes/payment/pay-order.server.ts';
import { PayOrder } from '#app/routes/payment/pay-order.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { secretAddressHeaders } from '#app/routes/secret-address.ts';
import { LinkPage } from '#app/routes/storefront/sign-in/link-page.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/linked-pay.ts';
import { openLinkedOrder } from './open-linked-order.server.ts';

export const links = wholeStyleSheet;

export const headers = secretAddressHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Pay for an order',
    description: 'The amount due for your order and how to pay it.',
    path: href('/order/pay'),
    hidden: true,
  });

const openOrder = (shop: Shop, url: URL) => openLinkedOrder(shop, url, (order) => payAddress(order, ''));

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { shop, orderId } = await openOrder(context.get(shopContext), url);
  return { order: await readOrderToPay(shop, orderId, request.headers.get('user-agent')) };
}

export const action = formAction<Route.ActionArgs>(referenceForm((shop, { url }) => openOrder(shop, url)));

/** The order may have been paid since the page was loaded. */
export const shouldRevalidate = revalidateUnlessUnanswered;

/** Gateways need the session that placed the order, which this visitor may lack. */
export default function LinkedPay({ loaderData: { order }, actionData }: Route.ComponentProps) {
  const isOnlineOnly = order.offersOnline && !order.upi;
  return (
    <LinkPage title="Pay for your order">
      <p className="num">Order {order.orderNumber}</p>
      <PayOrder order={order} answer={actionData} />
      {isOnlineOnly ? (
        <Note tone="info">
          Pay in the browser that you ordered with, under My Orders. On another device, contact us to pay.
        </Note>
      ) : null}
      <div>
        <ButtonLink look="quiet" to={`${href('/track-order')}?order=${order.orderNumber}`}>
          Track your order
        </ButtonLink>
      </div>
    </LinkPage>
  );
}
