import { href } from 'react-router';
import { z } from 'zod';
import { readRupees } from '#app/basics/rupees.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { allocateLine, matchPayout, placeFromLine } from '#app/modules/statements/statements.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { stayHere } from '#app/routes/stay-here.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/allocations.ts';
import { takeStatement } from './statement-form.server.ts';

const schema = z.strictObject({
  fingerprint: z.string().max(500),
  /** The checkout that the line names, in place of orders. */
  checkout: z.string().max(60).optional(),
  /** The settlement or remittance that the line is, in place of orders. */
  payout: uuidSchema.optional(),
  reason: reasonSchema,
  orderId: z.array(z.string().max(100)),
  amount: z.array(z.string().max(100)),
});

/** Divides a line of the bank among orders, makes the checkout that it names an order, or says which payout it is, and goes back to Payments; rows without an order count for nothing. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData();
  const { text } = await takeStatement(form);
  const { fingerprint, checkout, payout, reason, orderId, amount } = buttonFields(form, schema, ['orderId', 'amount']);
  const parts = orderId.flatMap((id, at) => {
    const rupees = readRupees(amount[at] ?? '');
    return isUuid(id) && rupees !== undefined ? [{ orderId: id, amount: rupees }] : [];
  });
  const shop = context.get(shopContext);
  if (payout !== undefined) {
    const paid = await matchPayout(shop, { text, fingerprint, payoutId: payout });
    return seeOther(href('/admin/payments'), url, paid.ok ? { matched: '1', ...paid.value } : { refused: paid.reason });
  }
  const matched =
    checkout === undefined
      ? await allocateLine(shop, { text, fingerprint, parts, reason })
      : await placeFromLine(shop, { text, fingerprint, orderNumber: checkout });
  return seeOther(
    href('/admin/payments'),
    url,
    matched.ok
      ? { matched: String(matched.value.orderIds.length), batch: matched.value.batch }
      : { refused: matched.reason, line: fingerprint },
  );
}

export const clientAction = stayHere();
