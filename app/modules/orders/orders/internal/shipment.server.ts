import { and, asc, eq, type SQL } from 'drizzle-orm';
import { type Refused, refused, type Result, done } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { shipmentEvents } from '#app/modules/orders/orders/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { lockOrder } from './order-row.server.ts';
import { getOrder } from './read-orders.server.ts';

type ShipmentNote = {
  orderId: string;
  step: 'shipped' | 'in_transit' | 'out_for_delivery';
  description?: string;
} & Parcel;

export async function insertShipment(shop: Shop, event: ShipmentNote): Promise<void> {
  await shop.database.insert(shipmentEvents).values({
    ...event,
    description: event.description?.trim() ?? handedTo(event),
    happenedAt: shop.now,
    recordedBy: actorId(shop),
  });
  await audit(shop, { action: 'order.shipment', table: 'orders', id: event.orderId, after: { ...event } });
}

export type Parcel = { carrier?: string; trackingNumber?: string; ewayBill?: string };

const handedTo = ({ carrier, trackingNumber }: Parcel): string =>
  `Handed to ${carrier ?? 'the courier'}${trackingNumber ? `, number ${trackingNumber}` : ''}.`;

/** Records a parcel's tracking event. Refused before shipping and after delivery. Admins only. */
export async function recordShipment(
  shop: Shop,
  event: ShipmentNote,
): Promise<Result<undefined, Refused<'not-on-its-way', undefined>>> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const order = await lockOrder(shop, event.orderId);
    if (order.status !== 'shipped') return refused('not-on-its-way');
    await insertShipment(shop, { ...event, orderId: order.id });
    await announce(shop, 'orders.shipment-recorded', { orderId: order.id });
    return done();
  });
}

/** Deletes a tracking event of a parcel. Repeating is safe. Refused before shipping and after delivery. Admins only. */
export async function removeShipment(
  shop: Shop,
  { orderId, eventId }: { orderId: string; eventId: string },
): Promise<Result<undefined, Refused<'not-on-its-way', undefined>>> {
  adminOnly(shop);
  if (!isUuid(eventId)) throw notFound();
  return inTransaction(shop, async (shop) => {
    const order = await lockOrder(shop, orderId);
    if (order.status !== 'shipped') return refused('not-on-its-way');
    const [gone] = await shop.database
      .delete(shipmentEvents)
      .where(and(eq(shipmentEvents.id, eventId), eq(shipmentEvents.orderId, order.id)))
      .returning();
    if (!gone) return done();
    const { step, description, carrier, trackingNumber, ewayBill } = gone;
    await audit(shop, {
      action: 'order.shipment-remove',
      table: 'orders',
      id: order.id,
      before: { step, description, carrier, trackingNumber, ewayBill },
    });
    await announce(shop, 'orders.shipment-recorded', { orderId: order.id });
    return done();
  });
}

export async function findShipments(shop: Shop, orderId: string) {
  const order = await getOrder(shop, orderId);
  return readShipments(shop, eq(shipmentEvents.orderId, order.id));
}

export const readShipments = (shop: Shop, which: SQL) =>
  shop.database
    .select({
      id: shipmentEvents.id,
      orderId: shipmentEvents.orderId,
      step: shipmentEvents.step,
      description: shipmentEvents.description,
      carrier: shipmentEvents.carrier,
      trackingNumber: shipmentEvents.trackingNumber,
      ewayBill: shipmentEvents.ewayBill,
      happenedAt: shipmentEvents.happenedAt,
    })
    .from(shipmentEvents)
    .where(which)
    .orderBy(asc(shipmentEvents.happenedAt));
