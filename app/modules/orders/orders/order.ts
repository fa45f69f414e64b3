import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import type { toOrder } from './internal/order-row.server.ts';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const PAYMENT_STATUSES = ['pending', 'confirmed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const VERIFICATIONS = ['unverified', 'matched', 'rejected'] as const;
export type Verification = (typeof VERIFICATIONS)[number];
export const SHIPMENT_STEPS = ['shipped', 'in_transit', 'out_for_delivery', 'delivered'] as const;

/** `image` is a URL. Items that are `made_to_order` take no stock. */
export type OrderItem = {
  artwork_id: string;
  /** The title includes the variant's name. */
  variant_id?: string;
  title: string;
  price: Paise;
  quantity: number;
  image: string;
  made_to_order?: true;
  personalization?: PersonalizationAnswer[];
  /** The rate in percent; missing in older orders. */
  gst_rate?: number;
  hsn?: string;
  /** Work on the customer's own fabric. `hsn` is then its SAC. */
  service?: true;
};

export type OrderLine = OrderItem & { lineTotal: Paise };

export type Order = ReturnType<typeof toOrder>;

export const CHANGED_BY_CUSTOMER = 'Changed by the customer: ';

const HANDED_OVER = 'Handed over in person';

export const destinationLines = (
  {
    handedOver,
    shippingAddress: { street, city, state, zipCode },
  }: {
    handedOver: boolean;
    shippingAddress: Pick<ShippingAddress, 'street' | 'city' | 'state' | 'zipCode'>;
  },
  { head = '', foot = '' }: { head?: string; foot?: string } = {},
): string[] =>
  handedOver ? [HANDED_OVER] : [head, street, city && `${city}, ${state} ${zipCode}`, foot].filter(Boolean);

export const shortId = (id: string): string => id.slice(-6).toUpperCase();

export const itemOf = ({ artwork_id, variant_id }: Pick<OrderItem, 'artwork_id' | 'variant_id'>): Item =>
  variant_id === undefined ? { artworkId: artwork_id } : { artworkId: artwork_id, variantId: variant_id };

export const isMadeForBuyer = (item: Pick<OrderItem, 'made_to_order' | 'personalization'>): boolean =>
  item.made_to_order === true || (item.personalization?.length ?? 0) > 0;

/** Returns the items that an order took from stock, without restocked items (`restocked`, by `itemKey`). */
export const toStockItems = (
  items: OrderItem[],
  restocked: Record<string, number> = {},
): (Item & { quantity: number })[] =>
  items
    .filter((item) => !item.made_to_order)
    .map((item) => ({ ...itemOf(item), quantity: item.quantity - (restocked[itemKey(itemOf(item))] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
