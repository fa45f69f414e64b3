import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { and, arrayOverlaps, count, eq, gt, inArray, or } from 'drizzle-orm';
import { type Paise, paise } from '#app/basics/money.ts';
import { refused } from '#app/basics/result.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import type { Checkout } from '#app/modules/payments/checkout/forms.ts';
import type { Holder } from '#app/modules/orders/holds/holder.server.ts';
import type { PlaceOrderRefusal } from '#app/modules/payments/checkout/messages.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { cashOnDelivery } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { isDecidedByPin } from '#app/modules/store/shipping/shipping.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { digestAnswers, lockCartLines } from './cart-lines.server.ts';
import type { Wanted } from './place-order.server.ts';

export type LockedCart = Awaited<ReturnType<typeof lockCartLines>>;

export function checkMethod(
  { paymentMethod }: Checkout,
  { isCash }: Wanted,
  offered: readonly PaymentMethod[],
): PlaceOrderRefusal | undefined {
  const isOffered = offered.includes(paymentMethod);
  if (isCash && !isOffered) return refused('cash-off');
  return !isOffered || (paymentMethod === 'cod' && !isCash) ? refused('invalid-method') : undefined;
}

export function checkCart(
  { lines, unpriced, unanswered }: LockedCart,
  mayHavePaid: boolean,
): PlaceOrderRefusal | undefined {
  if (unpriced) return refused('out-of-stock', unpriced);
  if (lines.length === 0) return refused('cart-empty');
  const fabric = lines.find((line) => line.medium === 'fabric');
  if (fabric) return refused('fabric', { title: fabric.title });
  return unanswered && !mayHavePaid ? refused('unanswered', unanswered) : undefined;
}

export function checkSeen(
  { seenLines, seenTotal, shippingAddress: { zipCode } }: Checkout,
  { lines, totals, settings }: { lines: LockedCart['lines']; totals: Totals; settings: Settings },
): PlaceOrderRefusal | undefined {
  const currentLines = lines.map((line) => ({ ...line, seenAnswers: digestAnswers(line.personalization) }));
  if (linesText(currentLines) !== linesText(seenLines)) return refused('cart-changed', { totals });
  if (totals.total === seenTotal) return undefined;
  return refused('total-changed', {
    seenTotal,
    totals,
    ...(isDecidedByPin(settings) && { deliveryTo: zipCode }),
  });
}

export async function checkCash(
  shop: Shop,
  { totals, settings, zipCode, holder }: { totals: Totals; settings: Settings; zipCode: string; holder: Holder },
): Promise<PlaceOrderRefusal | undefined> {
  const total = paise(totals.total - totals.codCharge);
  const possible = cashOnDelivery(settings, { total, zipCode, open: await countOpenCashOrders(shop, holder) });
  return possible.ok ? undefined : possible;
}

export const linesText = (
  lines: readonly (Item & { quantity: number; price: Paise; seenAnswers?: string })[],
): string =>
  lines
    .map((line) => `${itemKey(line)}:${line.quantity}:${line.price}:${line.seenAnswers ?? ''}`)
    .toSorted()
    .join();

const RETURNED_COUNT_FOR_DAYS = 90;

/**
 * Counts cash orders that are open or were returned within 90 days. They belong to this account or share one of the
 * holder's keys.
 */
export async function countOpenCashOrders(shop: Shop, holder?: Holder): Promise<number> {
  const since = new Date(shop.now.getTime() - RETURNED_COUNT_FOR_DAYS * 86_400_000);
  const [open] = await shop.database
    .select({ count: count() })
    .from(orders)
    .where(
      and(
        or(
          eq(orders.userId, signedIn(shop).userId),
          holder && arrayOverlaps(orders.holderKeys, [...holder.holderKeys]),
        ),
        eq(orders.paymentMethod, 'cod'),
        or(inArray(orders.status, ['pending', 'processing', 'shipped']), gt(orders.returnedToSenderAt, since)),
      ),
    );
  return open!.count;
}
