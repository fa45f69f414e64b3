import { href } from 'react-router';
import { done } from '#app/basics/result.ts';
import { confirmDeletion, DELETING_FAILED } from '#app/modules/orders/orders/messages.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { archiveOrder, getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/archive.ts';

export const meta = adminMeta('Delete order');

export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await getOrder(context.get(shopContext), params.id);
  return { id: order.id, orderNumber: order.orderNumber };
}

const form = formOf<Route.ActionArgs>();

/** Archives the order instead of deleting it. Its payments stay. */
export const action = formAction(
  form({
    run: async (shop, _fields, { params: { id } }) => {
      await archiveOrder(shop, id);
      return done(await getOrder(shop, id));
    },
    done: ({ orderNumber }, _fields, { params: { id }, url }) =>
      listAddress(href('/admin/orders'), url, { deleted: `${orderNumber} #${shortId(id)}` }),
    refused: {},
  }),
);

export default function DeleteOrder({ loaderData: { id, orderNumber } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      title="Delete order"
      backTo={href('/admin/orders/:id', { id })}
      action={href('/admin/orders/:id/archive', { id })}
      failureText={DELETING_FAILED}
    >
      <p className="font-semibold">{confirmDeletion(shortId(id))}</p>
      <p className="muted">
        {orderNumber} is removed from this list. The customer can still see it, and payments are kept.
      </p>
    </DeleteDialog>
  );
}
