import { href } from 'react-router';
import { z } from 'zod';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { makeAddressFirst } from '#app/modules/identity/addresses/addresses.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/address-place.ts';

const form = formOf<Route.ActionArgs>();

/** POST profile/addresses/:id/place: makes an address the first one, the profile's. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params }) => makeAddressFirst(shop, params.id),
    done: () => ({ ok: true, toast: { text: accountMessages.addressFirst } }),
    refused: {},
    back: () => href('/profile'),
  }),
);
