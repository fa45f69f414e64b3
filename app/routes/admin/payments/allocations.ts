import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { matchPayout, placeFromLine } from '#app/modules/payments/bank/matches.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/allocations.ts';
import { takeStatement } from './statement-form.server.ts';

const schema = z.strictObject({
  fingerprint: z.string().max(500),
  /** The checkout that the line names. */
  checkout: z.string().max(60).optional(),
  /** The settlement or remittance that the line is. */
  payout: uuidSchema.optional(),
});

/** Makes the checkout that a line of the bank names an order, or says which payout the line is, and goes back to Payments. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData();
  const { text } = await takeStatement(form);
  const { fingerprint, checkout, payout } = buttonFields(form, schema);
  const shop = context.get(shopContext);
  const back = (outcome: Record<string, string | undefined>) => seeOther(href('/admin/payments'), url, outcome);
  if (payout !== undefined) {
    const paid = await matchPayout(shop, { text, fingerprint, payoutId: payout });
    return back(paid.ok ? { matched: '1', ...paid.value } : { refused: paid.reason });
  }
  if (checkout === undefined) throw new Response(null, { status: 400, statusText: 'Bad Request' });
  const placed = await placeFromLine(shop, { text, fingerprint, orderNumber: checkout });
  return back(
    placed.ok
      ? { matched: String(placed.value.orderIds.length), batch: placed.value.batch }
      : { refused: placed.reason, taken: placed.data.takenBy },
  );
}
