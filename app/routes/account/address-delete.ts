import { href } from 'react-router';
import { z } from 'zod';
import type { SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { removeAddress } from '#app/modules/identity/addresses/addresses.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/address-delete.ts';

const form = formOf<Route.ActionArgs>();

/** POST profile/addresses/:id/delete: takes an address out and answers what it was, so that it can be put back. Doing it twice does no harm. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params }) => removeAddress(shop, params.id),
    done: (was) => ({ ok: true, message: accountMessages.addressRemoved, removed: was && returnable(was) }),
    refused: {},
    back: () => href('/profile'),
  }),
);

const returnable = ({ label, place, address: { street, city, state, zipCode } }: SavedAddress & { place: number }) => ({
  label: label ?? '',
  street,
  city,
  state,
  zipCode,
  place,
});
