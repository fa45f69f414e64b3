import { href } from 'react-router';
import { inviteRequester } from '#app/modules/requests/requests/conversations.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/invitation.ts';

/** Invites who sent a request to make an account and goes back to the request. */
export async function action({ context, params: { id }, url }: Route.ActionArgs) {
  const isSent = await inviteRequester(context.get(shopContext), id);
  return seeOther(href('/admin/requests/:id', { id }), url, { done: isSent ? 'invited' : 'invited-before' });
}
