import { inArray } from 'drizzle-orm';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { cart } from './tables.server.ts';

export type ImportedCartLine = { id: string; userId: string; artworkId: string; quantity: number; createdAt: Date };

/** Imports carts of people and pieces that the caller has checked. Only for background jobs and commands. */
export async function importCarts(
  shop: Shop,
  lines: readonly ImportedCartLine[],
  memory: ImportMemory,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, lines, {
    ...memory,
    columns: ({ quantity }) => ({ quantity }),
    findExisting: async (shop, rows) => {
      const ids = new Map(rows.map(({ id, userId, artworkId }) => [`${userId} ${artworkId}`, id]));
      const people = rows.map(({ userId }) => userId);
      const there = await shop.database.select().from(cart).where(inArray(cart.userId, people));
      return new Map(
        there.flatMap((row) => {
          const id = ids.get(`${row.userId} ${row.artworkId}`);
          return id === undefined ? [] : [[id, row]];
        }),
      );
    },
    write: (shop, rows) =>
      shop.database.insert(cart).values(rows.map(({ id: _id, ...line }) => ({ ...line, updatedAt: line.createdAt }))),
  });
}
