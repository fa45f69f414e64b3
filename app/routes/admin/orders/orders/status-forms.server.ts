import { href } from 'react-router';
import { z } from 'zod';
import { done } from '#app/basics/result.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ORDER_STATUSES, VERIFICATIONS } from '#app/modules/orders/orders/order.ts';
import { getOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { formOf } from '#app/routes/form-action.server.ts';
import { ewayBillText, parcelText } from './carrier-fields.tsx';
import type { Route } from './+types/order.ts';

const REFUSED_AS = {
  stale: 'already-judged',
  'reason-needed': 'reject-reason',
  refunded: 'refunded',
} as const;

const form = formOf<Route.ActionArgs>();
const sheet = ({ params: { id } }: Route.ActionArgs) => href('/admin/orders/:id', { id });

const ADDRESSES = { payments: href('/admin/payments'), overview: href('/admin') };

/** Returns to the list with Undo. If something is missing, opens the order. */
export const statusForm = form({
  schema: z.strictObject({
    from: z.enum(ORDER_STATUSES).optional(),
    status: z.enum(ORDER_STATUSES),
    reason: reasonSchema,
    shipUnverified: z.literal('yes').optional(),
    carrier: parcelText,
    trackingNumber: parcelText,
    ewayBill: ewayBillText,
  }),
  run: async (shop, { from, status, reason, shipUnverified, ...parcel }, { params: { id } }) => {
    const { status: was } = await getOrder(shop, id);
    const change = { orderId: id, from, status, reason, shipUnverified: shipUnverified === 'yes', parcel };
    const changed = await setOrderStatus(shop, change);
    return changed.ok ? done({ was, saved: changed.value.status }) : changed;
  },
  done: ({ was, saved }, _fields, { params: { id }, url }) =>
    listAddress(href('/admin/orders'), url, { saved, of: id, was: was === saved ? undefined : was }),
  refused: ({ reason }, { status }, args) => ({
    to: listAddress(sheet(args), args.url, { refused: reason, to: status }),
  }),
  back: sheet,
});

export const verificationForm = form({
  schema: z.strictObject({
    from: z.enum(VERIFICATIONS).optional(),
    reference: z.string().max(100).optional(),
    verification: z.enum(VERIFICATIONS),
    reason: reasonSchema,
    page: z.enum(['payments', 'overview']).optional(),
    paymentId: uuidSchema.optional(),
  }),
  run: (shop, { page: _page, paymentId: _paymentId, ...wanted }, { params: { id } }) =>
    verifyPayment(shop, { orderId: id, ...wanted }),
  done: (order, { page, paymentId, verification, reference = order.paymentReferenceId }, args) =>
    page
      ? listAddress(ADDRESSES[page], args.url, {
          done: verification,
          of: order.id,
          paid: verification === 'matched' ? paymentId : undefined,
          // Only the newest payment of an order paid in parts can be undone.
          undo: reference === order.paymentReferenceId ? 'yes' : undefined,
        })
      : listAddress(sheet(args), args.url),
  refused: ({ reason }, { page }, args) => ({
    to: page
      ? listAddress(ADDRESSES[page], args.url, {
          reject: page === 'overview' || reason === 'stale' ? undefined : args.params.id,
          refused: reason,
        })
      : listAddress(sheet(args), args.url, { refused: REFUSED_AS[reason] }),
  }),
  back: sheet,
});
