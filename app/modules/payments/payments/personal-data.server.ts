import { desc, eq } from 'drizzle-orm';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { orderHistory, orders, shipmentEvents } from '#app/modules/orders/orders/tables.server.ts';
import { isOfMyOrders, readShipments } from '#app/modules/orders/orders/orders.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { refundDestinations } from './tables.server.ts';

export const paymentData: PersonalData = { read: { orders: readOrders } };

async function readOrders(shop: Shop) {
  const [ordered, ...parts] = await Promise.all([
    findOrders(shop),
    findHistory(shop),
    readShipments(shop, isOfMyOrders(shop, shipmentEvents.orderId)),
    findPayments(shop),
    findRefunds(shop),
    findRefundDestinations(shop),
  ]);
  return ordered.map((order) => {
    const ofOrder = <Row extends { orderId: string }>(rows: readonly Row[]) =>
      rows.filter(({ orderId }) => orderId === order.id).map(({ orderId: _, ...row }) => row);
    const [history, shipments, paid, refunded, destinations] = parts;
    return {
      ...order,
      history: ofOrder(history),
      shipments: ofOrder(shipments).map(({ id: _, ...shipment }) => shipment),
      payments: ofOrder(paid),
      refunds: ofOrder(refunded),
      refundTo: ofOrder(destinations)[0] ?? null,
    };
  });
}

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
      advance: orders.advance,
      cancellationFee: orders.cancellationFee,
      paymentMethod: orders.paymentMethod,
      paymentStatus: orders.paymentStatus,
      paymentReferenceId: orders.paymentReferenceId,
      verification: orders.verification,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
      shippingAddress: orders.shippingAddress,
      firm: orders.firm,
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
    .where(isOfMyOrders(shop, orderHistory.orderId))
    .orderBy(orderHistory.sequence);

const findPayments = (shop: Shop) =>
  shop.database
    .select({
      orderId: payments.orderId,
      amount: payments.amount,
      referenceId: payments.referenceId,
      status: payments.status,
      verification: payments.verification,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(isOfMyOrders(shop, payments.orderId))
    .orderBy(payments.createdAt, payments.id);

const findRefunds = (shop: Shop) =>
  shop.database
    .select({
      orderId: payments.orderId,
      amount: refunds.amount,
      referenceId: refunds.referenceId,
      status: refunds.status,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isOfMyOrders(shop, payments.orderId))
    .orderBy(refunds.createdAt, refunds.id);

const findRefundDestinations = (shop: Shop) =>
  shop.database
    .select({
      orderId: refundDestinations.orderId,
      upiId: refundDestinations.upiId,
      accountHolder: refundDestinations.accountHolder,
      accountNumber: refundDestinations.accountNumber,
      ifsc: refundDestinations.ifsc,
      givenAt: refundDestinations.givenAt,
    })
    .from(refundDestinations)
    .where(isOfMyOrders(shop, refundDestinations.orderId));
