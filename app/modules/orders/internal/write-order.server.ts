import { randomUUID } from 'node:crypto';
import type { ShippingAddress } from '#app/basics/address.ts';
import type { OrderItem, PaymentMethod, PaymentStatus, Verification } from '#app/modules/orders/order.ts';
import { orderHistory, orders } from '#app/modules/orders/tables.server.ts';
import type { Totals } from '#app/modules/pricing/pricing.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';
import { newOrderNumber } from './open-checkout.server.ts';
import type { OrderRow } from './order-row.server.ts';

/** An order the studio writes down for a customer: it doesn't come from a cart, and its totals were priced by the caller. */
export type WrittenOrder = {
  key: string;
  orderNumber?: string;
  userId: string | null;
  items: OrderItem[];
  totals: Totals;
  shippingAddress: ShippingAddress;
  payment: {
    method: PaymentMethod;
    status: PaymentStatus;
    reference: string | null;
    verification: Verification;
  };
  reason: string;
};

/**
 * Writes an order with its history and announces it, in the caller's transaction, which has taken the stock. Undefined
 * when its key or its payment reference is another order's.
 */
export async function writeOrder(shop: Shop, wanted: WrittenOrder): Promise<OrderRow | undefined> {
  const { key, orderNumber = newOrderNumber(), userId, items, totals, shippingAddress, payment, reason } = wanted;
  const [written] = await shop.database
    .insert(orders)
    .values({
      id: randomUUID(),
      orderNumber,
      userId,
      items,
      ...totals,
      shippingAddress,
      paymentMethod: payment.method,
      paymentStatus: payment.status,
      paymentReferenceId: payment.reference,
      verification: payment.verification,
      status: 'processing',
      customerName: shippingAddress.name,
      customerEmail: shippingAddress.email,
      madeBy: actorId(shop),
      madeKey: key,
      createdAt: shop.now,
      updatedAt: shop.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!written) return undefined;
  await shop.database.insert(orderHistory).values({
    orderId: written.id,
    toStatus: written.status,
    changedBy: actorId(shop),
    reason,
    createdAt: shop.now,
  });
  await announce(shop, 'orders.placed', { orderId: written.id });
  return written;
}
