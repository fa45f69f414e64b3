import { data, href } from 'react-router';
import { z } from 'zod';
import { readRupees } from '#app/basics/rupees.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { allocateLine } from '#app/modules/payments/bank/divided-lines.server.ts';
import { readFields } from '#app/platform/forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { DIVIDE, PARTS } from './divide-line.ts';

const text = z.string().max(100).default('');
const schema = z.strictObject({
  intent: z.literal(DIVIDE),
  key: uuidSchema.optional(),
  fingerprint: z.string().max(500),
  reason: reasonSchema,
  ...Object.fromEntries(PARTS.flatMap((part) => [part.order, part.amount]).map((name) => [name, text])),
});

/**
 * Divides a line of the bank among the orders of a form and goes back to Payments. A row without an order counts for nothing; one with an
 * order and no amount is said beside its field, and nothing is booked.
 */
export async function divideLine(
  shop: Shop,
  { form, statement, url }: { form: FormData; statement: string; url: URL },
) {
  const read = readFields(form, schema);
  const { typed } = read;
  if (!read.ok) return data({ errors: read.errors, typed }, 400);
  const errors: Record<string, string> = {};
  const parts = PARTS.flatMap((part, at) => {
    const orderId = typed[part.order] ?? '';
    if (!isUuid(orderId)) return [];
    const amount = readRupees(typed[part.amount] ?? '');
    if (amount) return [{ orderId, amount }];
    errors[part.amount] =
      amount === undefined
        ? `Write the rupees of order ${at + 1}, like 1250.50`
        : `Write rupees above 0 for order ${at + 1}`;
    return [];
  });
  if (Object.keys(errors).length > 0) return data({ errors, typed }, 400);
  const { fingerprint, reason, key } = read.value;
  const divided = await allocateLine(shop, { text: statement, fingerprint, parts, reason, key });
  if (!divided.ok && divided.reason !== 'gone')
    return data({ errors: { [PARTS[0].order]: REFUSALS[divided.reason] }, typed }, 400);
  return seeOther(
    href('/admin/payments'),
    url,
    divided.ok
      ? { matched: String(divided.value.orderIds.length), batch: divided.value.batch }
      : { refused: 'gone', taken: divided.data.takenBy },
  );
}

const REFUSALS = {
  nothing: 'Choose an order',
  'too-much': 'That is more than is left of this line',
  'key-used': 'Another division was made with this form. Look at the list, then load the page again',
} as const;
