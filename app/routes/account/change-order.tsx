import { href } from 'react-router';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { cancellableUntil } from '#app/modules/orders/orders/order-life.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { changeOrder, getOrderToChange } from '#app/modules/payments/checkout/checkout.server.ts';
import { changeMessage, orderChangeSchema, readQuantities } from '#app/modules/payments/checkout/order-change.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/change-order.ts';
import { ChangeForm } from './change-form.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Change order',
    description: 'Change the delivery details or the pieces of your order.',
    path: href('/profile/orders'),
    hidden: true,
  });

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { order, seen, refusal } = await getOrderToChange(shop, id);
  const why = refusal && refusal.reason !== 'total-changed' ? changeMessage(refusal).message : undefined;
  const [pictures, { promises }, { received }] = await Promise.all([
    picturesByUrl(
      shop,
      order.items.map(({ image }) => image),
    ),
    getSettings(shop),
    balanceOfOrder(shop, id),
  ]);
  return {
    order,
    seen,
    why,
    received,
    until: cancellableUntil(order, promises.cancelWithinHours),
    pictures: Object.fromEntries(pictures),
  };
}

const form = formOf<Route.ActionArgs>();
const cardOf = (id: string) => `${href('/profile/orders')}#order-${id}`;

export const action = formAction(
  form({
    schema: orderChangeSchema,
    prepare: (_shop, body) => readQuantities(body),
    run: (shop, fields, { params }, { quantities }) => changeOrder(shop, { ...fields, orderId: params.id, quantities }),
    done: (_order, _fields, { params }) => ({ to: cardOf(params.id), message: 'Order changed.' }),
    refused: (refusal) => {
      if (refusal.reason === 'total-changed') {
        const { totals } = refusal.data;
        const seen = { seenTotal: String(totals.total), seenDiscount: String(totals.discountAmount) };
        return { preview: refusal.data, typed: seen };
      }
      const { message, field } = changeMessage(refusal);
      const typed = refusal.reason === 'stale' ? { seen: refusal.data.seen } : undefined;
      return field ? { errors: { [field]: message } } : { formError: message, ...(typed && { typed }) };
    },
  }),
  {
    async before(shop, { params }) {
      // Throws not-found for another person's order, before the form is read.
      await getOrderToChange(shop, params.id);
      return undefined;
    },
  },
);

/** The order may have changed since the page was loaded. */
export const shouldRevalidate = revalidateUnlessUnanswered;

export default function ChangeOrderPage({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.why !== undefined && !actionData)
    return (
      <EmptyState title={loaderData.why} action={<ButtonLink to={cardOf(params.id)}>Back to My Orders</ButtonLink>}>
        {null}
      </EmptyState>
    );
  return <ChangeForm {...loaderData} answer={actionData} />;
}
