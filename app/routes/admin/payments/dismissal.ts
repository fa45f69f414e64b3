import { href } from 'react-router';
import { z } from 'zod';
import { dismissLine } from '#app/modules/payments/bank/statements.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { takeStatement } from './statement-form.server.ts';

const form = formOf();
const PAYMENTS = href('/admin/payments');

/** Says that a line of the bank is no order's payment, or takes that back, and goes back to Payments. */
export const action = formAction(
  form({
    prepare: takeStatement,
    schema: z.strictObject({ fingerprint: z.string().max(500), undo: z.literal('yes').optional() }),
    run: (shop, { fingerprint, undo }, _args, { text }) => dismissLine(shop, { text, fingerprint, isDismissed: !undo }),
    done: (_nothing, { fingerprint, undo }, { url }) =>
      listAddress(PAYMENTS, url, { dismissed: undo ? undefined : fingerprint }),
    refused: ({ reason, data }, _fields, { url }) => ({
      to: listAddress(PAYMENTS, url, { refused: reason, taken: data.takenBy }),
    }),
    back: () => PAYMENTS,
  }),
);
