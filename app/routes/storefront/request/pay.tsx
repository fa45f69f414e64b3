import { href } from 'react-router';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { shopOfCustomer } from '#app/modules/requests/requests/access.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import { openLinked } from '#app/routes/requests/open-request.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { readOrderToPay, referenceForm } from '#app/routes/payment/pay-order.server.ts';
import { PayOrder } from '#app/routes/payment/pay-order.tsx';
import { secretAddressHeaders } from '#app/routes/secret-address.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import type { Route } from './+types/pay.ts';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: `Pay for an order ${loaderData?.order.orderNumber ?? ''}`,
    description: 'The amount due and how to pay it.',
    path: href('/custom-order'),
    hidden: true,
  });

export const headers = secretAddressHeaders;

async function openOrder(shop: Shop, token: string): Promise<{ shop: Shop; orderId: string }> {
  const access = await openLinked(shop, token);
  const { order } = await getRequestPage(shop, access);
  if (!order) throw notFound();
  return { shop: await shopOfCustomer(shop, access), orderId: order.id };
}

export async function loader({ request, context, params: { token } }: Route.LoaderArgs) {
  const { shop, orderId } = await openOrder(context.get(shopContext), token);
  return { order: await readOrderToPay(shop, orderId, request.headers.get('user-agent')) };
}

export const action = formAction<Route.ActionArgs>(referenceForm((shop, { params }) => openOrder(shop, params.token)));

/** The order may have been paid since the page was loaded. */
export const shouldRevalidate = revalidateUnlessUnanswered;

export default function PayByLink({ loaderData: { order }, actionData, params: { token } }: Route.ComponentProps) {
  useLiveUpdates(['order', 'request']);
  return (
    <div className="wrap pt-8 pb-16 lg:pb-24">
      <section className="grid max-w-(--container-form) gap-6" aria-labelledby="pay-order">
        <h1 id="pay-order" className="text-h3" tabIndex={-1}>
          Pay for order{' '}
          <span className="num whitespace-nowrap" translate="no">
            {order.orderNumber}
          </span>
        </h1>
        <PayOrder order={order} answer={actionData} />
        <div>
          <ButtonLink look="quiet" to={href('/commission/:token', { token })}>
            Back to the request
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
