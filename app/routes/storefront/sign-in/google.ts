import { redirect, href } from 'react-router';
import { leaveForGoogle } from '#app/modules/identity/sign-in/google.server.ts';
import { accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { setCookies } from '#app/routes/set-cookies.ts';
import type { Route } from './+types/google.ts';

/** POST login/google: sends the browser to Google; it comes back to api/auth/callback/google. */
export async function action({ context, request }: Route.ActionArgs) {
  const returnTo = safeReturn((await request.formData()).get('returnTo'));
  const leaving = await leaveForGoogle(context.get(shopContext), { returnTo }, request.headers);
  if (!leaving.ok) {
    context.get(visitContext).flash({ text: accountRefusal(leaving) });
    return redirect(`${href('/login')}?${new URLSearchParams({ returnTo })}`, 303);
  }
  const headers = setCookies(leaving.value.cookies);
  return redirect(leaving.value.address, { status: 303, headers });
}

export const loader = () => redirect(href('/login'), 303);
