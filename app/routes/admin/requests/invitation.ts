import { redirect } from 'react-router';
import { inviteRequester } from '#app/modules/notifications/replies.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/invitation.ts';

/** Invites who sent a request to make an account and goes back to the request. */
export async function action({ context, params: { id }, url }: Route.ActionArgs) {
  await inviteRequester(context.get(shopContext), id);
  return redirect(`/admin/requests/${id}${listSearchWith(url.searchParams, { done: 'invited' })}`, 303);
}
