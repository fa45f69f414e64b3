import { href } from 'react-router';
import { z } from 'zod';
import { accountMessages, accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { requestConfirmation } from '#app/modules/identity/sign-in/email.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST profile/security/confirmation: mails the link again that confirms the address. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: requestConfirmation,
    done: () => ({ to: href('/profile/security'), message: accountMessages.confirmationSent }),
    refused: (refusal) => ({ to: href('/profile/security'), message: accountRefusal(refusal) }),
  }),
);
