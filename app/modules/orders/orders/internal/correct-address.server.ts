import type { ShippingAddress } from '#app/basics/address.ts';
import { type Refused, refused, type Result } from '#app/basics/result.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { takesAddress } from '#app/modules/orders/orders/order-life.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { publish, topicsOfOrder } from '#app/platform/live/live.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { lockOrder, toOrder } from './order-row.server.ts';
import { transition } from './transition.server.ts';

const FIELD_NAMES = {
  name: 'name',
  email: 'e-mail',
  phone: 'phone',
  street: 'street',
  city: 'city',
  state: 'state',
  zipCode: 'PIN code',
  country: 'country',
} as const satisfies Record<keyof ShippingAddress, string>;

type AddressRefusal = Refused<'already-shipped', undefined> | Stale<ShippingAddress>;

/**
 * Corrects the address of an unshipped order. The history names only the changed fields. Refuses a stale `seen`. Admins
 * only.
 */
export async function correctAddress(
  shop: Shop,
  { orderId, address, seen }: { orderId: string; address: ShippingAddress; seen?: string | undefined },
): Promise<Result<Order, AddressRefusal>> {
  adminOnly(shop);
  return allOrNothing<Order, AddressRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, orderId);
    if (!takesAddress(order)) return refuse(refused('already-shipped'));
    const fields = Object.keys(FIELD_NAMES) as (keyof ShippingAddress)[];
    const corrected = fields.filter((field) => order.shippingAddress[field] !== address[field]);
    if (corrected.length === 0) return toOrder(order);
    if (isStale(seen, digestSeen(order.shippingAddress))) return refuse(refused('stale', order.shippingAddress));
    const reason = `Shipping address corrected: ${corrected.map((field) => FIELD_NAMES[field]).join(', ')}`;
    const { value: changed } = await transition(shop, order, { type: 'correct-address', address, reason });
    await audit(shop, {
      action: 'order.address',
      table: 'orders',
      id: order.id,
      before: order.shippingAddress,
      after: address,
    });
    await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
    return toOrder(changed);
  });
}
