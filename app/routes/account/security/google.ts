import { redirect } from 'react-router';
import { leaveToLinkGoogle } from '#app/modules/sign-in/google.server.ts';
import { accountRefusal } from '#app/modules/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { setCookies } from '#app/routes/set-cookies.ts';
import type { Route } from './+types/google.ts';

/** POST profile/security/google: sends the browser to Google, to join the two accounts. */
export async function action({ context, request }: Route.ActionArgs) {
  const leaving = await leaveToLinkGoogle(context.get(shopContext), request.headers);
  if (!leaving.ok) {
    context.get(visitContext).flash({ text: accountRefusal(leaving) });
    return redirect('/profile/security', 303);
  }
  const headers = setCookies(leaving.value.cookies);
  return redirect(leaving.value.address, { status: 303, headers });
}
