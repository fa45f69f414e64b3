import { inArray } from 'drizzle-orm';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import type { Coupon } from './coupon.ts';
import { coupons } from './tables.server.ts';

/** Imports coupons with their number of uses. Only for background jobs and commands. */
export async function importCoupons(
  shop: Shop,
  rows: readonly Coupon[],
  memory: ImportMemory,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, rows, {
    ...memory,
    findExisting: async (shop, rows) => {
      const ids = rows.map(({ id }) => id);
      const there = await shop.database.select().from(coupons).where(inArray(coupons.id, ids));
      return new Map(there.map((row) => [row.id, row]));
    },
    write: (shop, rows) => shop.database.insert(coupons).values([...rows]),
  });
}
