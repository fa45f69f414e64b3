import { redirect, href } from 'react-router';
import { withdrawInvitation } from '#app/modules/identity/users/invitations.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/invitation-withdrawal.ts';

/** Ends the link of an invitation and goes back to the list. */
export async function action({ context, params }: Route.ActionArgs) {
  await withdrawInvitation(context.get(shopContext), params.id);
  return redirect(href('/admin/users'), 303);
}
