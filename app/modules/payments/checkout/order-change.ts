import { z } from 'zod';
import { formatSpan } from '#app/basics/duration.ts';
import { itemKey } from '#app/basics/item.ts';
import { paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';
import { itemOf, type OrderItem } from '#app/modules/orders/orders/order.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { cashMessage, type CashRefusal } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { notServed } from '#app/modules/store/shipping/messages.ts';
import { giftFields } from './gift.ts';
import { type NotServed, STATE_NOT_SERVED } from './messages.ts';

export const MAX_NOTE = 500;
const seenAmount = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((text) => paise(Number(text)));

const { recipientName: _recipientName, ...giftFieldsOfOrder } = giftFields;
const { email: _email, country: _country, ...addressFields } = shippingAddressSchema.shape;

/** The total and discount that the customer saw, in paise. */
export const orderChangeSchema = z.strictObject({
  ...addressFields,
  ...giftFieldsOfOrder,
  note: z.string().trim().max(MAX_NOTE, `At most ${MAX_NOTE} characters`),
  seen: z.string().max(64),
  seenTotal: seenAmount,
  seenDiscount: seenAmount,
});

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

export const quantityField = (item: OrderItem): string => `${PREFIX}${itemKey(itemOf(item))}`;
export const removeField = (item: OrderItem): string => `remove.${itemKey(itemOf(item))}`;

/** Reads quantities and ticked Remove boxes from a form. An invalid number becomes NaN. */
export function readQuantities(form: FormData): { quantities: Map<string, number>; typed: Record<string, string> } {
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

/** Returns the message of a refusal and its field. A message without a field concerns the whole form. */
export function changeMessage(refusal: Exclude<ChangeRefusal, { reason: 'total-changed' }>): {
  message: string;
  field?: 'zipCode' | 'state' | 'items';
} {
  switch (refusal.reason) {
    case 'too-late':
      return {
        message: `Orders can be changed within ${formatSpan(refusal.data.withinHours, 'hour')}. Contact us and we’ll try to help.`,
      };
    case 'already-shipped':
      return { message: 'This order has shipped or was cancelled, so it can no longer be changed.' };
    case 'from-request':
      return { message: 'This order belongs to a request. Write to us there to change it.' };
    case 'payment-open':
      return { message: 'A payment for this order is open. Finish or cancel it, then change the order.' };
    case 'refund-open':
      return { message: 'This order has a refund. Contact us to change it.' };
    case 'return-open':
      return { message: 'This order has a return. Contact us to change it.' };
    case 'nothing-left':
      return { message: 'Keep at least one piece, or cancel the order.', field: 'items' };
    case 'quantity':
      return { message: 'Choose a quantity up to what you ordered.', field: 'items' };
    case 'stale':
      return { message: 'This order was changed in the meantime. Check it, then save again.' };
    case 'not-served':
      return { message: notServed(refusal.data.zipCode), field: 'zipCode' };
    case 'state-not-served':
      return { message: STATE_NOT_SERVED, field: 'state' };
    case 'cash-not-there':
      return { message: cashMessage(refusal), field: 'zipCode' };
    case 'cash-off':
    case 'cash-above':
    case 'cash-too-many':
      return { message: cashMessage(refusal) };
  }
}
