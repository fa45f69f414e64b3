import { redirect } from 'react-router';
import { endDevice } from '#app/modules/sessions/devices.server.ts';
import { accountMessages } from '#app/modules/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/device.ts';

/** POST profile/security/devices/:id: signs out at one device. */
export async function action({ context, params }: Route.ActionArgs) {
  await endDevice(context.get(shopContext), params.id);
  context.get(visitContext).flash({ text: accountMessages.signedOutThere });
  return redirect('/profile/security', 303);
}
