import { href } from 'react-router';
import { addAddress } from '#app/modules/identity/addresses/addresses.server.ts';
import { returnedAddressSchema } from '#app/modules/identity/addresses/forms.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/address-return.ts';

/** POST profile/addresses: puts an address that was just removed back where it stood. */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields, returnTo } = await readPost(request, returnedAddressSchema);
  const added = await addAddress(context.get(shopContext), fields);
  const outcome = { ok: added.ok, message: added.ok ? '' : accountMessages.tooManyAddresses };
  return answerPost(request, context.get(visitContext), outcome, { returnTo, otherwise: href('/profile'), toast: {} });
}
