import { redirect, href } from 'react-router';
import { unlinkGoogle } from '#app/modules/identity/sign-in/credentials.server.ts';
import { accountMessages, accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/google-unlink.ts';

/** POST profile/security/google/unlink: parts the account from Google. */
export async function action({ context }: Route.ActionArgs) {
  const parted = await unlinkGoogle(context.get(shopContext));
  context.get(visitContext).flash({ text: parted.ok ? accountMessages.googleUnlinked : accountRefusal(parted) });
  return redirect(href('/profile/security'), 303);
}
