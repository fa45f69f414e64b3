import { href } from 'react-router';
import { z } from 'zod';
import { done, refused } from '#app/basics/result.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import {
  matchAgreeing,
  matchLine,
  matchPayout,
  placeFromLine,
  undoMatches,
} from '#app/modules/payments/bank/matches.server.ts';
import { dismissLine } from '#app/modules/payments/bank/statements.server.ts';
import { noteNotFound } from '#app/modules/payments/payments/payments.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { formOf } from '#app/routes/form-action.server.ts';
import { takeStatement } from './statement-form.server.ts';

const form = formOf();
const PAYMENTS = href('/admin/payments');
const fingerprint = z.string().max(500);

export const lineForms = {
  match: form({
    prepare: takeStatement,
    schema: z.strictObject({
      orderId: uuidSchema.optional(),
      /** Required when the order has several claims. */
      paymentId: uuidSchema.optional(),
      fingerprint: fingerprint.optional(),
      reason: reasonSchema,
      /** A repeated “match all” has the same key and changes nothing. */
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
  allocate: form({
    prepare: takeStatement,
    schema: z.union([
      z.strictObject({ fingerprint, payout: uuidSchema }),
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
  dismiss: form({
    prepare: takeStatement,
    schema: z.strictObject({ fingerprint, undo: z.literal('yes').optional() }),
    run: (shop, { fingerprint, undo }, _args, { text }) => dismissLine(shop, { text, fingerprint, isDismissed: !undo }),
    done: (_nothing, { fingerprint, undo }, { url }) =>
      listAddress(PAYMENTS, url, { dismissed: undo ? undefined : fingerprint }),
    refused: ({ reason, data }, _fields, { url }) => ({
      to: listAddress(PAYMENTS, url, { refused: reason, taken: data.takenBy }),
    }),
    back: () => PAYMENTS,
  }),
  'not-found': form({
    schema: z.strictObject({ paymentId: uuidSchema, undo: z.literal('yes').optional() }),
    run: (shop, { paymentId, undo }) => noteNotFound(shop, { paymentId, isUndone: undo === 'yes' }),
    done: (_nothing, { paymentId, undo }, { url }) =>
      listAddress(PAYMENTS, url, { unfound: undo ? undefined : paymentId }),
    refused: ({ reason }, _fields, { url }) => ({ to: listAddress(PAYMENTS, url, { refused: reason }) }),
    back: () => PAYMENTS,
  }),
  undo: form({
    schema: z.strictObject({ batch: uuidSchema }),
    run: (shop, { batch }) => undoMatches(shop, batch),
    done: (undone, _fields, { url }) => listAddress(PAYMENTS, url, { undone: String(undone) }),
    refused: {},
    back: () => PAYMENTS,
  }),
};
