import { href } from 'react-router';
import { z } from 'zod';
import { accountMessages, accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { unlinkGoogle } from '#app/modules/identity/sign-in/credentials.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST profile/security/google/unlink: parts the account from Google. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: unlinkGoogle,
    done: () => ({ to: href('/profile/security'), message: accountMessages.googleUnlinked }),
    refused: (refusal) => ({ to: href('/profile/security'), message: accountRefusal(refusal) }),
  }),
);
