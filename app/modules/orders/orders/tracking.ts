import { dayInIndia } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import { plainCode } from '#app/basics/typed-text.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { businessDaysAfter, estimateArrival } from '#app/modules/store/shipping/delivery.ts';
import { zoneFor } from '#app/modules/store/shipping/shipping.ts';
import { type TrackingLink, trackingLink } from './courier.ts';
import type { OrderLine, OrderStatus, SHIPMENT_STEPS } from './order.ts';

export const TRACKING_STEPS = [
  'Order Placed',
  'Processing',
  'Shipped',
  'In Transit',
  'Out for Delivery',
  'Delivered',
] as const;
export type TrackingStatus = (typeof TRACKING_STEPS)[number];

export type TrackingStep = {
  status: TrackingStatus;
  completed: boolean;
  current: boolean;
  at: Date | null;
  description: string;
  links?: TrackingLink[];
};

/** Only for people who know the last four phone digits. */
export type Parcel = {
  items: OrderLine[];
  totals: Totals;
  /** False for a discount without a coupon. */
  hasCoupon: boolean;
  cancellationFee: Paise;
  handedOver: boolean;
  paid: { received: Paise; payable: Paise; isAdvance: boolean } | null;
  lookedFor: { ending: string; amount: Paise } | null;
  name: string;
  address: string[];
};

export type Tracking = {
  /** Identifies the order in live updates, without giving access to it. */
  id: string;
  orderNumber: string;
  status: OrderStatus;
  unpaid: boolean;
  isUnconfirmed: boolean;
  awaitsCall: boolean;
  madeToOrder: boolean;
  orderDate: Date;
  steps: TrackingStep[];
  /** 'YYYY-MM-DD' in India; null after delivery or cancellation. */
  estimatedDelivery: string | null;
  actualDelivery: Date | null;
  cancelledAt: Date | null;
  isReturnedToSender: boolean;
  parcel: Parcel | null;
  isSignedIn: boolean;
};

const bare = (typed: string): string =>
  plainCode(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 40);

/** Turns 'bv 7k3m–9qx2', '#BV7K3M9QX2' and '7k3m9qx2' into 'BV-7K3M-9QX2'. */
export const normaliseOrderNumber = (typed: string): string =>
  bare(typed).replace(/^(?:BV)?([A-Z0-9]{4})([A-Z0-9]{4})$/, 'BV-$1-$2');

export const readShortId = (typed: string): string | undefined => /^[0-9A-F]{6}$/.exec(bare(typed))?.[0].toLowerCase();

type Change = { toStatus: OrderStatus; fromStatus: OrderStatus | null; createdAt: Date };
type Shipment = {
  step: (typeof SHIPMENT_STEPS)[number];
  description: string;
  carrier?: string | null;
  trackingNumber?: string | null;
  happenedAt: Date;
};

const REACHED: Record<OrderStatus, number> = { pending: 0, processing: 1, shipped: 2, delivered: 5, cancelled: -1 };

const hasLeft = (status: OrderStatus | null) => status !== null && REACHED[status] >= REACHED.shipped;

const DESCRIPTIONS: Record<TrackingStatus, string> = {
  'Order Placed': 'We have your order.',
  Processing: 'We’re checking and wrapping your order.',
  Shipped: 'Handed to the courier.',
  'In Transit': 'On its way to you.',
  'Out for Delivery': 'With the courier in your town.',
  Delivered: 'It has arrived.',
};

export function trackingSteps(
  order: { status: OrderStatus; createdAt: Date; isUnconfirmed?: boolean },
  changes: readonly Change[],
  shipments: readonly Shipment[],
): TrackingStep[] {
  if (order.status === 'cancelled') return [];
  const cameTo = (status: OrderStatus) =>
    changes.findLast((change) => change.toStatus === status && change.fromStatus !== status)?.createdAt ?? null;
  // If a mistaken delivery was undone, the steps do not start again.
  const leftAt = changes.findLast(({ fromStatus, toStatus }) => hasLeft(toStatus) && !hasLeft(fromStatus))?.createdAt;
  const sinceItLeft = <Moment>(moments: readonly Moment[], at: (moment: Moment) => Date) =>
    moments.filter((moment) => !leftAt || at(moment) >= leftAt);
  const shippedStep = sinceItLeft(changes, ({ createdAt }) => createdAt).find(
    ({ fromStatus, toStatus }) => toStatus === 'shipped' && fromStatus !== 'shipped',
  );
  const journey = hasLeft(order.status) ? sinceItLeft(shipments, ({ happenedAt }) => happenedAt) : [];
  const onTheWay = (step: Shipment['step']) => journey.findLast((shipment) => shipment.step === step);
  const parcels = journey.filter(({ step, description }) => step === 'shipped' && description !== '');
  const links = parcels.flatMap((parcel) => trackingLink(parcel) ?? []);
  const transit = onTheWay('in_transit');
  const out = onTheWay('out_for_delivery');
  const delivered = onTheWay('delivered');
  const moments: { at: Date | null; description?: string; seen: boolean }[] = [
    { at: order.createdAt, seen: false },
    {
      at: cameTo('processing'),
      description: order.isUnconfirmed && order.status === 'processing' ? 'We’re confirming your payment.' : undefined,
      seen: false,
    },
    {
      at: parcels[0]?.happenedAt ?? shippedStep?.createdAt ?? null,
      description: parcels.map(({ description }) => description).join(' '),
      seen: false,
    },
    { at: transit?.happenedAt ?? null, description: transit?.description, seen: transit !== undefined },
    { at: out?.happenedAt ?? null, description: out?.description, seen: out !== undefined },
    { at: cameTo('delivered'), description: delivered?.description, seen: false },
  ];
  const completed = moments.map(({ seen }, place) => place <= REACHED[order.status] || seen);
  const current = completed.lastIndexOf(true);
  return TRACKING_STEPS.map((status, place) => ({
    status,
    completed: completed[place]!,
    current: place === current,
    at: completed[place] ? moments[place]!.at : null,
    description: completed[place] ? moments[place]!.description || DESCRIPTIONS[status] : '',
    ...(status === 'Shipped' && links.length > 0 && { links }),
  }));
}

/** Returns the last day of the delivery time for the PIN code, counted from shipping or else from the order. */
export function estimatedDelivery(
  settings: Pick<Settings, 'promises' | 'shippingZones' | 'holidays'>,
  {
    createdAt,
    shippedAt,
    ...order
  }: { createdAt: Date; shippedAt: Date | null; madeToOrder: boolean; zipCode: string },
): string {
  if (!shippedAt) return estimateArrival(settings, { orderedOn: dayInIndia(createdAt), ...order }).to;
  const { businessDays } = zoneFor(settings.shippingZones, order.zipCode);
  return businessDaysAfter(dayInIndia(shippedAt), businessDays.to, settings.holidays);
}
