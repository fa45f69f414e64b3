import { href } from 'react-router';
import { z } from 'zod';
import { done } from '#app/basics/result.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { matchAgreeing, matchLine } from '#app/modules/payments/bank/matches.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { takeStatement } from './statement-form.server.ts';

const form = formOf();
const PAYMENTS = href('/admin/payments');

/** Matches one order with a line of the bank, or all that agree, and goes back to Payments. */
export const action = formAction(
  form({
    prepare: takeStatement,
    schema: z.strictObject({
      orderId: uuidSchema.optional(),
      /** Which claim of the order, where it has several. */
      paymentId: uuidSchema.optional(),
      fingerprint: z.string().max(500).optional(),
      reason: reasonSchema,
      /** Of the form that matches all that agree: sent twice it does so once. */
      key: uuidSchema.optional(),
    }),
    run: async (shop, { orderId, paymentId, fingerprint, reason, key }, _args, { text }) =>
      orderId === undefined || fingerprint === undefined
        ? done(await matchAgreeing(shop, text, key))
        : matchLine(shop, { text, orderId, paymentId, fingerprint, reason }),
    done: ({ batch, orderIds }, _fields, { url }) =>
      listAddress(PAYMENTS, url, { matched: String(orderIds.length), batch }),
    refused: {
      gone: ({ data }, _fields, { url }) => ({
        to: listAddress(PAYMENTS, url, { refused: 'gone', taken: data.takenBy }),
      }),
      'reason-needed': ({ reason }, { paymentId, orderId }, { url }) => ({
        to: listAddress(PAYMENTS, url, { refused: reason, anyway: paymentId ?? orderId }),
      }),
    },
    back: () => PAYMENTS,
  }),
);
