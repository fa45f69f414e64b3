import { redirect, href } from 'react-router';
import { undoDeletion } from '#app/modules/identity/users/account-deletion.server.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/deletion-undo.ts';

/** POST profile/deletion/undo: the account stays. */
export async function action({ context }: Route.ActionArgs) {
  await undoDeletion(context.get(shopContext));
  context.get(visitContext).flash({ text: accountMessages.deletionUndone });
  return redirect(href('/profile'), 303);
}
