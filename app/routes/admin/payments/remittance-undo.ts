import { href } from 'react-router';
import { z } from 'zod';
import { undoRemittance } from '#app/modules/payments/bank/remittances.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/remittance-undo.ts';

const form = formOf<Route.ActionArgs>();

/** Takes a courier's remittance back. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params: { remittance } }) => undoRemittance(shop, remittance),
    done: (undone, _fields, { url }) => listAddress(href('/admin/payments/cash'), url, { undone: String(undone) }),
    refused: {},
  }),
);
