import { z } from 'zod';
import type { ShippingAddress } from '#app/basics/address.ts';
import { itemKey } from '#app/basics/item.ts';
import { NOTHING, type Paise, paise, percentageOf, sum } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';
import { itemOf, type OrderItem } from '#app/modules/orders/orders/order.ts';
import { afterDiscount, lineTotal, price, type Totals } from '#app/modules/orders/pricing/pricing.ts';
import type { CashRefusal } from '#app/modules/payments/payments/cash-on-delivery.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { shippingFor } from '#app/modules/store/shipping/shipping.ts';
import type { NotServed } from './messages.ts';

export const MAX_NOTE = 500;
const seenAmount = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((text) => paise(Number(text)));

const { email: _email, country: _country, ...addressFields } = shippingAddressSchema.shape;

/** The total and discount are those the customer saw, in paise. */
export const orderChangeSchema = z.strictObject({
  ...addressFields,
  note: z.string().trim().max(MAX_NOTE, `At most ${MAX_NOTE} characters`),
  /** Is the digest of the order that the form shows. */
  seen: z.string().max(64),
  seenTotal: seenAmount,
  seenDiscount: seenAmount,
});

/** `quantities` has the wanted number of each item by `itemKey`; 0 removes it. */
export type OrderChange = z.output<typeof orderChangeSchema> & {
  orderId: string;
  quantities: ReadonlyMap<string, number>;
};

export type ChangedTotals = { before: Totals; totals: Totals; droppedCoupon: string | null };

export type ChangeRefusal =
  | Refused<'too-late', { withinHours: number }>
  | Refused<
      'already-shipped' | 'from-request' | 'payment-open' | 'refund-open' | 'return-open' | 'nothing-left' | 'quantity',
      undefined
    >
  | Refused<'total-changed', ChangedTotals>
  | Stale<{ seen: string }>
  | NotServed
  | CashRefusal;

const PREFIX = 'pieces.';

export const piecesField = (item: OrderItem): string => `${PREFIX}${itemKey(itemOf(item))}`;
export const removeField = (item: OrderItem): string => `remove.${itemKey(itemOf(item))}`;

/** Takes quantities and Remove boxes from a form. An invalid number becomes NaN. */
export function readPieces(form: FormData): { quantities: Map<string, number>; typed: Record<string, string> } {
  const fields = [...form].filter(
    (entry): entry is [string, string] => /^(pieces|remove)\./.test(entry[0]) && typeof entry[1] === 'string',
  );
  for (const [name] of fields) form.delete(name);
  const quantities = new Map<string, number>();
  for (const [name, text] of fields.slice(0, 200))
    if (name.startsWith(PREFIX)) quantities.set(name.slice(PREFIX.length), /^\d{1,6}$/.test(text) ? Number(text) : NaN);
  for (const [name] of fields.slice(0, 200))
    if (!name.startsWith(PREFIX)) quantities.set(name.slice('remove.'.length), 0);
  return {
    quantities,
    typed: Object.fromEntries(fields.slice(0, 200).map(([name, text]) => [name, text.slice(0, 20)])),
  };
}

/** Returns the remaining items. Undefined for a larger or invalid quantity, or for an item that is not in the order. */
export function keptItems(items: readonly OrderItem[], quantities: OrderChange['quantities']): OrderItem[] | undefined {
  const known = new Set(items.map((item) => itemKey(itemOf(item))));
  if ([...quantities].some(([key, quantity]) => !known.has(key) && quantity !== 0)) return undefined;
  const wanted = items.map((item) => quantities.get(itemKey(itemOf(item))) ?? item.quantity);
  if (items.some(({ quantity }, at) => !(wanted[at]! >= 0 && wanted[at]! <= quantity))) return undefined;
  return items.map((item, at) => ({ ...item, quantity: wanted[at]! })).filter(({ quantity }) => quantity > 0);
}

type PricedOrder = Totals & {
  items: readonly OrderItem[];
  couponCode: string | null;
  shippingAddress: Pick<ShippingAddress, 'zipCode'>;
};

/**
 * Prices a changed order at its own prices. Fewer pieces judge the coupon again; `percentage` is undefined when it no
 * longer applies. Shipping stays unless today's charge differs for the change.
 */
export function priceChange(
  order: PricedOrder,
  {
    items,
    zipCode,
    percentage,
    settings,
  }: { items: readonly OrderItem[]; zipCode: string; percentage: number | undefined; settings: Settings },
): { totals: Totals; dropsCoupon: boolean } {
  const { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total } = order;
  const own = { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total };
  const isSmaller = countPieces(items) < countPieces(order.items);
  if (!isSmaller && zipCode === order.shippingAddress.zipCode) return { totals: own, dropsCoupon: false };
  const dropsCoupon = isSmaller && order.couponCode !== null && percentage === undefined;
  const discount = !isSmaller ? discountAmount : dropsCoupon ? NOTHING : discountOn(order, items, percentage);
  const priced = (rules: Settings) =>
    price({
      lines: items.map((item) => ({ ...item, gst: gstOf(item) })),
      discount,
      codCharge,
      // GST is added or included as when the order was placed.
      settings: { ...rules, seller: { ...rules.seller, ...(gstAmount > 0 ? ADDS_GST : INCLUDES_GST) } },
      destination: { zipCode },
    });
  const totals = priced(settings);
  const chargeBefore = shippingFor(settings, afterDiscount(own), order.shippingAddress);
  if (totals.shippingCost !== chargeBefore) return { totals, dropsCoupon };
  const ownCharge = { shippingMode: 'flat', flatShipping: { cost: shippingCost, freeAbove: null } } as const;
  return { totals: priced({ ...settings, ...ownCharge }), dropsCoupon };
}

const ADDS_GST = { status: 'regular', pricesExcludeGst: true } as const;
const INCLUDES_GST = { pricesExcludeGst: false } as const;

const gstOf = ({ gst_rate: gstRate = 0, hsn = '' }: OrderItem) => ({ medium: 'oil' as const, gstRate, hsn });

export const countPieces = (items: readonly OrderItem[]): number =>
  items.reduce((all, { quantity }) => all + quantity, 0);

/** Returns the coupon's percentage of the remaining pieces, or else the same share that the order's discount had. */
function discountOn(order: PricedOrder, items: readonly OrderItem[], percentage: number | undefined): Paise {
  const subtotal = sum(items.map(lineTotal));
  if (percentage !== undefined && percentageOf(order.subtotal, percentage) === order.discountAmount)
    return percentageOf(subtotal, percentage);
  if (order.subtotal === 0) return NOTHING;
  return paise(Number((BigInt(order.discountAmount) * BigInt(subtotal)) / BigInt(order.subtotal)));
}
