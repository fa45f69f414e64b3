import { href } from 'react-router';
import { z } from 'zod';
import { withdrawInvitation } from '#app/modules/identity/users/invitations.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/invitation-withdrawal.ts';

const form = formOf<Route.ActionArgs>();

/** Ends the link of an invitation and goes back to the list. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params }) => withdrawInvitation(shop, params.id),
    done: () => href('/admin/users'),
    refused: {},
    back: () => href('/admin/users'),
  }),
);
