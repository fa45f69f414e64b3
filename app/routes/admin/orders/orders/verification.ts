import { href } from 'react-router';
import { z } from 'zod';
import { VERIFICATIONS } from '#app/modules/orders/orders/order.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/verification.ts';

/** How the order's sheet knows what was refused, beside what may be refused of its status. */
const REFUSED_AS = {
  'changed-meanwhile': 'judged-meanwhile',
  'reason-needed': 'reject-reason',
  refunded: 'refunded',
} as const;

const form = formOf<Route.ActionArgs>();
const sheet = ({ params: { id } }: Route.ActionArgs) => href('/admin/orders/:id', { id });

/** Matches or rejects the payment reference of an order and goes back to the page that was asked from. */
export const action = formAction(
  form({
    schema: z.strictObject({
      /** The verification and the reference that were seen. */
      from: z.enum(VERIFICATIONS).optional(),
      reference: z.string().max(100).optional(),
      verification: z.enum(VERIFICATIONS),
      reason: reasonSchema,
      page: z.literal('payments').optional(),
    }),
    run: (shop, { page: _page, ...wanted }, { params: { id } }) => verifyPayment(shop, { orderId: id, ...wanted }),
    done: (_order, { page, verification }, args) =>
      page === 'payments'
        ? listAddress(href('/admin/payments'), args.url, { done: verification })
        : listAddress(sheet(args), args.url),
    refused: ({ reason }, { page }, args) => ({
      to:
        page === 'payments'
          ? listAddress(href('/admin/payments'), args.url, {
              reject: reason === 'changed-meanwhile' ? undefined : args.params.id,
              refused: reason,
            })
          : listAddress(sheet(args), args.url, { refused: REFUSED_AS[reason] }),
    }),
    back: sheet,
  }),
);
