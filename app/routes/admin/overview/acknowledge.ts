import { href } from 'react-router';
import { z } from 'zod';
import { acknowledgeIncident } from '#app/modules/operations/health/incidents.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/acknowledge.ts';

const form = formOf<Route.ActionArgs>();

/** POST: puts an incident away that the owner has read. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params }) => acknowledgeIncident(shop, params.id),
    done: () => href('/admin'),
    refused: {},
    back: () => href('/admin'),
  }),
);
