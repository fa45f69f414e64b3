import { redirect, href } from 'react-router';
import { requestConfirmation } from '#app/modules/identity/sign-in/email.server.ts';
import { accountMessages, accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/confirmation.ts';

/** POST profile/security/confirmation: mails the link again that confirms the address. */
export async function action({ context }: Route.ActionArgs) {
  const sent = await requestConfirmation(context.get(shopContext));
  context.get(visitContext).flash({ text: sent.ok ? accountMessages.confirmationSent : accountRefusal(sent) });
  return redirect(href('/profile/security'), 303);
}
