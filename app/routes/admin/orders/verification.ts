import { href } from 'react-router';
import { z } from 'zod';
import { VERIFICATIONS } from '#app/modules/orders/order.ts';
import { verifyPayment } from '#app/modules/payments/payments.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { stayHere } from '#app/routes/stay-here.ts';
import type { Route } from './+types/verification.ts';

const schema = z.strictObject({
  verification: z.enum(VERIFICATIONS),
  reason: reasonSchema,
  from: z.literal('payments').optional(),
});

/** How the order's sheet knows what was refused. */
const REFUSED_AS = { 'reason-needed': 'reject-reason', refunded: 'refunded' } as const;

/** Matches or rejects the payment reference of an order and goes back to the order. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const { verification, reason, from } = await readButton(request, schema);
  const verified = await verifyPayment(context.get(shopContext), { orderId: id, verification, reason });
  if (from === 'payments') {
    const outcome = verified.ok ? { done: verification } : { reject: id, refused: verified.reason };
    return seeOther(href('/admin/payments'), url, outcome);
  }
  return seeOther(href('/admin/orders/:id', { id }), url, verified.ok ? {} : { refused: REFUSED_AS[verified.reason] });
}

export const clientAction = stayHere();
