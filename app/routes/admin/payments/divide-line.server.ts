import { href } from 'react-router';
import { z } from 'zod';
import { refused } from '#app/basics/result.ts';
import { readRupees } from '#app/basics/rupees.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { allocateLine } from '#app/modules/payments/bank/divided-lines.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { formOf } from '#app/routes/form-action.server.ts';
import { PARTS } from './divide-line.ts';
import { takeStatement } from './statement-form.server.ts';

const text = z.string().max(100).default('');

/** Ignores rows without an order. Refuses the form if an order has no amount. */
export const divideForm = formOf()({
  prepare: takeStatement,
  schema: z.strictObject({
    key: uuidSchema.optional(),
    fingerprint: z.string().max(500),
    reason: reasonSchema,
    order1: text,
    amount1: text,
    order2: text,
    amount2: text,
    order3: text,
    amount3: text,
  }),
  run: async (shop, { fingerprint, reason, key, ...rows }, _args, prepared) => {
    const errors: Record<string, string> = {};
    const parts = PARTS.flatMap((part, at) => {
      const orderId = rows[part.order];
      if (!isUuid(orderId)) return [];
      const amount = readRupees(rows[part.amount]);
      if (amount) return [{ orderId, amount }];
      errors[part.amount] =
        amount === undefined
          ? `Enter the amount for order ${at + 1}, such as 1250.50`
          : `Enter an amount above 0 for order ${at + 1}`;
      return [];
    });
    if (Object.keys(errors).length > 0) return refused('wrong-amounts', errors);
    return allocateLine(shop, { text: prepared.text, fingerprint, parts, reason, key });
  },
  done: ({ orderIds, batch }, _fields, { url }) =>
    listAddress(href('/admin/payments'), url, { matched: String(orderIds.length), batch }),
  refused: {
    'wrong-amounts': ({ data }) => ({ errors: data, status: 400 }),
    nothing: atFirstOrder('Choose an order'),
    'too-much': atFirstOrder('Enter no more than what is left of this line'),
    'key-used': atFirstOrder('This line was already divided with this form. Check the list, then reload the page'),
    gone: ({ data }, _fields, { url }) => ({
      to: listAddress(href('/admin/payments'), url, { refused: 'gone', taken: data.takenBy }),
    }),
  },
});

function atFirstOrder(message: string) {
  return { errors: { [PARTS[0].order]: message }, status: 400 };
}
