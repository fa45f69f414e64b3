import { href } from 'react-router';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { addAddress } from '#app/modules/identity/addresses/addresses.server.ts';
import { returnedAddressSchema } from '#app/modules/identity/addresses/forms.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST profile/addresses: puts an address that was just removed back where it stood. */
export const action = formAction(
  form({
    schema: returnedAddressSchema,
    run: addAddress,
    done: () => ({ ok: true }),
    refused: () => ({ toast: { text: accountMessages.tooManyAddresses, tone: 'alert' } }),
    back: () => href('/profile'),
  }),
);
