import { href } from 'react-router';
import { deleteNote } from '#app/modules/orders/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/note-delete.ts';

/** Takes a note off an order and goes back to it. */
export async function action({ context, params: { id, noteId }, url }: Route.ActionArgs) {
  await deleteNote(context.get(shopContext), { orderId: id, noteId });
  return seeOther(href('/admin/orders/:id', { id }), url, { done: 'note-deleted' });
}
