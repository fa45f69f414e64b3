import { addLine, getCart } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { sampleId } from '#app/modules/catalogue/artworks/artwork.ts';
import { checkCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import type { OrderStatus } from '#app/modules/orders/orders/order.ts';
import { cancelOrder, recordShipment, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { openCheckout, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { price } from '#app/modules/orders/pricing/pricing.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { daysAgo } from '#samples/days.ts';
import type { Customer, SamplePerson } from '#samples/identity/people.ts';

type Step =
  | { matched: number }
  | { rejected: number; reason: string }
  | { cancelledByCustomer: number }
  | { step: 'in_transit' | 'out_for_delivery'; at: number; text: string }
  | { status: OrderStatus; at: number; reason?: string };

type SampleOrder = {
  by: SamplePerson;
  at: number;
  items: Record<number, number>;
  coupon?: string;
  orderNumber?: string;
  reference: string;
  life: Step[];
};

const ORDERS: SampleOrder[] = [
  {
    by: 'meera',
    at: 75,
    items: { 5: 1 },
    reference: '526518840217',
    life: [{ matched: 74.5 }, { status: 'shipped', at: 73 }, { status: 'delivered', at: 68 }],
  },
  {
    by: 'asha',
    at: 52,
    items: { 7: 1, 10: 1 },
    coupon: 'RAKHI20',
    reference: '527340115862',
    life: [{ matched: 51.6 }, { status: 'shipped', at: 50 }, { status: 'delivered', at: 45 }],
  },
  {
    by: 'vikram',
    at: 47,
    items: { 12: 2, 13: 1 },
    coupon: 'RAKHI20',
    reference: '527861902244',
    life: [{ matched: 46.5 }, { status: 'shipped', at: 45.5 }, { status: 'delivered', at: 41 }],
  },
  { by: 'farida', at: 33, items: { 8: 1 }, reference: '529120447731', life: [{ cancelledByCustomer: 32.96 }] },
  {
    by: 'joseph',
    at: 20,
    items: { 9: 1 },
    reference: '530480216905',
    life: [{ matched: 19.5 }, { status: 'shipped', at: 18 }, { status: 'delivered', at: 13 }],
  },
  // This day is within the return window of seven days.
  {
    by: 'asha',
    at: 12,
    items: { 4: 1 },
    orderNumber: 'BV-7K3M-9QX2',
    reference: '531276550348',
    life: [
      { matched: 11.7 },
      { status: 'shipped', at: 10 },
      { step: 'in_transit', at: 8.4, text: 'Left Haldwani by road.' },
      { step: 'out_for_delivery', at: 4.3, text: 'With the courier in Almora.' },
      { status: 'delivered', at: 4 },
    ],
  },
  {
    by: 'asha',
    at: 4,
    items: { 6: 1, 11: 2 },
    coupon: 'DEEPAWALI15',
    orderNumber: 'BV-4H8T-2MRD',
    reference: '532081447920',
    life: [
      { matched: 3.8 },
      { status: 'shipped', at: 2 },
      { step: 'in_transit', at: 0.6, text: 'Left Haldwani, on the way to Almora.' },
    ],
  },
  {
    by: 'farida',
    at: 2.2,
    items: { 7: 1 },
    reference: '532290813376',
    life: [{ status: 'pending', at: 1.9, reason: 'Waiting for the second firing' }],
  },
  { by: 'meera', at: 1.3, items: { 14: 1, 12: 1 }, coupon: 'WELCOME10', reference: '532377601154', life: [] },
  { by: 'vikram', at: 0.4, items: { 10: 2 }, reference: '532465120089', life: [] },
  {
    by: 'joseph',
    at: 0.2,
    items: { 13: 1 },
    reference: 'PAYTM8841',
    life: [{ rejected: 0.1, reason: 'No such amount in the bank statement' }],
  },
];

const isCancelled = ({ life }: SampleOrder): boolean =>
  life.some((step) => 'cancelledByCustomer' in step || 'rejected' in step);

export const sold = (number: number): number =>
  ORDERS.filter((order) => !isCancelled(order)).reduce((total, order) => total + (order.items[number] ?? 0), 0);

export async function placeSampleOrders(shop: Shop, customers: Record<SamplePerson, Customer>): Promise<void> {
  for (const order of ORDERS) {
    const orderId = await place(shop, customers[order.by], order);
    for (const step of order.life) await take(shop, customers[order.by], orderId, step);
  }
}

async function place(
  shop: Shop,
  customer: Customer,
  { at, items, coupon: code, orderNumber, reference }: SampleOrder,
): Promise<string> {
  const then = customer.contextFor(daysAgo(shop, at));
  for (const [number, quantity] of Object.entries(items)) {
    unwrap(await addLine(then, NO_GUEST_CART, { artworkId: sampleId(Number(number)), quantity }));
  }
  const lines = (await getCart(then, NO_GUEST_CART)).lines.map(({ artworkId, quantity, artwork }) => ({
    artworkId,
    quantity,
    price: artwork!.price!,
  }));
  const discountPercentage = code === undefined ? 0 : unwrap(await checkCoupon(then, code)).discountPercentage;
  const { name, email, phone, address } = customer;
  const { key } = await openCheckout(then, orderNumber);
  const placed = unwrap(
    await placeOrder(then, {
      key,
      seenLines: lines,
      seenTotal: price({ lines, discountPercentage, settings: await getSettings(then), destination: address }).total,
      couponCode: code,
      shippingAddress: { ...address, state: address.state as never, country: 'India', name, email, phone },
      paymentMethod: 'manual',
      paymentReferenceId: reference,
    }),
  );
  return placed.id;
}

async function take(shop: Shop, customer: Customer, orderId: string, step: Step): Promise<void> {
  if ('matched' in step)
    unwrap(await verifyPayment({ ...shop, now: daysAgo(shop, step.matched) }, { orderId, verification: 'matched' }));
  else if ('rejected' in step)
    unwrap(
      await verifyPayment(
        { ...shop, now: daysAgo(shop, step.rejected) },
        { orderId, verification: 'rejected', reason: step.reason },
      ),
    );
  else if ('cancelledByCustomer' in step)
    unwrap(await cancelOrder(customer.contextFor(daysAgo(shop, step.cancelledByCustomer)), orderId));
  else if ('step' in step)
    unwrap(
      await recordShipment(
        { ...shop, now: daysAgo(shop, step.at) },
        { orderId, step: step.step, description: step.text },
      ),
    );
  else
    unwrap(
      await setOrderStatus(
        { ...shop, now: daysAgo(shop, step.at) },
        { orderId, status: step.status, ...(step.reason ? { reason: step.reason } : {}) },
      ),
    );
}

/** A refusal means that the sample is wrong. */
function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; reason: string }): Value {
  if (!result.ok) throw new Error(`the sample was refused: ${result.reason}`);
  return result.value;
}
