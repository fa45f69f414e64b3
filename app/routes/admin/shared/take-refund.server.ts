import { z } from 'zod';
import { formatRupees } from '#app/basics/money.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import {
  paymentsAndRefunds,
  refundOrder,
  refundThroughGateway,
} from '#app/modules/payments/payments/refunds.server.ts';
import { maskSentTo } from '#app/modules/payments/payments/refund-destination.ts';
import { findPayers } from '#app/modules/payments/bank/payers.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { line } from '#app/platform/text-schemas.ts';
import { type REFUND_DONE, REFUND_REFUSALS } from './labels.ts';

/** The key makes sure that a repeated post makes only one refund. */
export const refundSchema = z.strictObject({
  orderId: uuidSchema,
  key: uuidSchema,
  paymentId: uuidSchema,
  amount: rupeesSchema('Enter the amount in rupees').refine((amount) => amount > 0, 'Enter an amount above 0'),
  reason: line('Enter a reason.', 300),
  reference: z.string().trim().max(64, 'At most 64 characters').default(''),
  sentTo: z.string().trim().max(120, 'At most 120 characters').default(''),
  way: z.enum(['hand', 'gateway']).default('hand'),
  /** An amount in paise above the refund due, which the owner has confirmed. */
  asked: z.string().max(20).default(''),
});

export const takeBackSchema = z.strictObject({
  refundId: uuidSchema,
  why: z.enum(['not-arrived', 'mistake']),
  reason: line('Enter a reason.', 300),
});

type NotRefunded = { errors: Record<string, string>; typed?: Record<string, string> };

/** Returns the outcome, or errors by field. After a refusal by the gateway, the form gets a new key. */
export async function takeRefund(
  shop: Shop,
  { way, reference, sentTo, asked, ...refund }: z.output<typeof refundSchema>,
): Promise<Result<keyof typeof REFUND_DONE, Refused<'not-refunded', NotRefunded>>> {
  const refuse = (mistake: NotRefunded) => refused('not-refunded', mistake);
  const masked = maskSentTo(sentTo);
  if (way === 'hand' && !masked)
    return refuse({ errors: { sentTo: 'Enter the UPI ID or account number you sent it to, or “cash”.' } });
  if (way === 'hand' && !reference && masked !== 'cash')
    return refuse({ errors: { reference: 'Enter the reference of the transfer.' } });
  const { payments, balance } = await paymentsAndRefunds(shop, refund.orderId);
  const owed = refundOwed(balance);
  const left = payments.find(({ id }) => id === refund.paymentId)?.left ?? 0;
  if (owed > 0 && refund.amount > owed && refund.amount <= left && asked !== String(refund.amount))
    return refuse({
      errors: { amount: `Only ${formatRupees(owed)} is due. To refund more, submit again.` },
      typed: { asked: String(refund.amount) },
    });
  const paidBy = (await findPayers(shop, [refund.orderId])).get(refund.orderId)?.join(', ');
  const made =
    way === 'gateway'
      ? await refundThroughGateway(shop, refund)
      : await refundOrder(shop, { ...refund, reference: reference || undefined, sentTo: masked, paidBy });
  if (made.ok && 'status' in made.value && made.value.status === 'failed')
    return refuse({
      errors: { amount: 'The gateway refused the refund. The refund is still due.' },
      typed: { key: crypto.randomUUID() },
    });
  if (made.ok) return done(way === 'gateway' ? 'gateway' : 'refund');
  if (made.reason === 'too-much')
    return refuse({
      errors: { amount: `Only ${formatRupees(made.data.left)} of this payment can still be refunded.` },
    });
  return refuse({ errors: { amount: REFUND_REFUSALS[made.reason] } });
}
