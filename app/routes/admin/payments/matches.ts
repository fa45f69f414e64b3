import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { matchAgreeing, matchLine } from '#app/modules/payments/bank/matches.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import type { Route } from './+types/matches.ts';
import { takeStatement } from './statement-form.server.ts';

const schema = z.strictObject({
  orderId: uuidSchema.optional(),
  /** Which claim of the order, where it has several. */
  paymentId: uuidSchema.optional(),
  fingerprint: z.string().max(500).optional(),
  reason: reasonSchema,
  /** Of the form that matches all that agree: sent twice it does so once. */
  key: uuidSchema.optional(),
});

/** Matches one order with a line of the bank, or all that agree, and goes back to Payments. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await request.formData();
  const { text } = await takeStatement(form);
  const { orderId, paymentId, fingerprint, reason, key } = buttonFields(form, schema);
  const back = (outcome: Record<string, string | undefined>) => seeOther(href('/admin/payments'), url, outcome);
  if (orderId === undefined || fingerprint === undefined) {
    const { batch, orderIds } = await matchAgreeing(shop, text, key);
    return back({ matched: String(orderIds.length), batch });
  }
  const matched = await matchLine(shop, { text, orderId, paymentId, fingerprint, reason });
  if (matched.ok) return back({ matched: String(matched.value.orderIds.length), batch: matched.value.batch });
  return back(
    matched.reason === 'gone'
      ? { refused: 'gone', taken: matched.data.takenBy }
      : { refused: matched.reason, anyway: paymentId ?? orderId },
  );
}
