import { href } from 'react-router';
import { z } from 'zod';
import { makeAddressFirst } from '#app/modules/identity/addresses/addresses.server.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/address-place.ts';

/** POST profile/addresses/:id/place: makes an address the first one, the profile's. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { returnTo } = await readPost(request, z.strictObject({}));
  await makeAddressFirst(context.get(shopContext), params.id);
  const outcome = { ok: true, message: accountMessages.addressFirst };
  return answerPost(request, context.get(visitContext), outcome, { returnTo, otherwise: href('/profile'), toast: {} });
}
