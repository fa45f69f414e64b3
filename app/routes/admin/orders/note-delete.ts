import { redirect } from 'react-router';
import { deleteNote } from '#app/modules/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/note-delete.ts';

/** Takes a note off an order and goes back to it. */
export async function action({ context, params: { id, noteId }, url }: Route.ActionArgs) {
  await deleteNote(context.get(shopContext), { orderId: id, noteId });
  return redirect(`/admin/orders/${id}${listSearchWith(url.searchParams, { done: 'note-deleted' })}`, 303);
}
