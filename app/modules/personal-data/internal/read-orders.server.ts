import { type Column, desc, eq, sql } from 'drizzle-orm';
import { orderHistory, orders, shipmentEvents } from '#app/modules/orders/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

/** The signed-in person's orders, each with what became of it. */
export async function readOrders(shop: Shop) {
  const [ordered, history, shipments] = await Promise.all([findOrders(shop), findHistory(shop), findShipments(shop)]);
  return ordered.map((order) => ({
    ...order,
    history: history.filter((change) => change.orderId === order.id).map(({ orderId: _, ...change }) => change),
    shipments: shipments.filter((event) => event.orderId === order.id).map(({ orderId: _, ...event }) => event),
  }));
}

/** Whether a row belongs to an order of the signed-in person. */
export const ofMyOrders = (shop: Shop, orderId: Column) =>
  sql`${orderId} in (select ${orders.id} from ${orders} where ${eq(orders.userId, signedIn(shop).userId)})`;

const findOrders = (shop: Shop) =>
  shop.database
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      createdAt: orders.createdAt,
      status: orders.status,
      items: orders.items,
      subtotal: orders.subtotal,
      discountAmount: orders.discountAmount,
      couponCode: orders.couponCode,
      shippingCost: orders.shippingCost,
      codCharge: orders.codCharge,
      gstAmount: orders.gstAmount,
      total: orders.total,
      paymentMethod: orders.paymentMethod,
      paymentStatus: orders.paymentStatus,
      paymentReferenceId: orders.paymentReferenceId,
      verification: orders.verification,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
      shippingAddress: orders.shippingAddress,
    })
    .from(orders)
    .where(eq(orders.userId, signedIn(shop).userId))
    .orderBy(desc(orders.createdAt));

const findHistory = (shop: Shop) =>
  shop.database
    .select({
      orderId: orderHistory.orderId,
      from: orderHistory.fromStatus,
      to: orderHistory.toStatus,
      reason: orderHistory.reason,
      createdAt: orderHistory.createdAt,
    })
    .from(orderHistory)
    .where(ofMyOrders(shop, orderHistory.orderId))
    .orderBy(orderHistory.sequence);

const findShipments = (shop: Shop) =>
  shop.database
    .select({
      orderId: shipmentEvents.orderId,
      step: shipmentEvents.step,
      description: shipmentEvents.description,
      carrier: shipmentEvents.carrier,
      trackingNumber: shipmentEvents.trackingNumber,
      happenedAt: shipmentEvents.happenedAt,
    })
    .from(shipmentEvents)
    .where(ofMyOrders(shop, shipmentEvents.orderId))
    .orderBy(shipmentEvents.happenedAt);
