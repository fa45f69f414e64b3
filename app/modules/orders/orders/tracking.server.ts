import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { awaitsConfirmation, orderPayment } from './order-payment.ts';
import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { destinationLines, type Order } from './order.ts';
import { readShipments, toOrder } from './orders.server.ts';
import { orderHistory, orders, shipmentEvents } from './tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import {
  estimatedDelivery,
  normaliseOrderNumber,
  type Parcel,
  readShortId,
  type Tracking,
  trackingSteps,
} from './tracking.ts';

export type TrackRefusal = Refused<'not-found', undefined> | TooMany;

const LOOKUPS = { capacity: 30, refillPerMinute: 6 };
/** Limits attempts, because there are only ten thousand combinations. */
const DIGITS_OF_ADDRESS = { capacity: 5, refillPerMinute: 0.5 };
const DIGITS_OF_ORDER = { capacity: 5, refillPerMinute: 5 / 60 };
/** Limits attempts per order from all networks, so that guesses from one network do not block the customer. */
const DIGITS_EVERYWHERE = { capacity: 60, refillPerMinute: 0.5 };

/**
 * Returns an order's progress, and with the right last four digits of the phone also its parcel. Wrong numbers and wrong
 * digits get the same refusal.
 */
export async function trackOrder(
  shop: Shop,
  asked: { orderNumber: string; phoneDigits?: string },
): Promise<Result<Tracking, TrackRefusal>> {
  const orderNumber = normaliseOrderNumber(asked.orderNumber);
  const limited = await countTry(shop, orderNumber, asked.phoneDigits !== undefined);
  if (!limited.ok) return limited;
  const shortId = 'userId' in shop.actor ? readShortId(asked.orderNumber) : undefined;
  const [order] = await shop.database
    .select()
    .from(orders)
    .where(
      'userId' in shop.actor && shortId !== undefined
        ? and(eq(orders.userId, shop.actor.userId), eq(sql`right(${orders.id}::text, 6)`, shortId))
        : eq(orders.orderNumber, orderNumber),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (!order) return refused('not-found');
  const isSignedIn =
    shop.actor.kind === 'admin' || (shop.actor.kind === 'customer' && shop.actor.userId === order.userId);
  const digits = asked.phoneDigits?.replace(/\D/g, '');
  if (digits !== undefined && !isSignedIn && (digits.length !== 4 || !order.shippingAddress.phone.endsWith(digits)))
    return refused('not-found');

  const [changes, shipments, settings, balance] = await Promise.all([
    shop.database
      .select({
        toStatus: orderHistory.toStatus,
        fromStatus: orderHistory.fromStatus,
        createdAt: orderHistory.createdAt,
      })
      .from(orderHistory)
      .where(eq(orderHistory.orderId, order.id))
      .orderBy(asc(orderHistory.sequence)),
    readShipments(shop, eq(shipmentEvents.orderId, order.id)),
    getSettings(shop),
    balanceOfOrder(shop, order.id),
  ]);
  const payment = orderPayment(order, balance);
  const isUnconfirmed = order.advance === null && awaitsConfirmation(order);
  const steps = trackingSteps({ ...order, isUnconfirmed }, changes, shipments);
  const at = (status: (typeof steps)[number]['status']) => steps.find((step) => step.status === status)?.at ?? null;
  const madeToOrder = order.items.some((item) => item.made_to_order);
  const isOver = order.status === 'delivered' || order.status === 'cancelled';
  return done({
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    unpaid: order.advance === null ? payment.payAt === 'checkout' : payment.payable > 0,
    isUnconfirmed,
    awaitsCall: order.status === 'pending' && payment.payAt === 'delivery',
    madeToOrder,
    orderDate: order.createdAt,
    steps,
    estimatedDelivery: isOver
      ? null
      : estimatedDelivery(settings, {
          createdAt: order.createdAt,
          shippedAt: at('Shipped'),
          madeToOrder,
          zipCode: order.shippingAddress.zipCode,
        }),
    actualDelivery: at('Delivered'),
    cancelledAt:
      order.status === 'cancelled'
        ? (changes.findLast((change) => change.toStatus === 'cancelled')?.createdAt ?? order.updatedAt)
        : null,
    isReturnedToSender: order.returnedToSenderAt !== null,
    parcel: isSignedIn || digits !== undefined ? parcelOf(toOrder(order), balance) : null,
    isSignedIn,
  });
}

async function countTry(shop: Shop, orderNumber: string, withDigits: boolean): Promise<Result<undefined, TooMany>> {
  // Counts attempts by account, so that people behind one network address do not share a limit.
  if (shop.actor.kind !== 'guest' && !withDigits) return takeToken(shop, `track:${ownerOf(shop)}`, LOOKUPS);
  const lookup = await takeToken(shop, `track:${shop.visitorAddress}`, LOOKUPS);
  if (!lookup.ok || !withDigits) return lookup;
  const byAddress = await takeToken(shop, `track-digits:${shop.visitorAddress}`, DIGITS_OF_ADDRESS);
  if (!byAddress.ok) return byAddress;
  const atOrder = await takeToken(shop, `track-digits:${shop.visitorAddress}:${orderNumber}`, DIGITS_OF_ORDER);
  return atOrder.ok ? takeToken(shop, `track-digits:${orderNumber}`, DIGITS_EVERYWHERE) : atOrder;
}

const ownerOf = (shop: Shop): string => ('userId' in shop.actor ? shop.actor.userId : shop.actor.kind);

function parcelOf(order: Order, balance: Balance): Parcel {
  const { items, subtotal, shippingCost, codCharge, discountAmount, gstAmount, total, shippingAddress: to } = order;
  const payment = orderPayment(order, balance);
  const isPaidInParts = order.advance !== null || (balance.received > 0 && payment.cash > 0);
  return {
    items,
    totals: { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total },
    hasCoupon: order.couponCode !== null,
    cancellationFee: order.cancellationFee,
    handedOver: order.handedOver,
    paid:
      !isPaidInParts || order.status === 'cancelled'
        ? null
        : {
            received: balance.received,
            payable: payment.payable,
            isAdvance: !payment.hasAdvance,
          },
    lookedFor:
      order.paymentReferenceId !== null && payment.state === 'awaiting-confirmation'
        ? { ending: order.paymentReferenceId.slice(-4), amount: order.total }
        : null,
    name: to.name,
    address: destinationLines(order),
  };
}
