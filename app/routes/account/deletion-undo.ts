import { href } from 'react-router';
import { z } from 'zod';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { undoDeletion } from '#app/modules/identity/users/account-deletion.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST profile/deletion/undo: the account stays. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: undoDeletion,
    done: () => ({ to: href('/profile'), message: accountMessages.deletionUndone }),
    refused: {},
  }),
);
