import { redirect } from 'react-router';
import { signOut } from '#app/modules/sign-in/sign-in.server.ts';
import { endAllDevices } from '#app/modules/sessions/devices.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { setCookies } from '#app/routes/set-cookies.ts';
import type { Route } from './+types/devices.ts';

/** POST profile/security/devices: signs out everywhere, here too. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  await endAllDevices(shop);
  const { cookies } = await signOut(shop, request.headers);
  context.get(visitContext).keepCoupon(undefined);
  return redirect('/', { status: 303, headers: setCookies(cookies) });
}
