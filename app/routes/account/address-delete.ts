import { href } from 'react-router';
import { z } from 'zod';
import { removeAddress } from '#app/modules/identity/addresses/addresses.server.ts';
import type { SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/address-delete.ts';

/** POST profile/addresses/:id/delete: takes an address out and answers what it was, so that it can be put back. Doing it twice does no harm. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { returnTo } = await readPost(request, z.strictObject({}));
  const was = await removeAddress(context.get(shopContext), params.id);
  const outcome = { ok: true, message: accountMessages.addressRemoved, removed: was && returnable(was) };
  return answerPost(request, context.get(visitContext), outcome, { returnTo, otherwise: href('/profile') });
}

const returnable = ({ label, place, address: { street, city, state, zipCode } }: SavedAddress & { place: number }) => ({
  label: label ?? '',
  street,
  city,
  state,
  zipCode,
  place,
});
