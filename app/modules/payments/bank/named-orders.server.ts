import { inArray } from 'drizzle-orm';
import { findOpenCheckouts } from '#app/modules/payments/checkout/checkout.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { orderNumbersIn } from './match.ts';
import type { StatementLine } from './bank-line.ts';

export type Names = { all: string[]; checkouts: string[] };

export async function findNames(shop: Shop, lines: readonly StatementLine[]): Promise<Map<string, Names>> {
  ownerOnly(shop);
  const named = lines
    .map((line) => ({ line, numbers: orderNumbersIn(line) }))
    .filter(({ numbers }) => numbers.length > 0);
  if (named.length === 0) return new Map();
  const numbers = [...new Set(named.flatMap((each) => each.numbers))];
  const [placed, open] = await Promise.all([
    // Not filtered by owner: owners compare every order with the bank.
    shop.database.select({ orderNumber: orders.orderNumber }).from(orders).where(inArray(orders.orderNumber, numbers)),
    findOpenCheckouts(shop, numbers),
  ]);
  const checkouts = new Set(open.map(({ orderNumber }) => orderNumber));
  const existing = new Set([...placed.map(({ orderNumber }) => orderNumber), ...checkouts]);
  return new Map(
    named.flatMap(({ line, numbers }): [string, Names][] => {
      const all = numbers.filter((number) => existing.has(number));
      return all.length > 0 ? [[line.fingerprint, { all, checkouts: all.filter((each) => checkouts.has(each)) }]] : [];
    }),
  );
}
