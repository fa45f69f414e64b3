import { href } from 'react-router';
import { z } from 'zod';
import { resendDead } from '#app/platform/outbox/outbox.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/event-resend.ts';

const form = formOf<Route.ActionArgs>();

/** Gives an event that was given up its tries again. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params }) => resendDead(shop, params.id),
    done: () => href('/admin/messages'),
    refused: {},
    back: () => href('/admin/messages'),
  }),
);
