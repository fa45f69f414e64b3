import { href } from 'react-router';
import { confirmDeletion, DELETING_FAILED } from '#app/modules/orders/orders/messages.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { archiveOrder, getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/archive.ts';

export const meta = adminMeta('Delete order');

export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await getOrder(context.get(shopContext), params.id);
  return { id: order.id, orderNumber: order.orderNumber };
}

/** Takes the order off the desk (deleting archives, money rows stay). */
export async function action({ context, params: { id }, url }: Route.ActionArgs) {
  await archiveOrder(context.get(shopContext), id);
  return seeOther(href('/admin/orders'), url, { deleted: shortId(id) });
}

/** The question before it, as an address: a dialog over the list, with and without JavaScript. */
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
        {orderNumber} leaves this list. The customer keeps seeing it, and what was paid stays on record.
      </p>
    </DeleteDialog>
  );
}
