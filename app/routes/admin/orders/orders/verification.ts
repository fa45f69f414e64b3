import { href } from 'react-router';
import { z } from 'zod';
import { VERIFICATIONS } from '#app/modules/orders/orders/order.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import type { Route } from './+types/verification.ts';

const schema = z.strictObject({
  /** The verification and the reference that were seen. */
  from: z.enum(VERIFICATIONS).optional(),
  reference: z.string().max(100).optional(),
  verification: z.enum(VERIFICATIONS),
  reason: reasonSchema,
  page: z.literal('payments').optional(),
});

/** How the order's sheet knows what was refused, beside what may be refused of its status. */
const REFUSED_AS = {
  'changed-meanwhile': 'judged-meanwhile',
  'reason-needed': 'reject-reason',
  refunded: 'refunded',
} as const;

/** Matches or rejects the payment reference of an order and goes back to the page that was asked from. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const { page, ...wanted } = await readButton(request, schema);
  const verified = await verifyPayment(context.get(shopContext), { orderId: id, ...wanted });
  if (page === 'payments') {
    const outcome = verified.ok
      ? { done: wanted.verification }
      : { reject: verified.reason === 'changed-meanwhile' ? undefined : id, refused: verified.reason };
    return seeOther(href('/admin/payments'), url, outcome);
  }
  return seeOther(href('/admin/orders/:id', { id }), url, verified.ok ? {} : { refused: REFUSED_AS[verified.reason] });
}
