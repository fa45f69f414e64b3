import { and, inArray, isNotNull, isNull, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { ownerOnly, type Shop, adminOnly, inTransaction, signedIn } from '#app/platform/shop.server.ts';
import { randomUUID } from 'node:crypto';
import { isUuid } from '#app/basics/uuid.ts';
import type { TypedAddress } from '#app/modules/payments/checkout/checkout-hold.ts';
import { lockAccount } from '#app/modules/identity/accounts/accounts.server.ts';
import type { OrderItem } from '#app/modules/orders/orders/order.ts';
import { awaitsCheck } from '#app/modules/orders/orders/order-payment.ts';
import { newOrderNumber, orders } from '#app/modules/orders/orders/tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

/** A checkout whose QR code already contains the later order's number. */
export type OpenCheckout = { key: string; orderNumber: string; drawnTotal: Paise | null; drawnItems: OrderItem[] };

const columns = {
  key: checkoutAttempts.key,
  orderNumber: checkoutAttempts.orderNumber,
  drawnQuote: checkoutAttempts.drawnQuote,
};

/**
 * Returns the visitor's checkout, or opens one. A second tab gets the same checkout, to prevent paying twice. Throws
 * SignInNeeded for guests.
 */
export async function openCheckout(shop: Shop, orderNumber?: string): Promise<OpenCheckout> {
  const { userId } = signedIn(shop);
  for (let tries = 0; tries < 5; tries += 1) {
    const [found] = await shop.database
      .select(columns)
      .from(checkoutAttempts)
      .where(and(eq(checkoutAttempts.userId, userId), isNull(checkoutAttempts.orderId)));
    // Another tab opened a checkout first, or the order number is in use. The next attempt reads the existing checkout.
    const [open] = found
      ? [found]
      : await shop.database
          .insert(checkoutAttempts)
          .values({ key: randomUUID(), userId, orderNumber: orderNumber ?? newOrderNumber(), createdAt: shop.now })
          .onConflictDoNothing()
          .returning(columns);
    if (open)
      return {
        key: open.key,
        orderNumber: open.orderNumber,
        drawnTotal: open.drawnQuote?.totals.total ?? null,
        drawnItems: open.drawnQuote?.items ?? [],
      };
  }
  throw new Error('no checkout could be opened in five tries');
}

export async function completeAttempt(
  shop: Shop,
  { key, userId }: { key: string; userId: string },
  { orderId, contentHash }: { orderId: string; contentHash: string },
): Promise<void> {
  await shop.database
    .update(checkoutAttempts)
    .set({ orderId, contentHash, drawnQuote: null, typedAddress: null })
    .where(and(eq(checkoutAttempts.key, key), eq(checkoutAttempts.userId, userId)));
}

/** Saves the typed address, because the customer may pay and close the page. */
export async function keepTypedAddress(
  shop: Shop,
  { key, address }: { key: string; address: TypedAddress },
): Promise<void> {
  const { userId } = signedIn(shop);
  if (!isUuid(key)) return;
  await inTransaction(shop, async (shop) => {
    if (!(await lockAccount(shop, userId))) throw notFound();
    await shop.database
      .update(checkoutAttempts)
      .set({ typedAddress: address })
      .where(
        and(
          eq(checkoutAttempts.key, key),
          eq(checkoutAttempts.userId, userId),
          isNull(checkoutAttempts.orderId),
          isNotNull(checkoutAttempts.drawnQuote),
        ),
      );
  });
}

export async function findTypedAddress(shop: Shop): Promise<TypedAddress> {
  const { userId } = signedIn(shop);
  const [open] = await shop.database
    .select({ typed: checkoutAttempts.typedAddress })
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.userId, userId), isNull(checkoutAttempts.orderId)));
  return Object.fromEntries(Object.entries(open?.typed ?? {}).filter(([, value]) => value !== ''));
}

const JUST_PLACED_HOURS = 24;

export async function findJustPlaced(
  shop: Shop,
): Promise<{ id: string; orderNumber: string; isChecked: boolean } | undefined> {
  const { userId } = signedIn(shop);
  const since = new Date(shop.now.getTime() - JUST_PLACED_HOURS * 3_600_000);
  const [placed] = await shop.database
    .select({ order: orders })
    .from(checkoutAttempts)
    .innerJoin(orders, eq(orders.id, checkoutAttempts.orderId))
    .where(and(eq(checkoutAttempts.userId, userId), gte(orders.createdAt, since), ne(orders.status, 'cancelled')))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (!placed) return undefined;
  const { id, orderNumber } = placed.order;
  return { id, orderNumber, isChecked: awaitsCheck(placed.order) };
}

export async function removeTypedAddressesBefore(shop: Shop, day: Date): Promise<void> {
  adminOnly(shop);
  await shop.database
    .update(checkoutAttempts)
    .set({ typedAddress: null })
    .where(and(lt(checkoutAttempts.createdAt, day), isNotNull(checkoutAttempts.typedAddress)));
}

export async function forgetCheckout(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  const items = sql`(select jsonb_agg(item - 'personalization') from jsonb_array_elements(${checkoutAttempts.drawnQuote} -> 'items') item)`;
  await shop.database
    .update(checkoutAttempts)
    .set({
      typedAddress: null,
      drawnQuote: sql`jsonb_set(${checkoutAttempts.drawnQuote}, '{items}', ${items})`,
    })
    .where(eq(checkoutAttempts.userId, userId));
}

export async function findOpenCheckouts(
  shop: Shop,
  texts: readonly string[],
): Promise<{ orderNumber: string; total: Paise; drawnAmounts: Paise[] }[]> {
  ownerOnly(shop);
  const numbers = [...new Set(texts.flatMap(orderNumbersIn))];
  if (numbers.length === 0) return [];
  const rows = await shop.database
    .select({
      orderNumber: checkoutAttempts.orderNumber,
      drawnQuote: checkoutAttempts.drawnQuote,
      drawnAmounts: checkoutAttempts.drawnAmounts,
    })
    .from(checkoutAttempts)
    .where(
      and(
        inArray(checkoutAttempts.orderNumber, numbers),
        isNull(checkoutAttempts.orderId),
        isNotNull(checkoutAttempts.drawnQuote),
      ),
    );
  return rows.map(({ orderNumber, drawnQuote, drawnAmounts }) => ({
    orderNumber,
    total: drawnQuote!.totals.total,
    drawnAmounts,
  }));
}

const ORDER_NUMBER = /BV[^A-Z0-9]{0,2}([2-9A-HJKMNP-Z]{4})[^A-Z0-9]{0,2}([2-9A-HJKMNP-Z]{4})/g;

const orderNumbersIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(ORDER_NUMBER)].map(([, first, second]) => `BV-${first}-${second}`);
