import { href } from 'react-router';
import { notFound } from '#app/platform/errors.server.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { PayOrder } from '#app/routes/payment/pay-order.tsx';
import { readOrderToPay, referenceForm } from '#app/routes/payment/pay-order.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import type { Route } from './+types/pay.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Pay for an order',
    description: 'The amount due for your order and how to pay it.',
    path: href('/profile/orders'),
    hidden: true,
  });

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const order = await readOrderToPay(context.get(shopContext), id, request.headers.get('user-agent'));
  // Other orders are paid in the checkout.
  if (!order.isInParts) throw notFound();
  return { order };
}

export const action = formAction<Route.ActionArgs>(
  referenceForm(async (shop, { params }) => ({ shop, orderId: params.id })),
);

/** The order may have been paid since the page was loaded. */
export const shouldRevalidate = revalidateUnlessUnanswered;

export default function PayPage({ loaderData: { order }, actionData }: Route.ComponentProps) {
  useLiveUpdates(['order'], { id: order.id });
  return (
    <section className="grid max-w-(--container-form) gap-6 pt-8" aria-labelledby="pay-order">
      <h2 id="pay-order" className="text-h3">
        Pay for order{' '}
        <span className="num whitespace-nowrap" translate="no">
          {order.orderNumber}
        </span>
      </h2>
      <PayOrder order={order} answer={actionData} payOnline={`${href('/checkout')}?payment=${order.id}&open=online`} />
      <div>
        <ButtonLink look="quiet" to={`${href('/profile/orders')}#order-${order.id}`}>
          Back to My Orders
        </ButtonLink>
      </div>
    </section>
  );
}
