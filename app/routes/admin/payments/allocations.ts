import { href } from 'react-router';
import { z } from 'zod';
import { done, refused } from '#app/basics/result.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { matchPayout, placeFromLine } from '#app/modules/payments/bank/matches.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { takeStatement } from './statement-form.server.ts';

const form = formOf();
const PAYMENTS = href('/admin/payments');
const fingerprint = z.string().max(500);

/** Makes the checkout that a line of the bank names an order, or says which payout the line is, and goes back to Payments. */
export const action = formAction(
  form({
    prepare: takeStatement,
    schema: z.union([
      /** The settlement or remittance that the line is. */
      z.strictObject({ fingerprint, payout: uuidSchema }),
      /** The checkout that the line names. */
      z.strictObject({ fingerprint, checkout: z.string().max(60) }),
    ]),
    run: async (shop, fields, _args, { text }) => {
      const { fingerprint } = fields;
      if ('checkout' in fields) {
        const placed = await placeFromLine(shop, { text, fingerprint, orderNumber: fields.checkout });
        return placed.ok ? done({ matched: placed.value.orderIds.length, batch: placed.value.batch }) : placed;
      }
      const paid = await matchPayout(shop, { text, fingerprint, payoutId: fields.payout });
      return paid.ok ? done({ matched: 1, batch: paid.value.batch }) : refused('gone', { takenBy: undefined });
    },
    done: ({ matched, batch }, _fields, { url }) => listAddress(PAYMENTS, url, { matched: String(matched), batch }),
    refused: {
      gone: ({ reason, data }, _fields, { url }) => ({
        to: listAddress(PAYMENTS, url, { refused: reason, taken: data.takenBy }),
      }),
    },
    back: () => PAYMENTS,
  }),
);
