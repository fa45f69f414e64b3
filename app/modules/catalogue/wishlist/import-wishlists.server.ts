import { inArray } from 'drizzle-orm';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { wishlist } from './tables.server.ts';

/** `id` stands for person and piece together. */
export type ImportedWish = { id: string; userId: string; artworkId: string; dateAdded: Date };

/** Takes in wishlists, in the caller's transaction, which has made sure that people and pieces are there. Only for the shop itself. */
export async function importWishlists(
  shop: Shop,
  wishes: readonly ImportedWish[],
  memory: ImportMemory,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, wishes, {
    ...memory,
    columns: ({ id: _id, ...row }) => row,
    findExisting: async (shop, rows) => {
      const ids = new Map(rows.map(({ id, userId, artworkId }) => [`${userId} ${artworkId}`, id]));
      const people = rows.map(({ userId }) => userId);
      const there = await shop.database.select().from(wishlist).where(inArray(wishlist.userId, people));
      return new Map(
        there.flatMap((row) => {
          const id = ids.get(`${row.userId} ${row.artworkId}`);
          return id === undefined ? [] : [[id, row]];
        }),
      );
    },
    write: (shop, rows) => shop.database.insert(wishlist).values(rows.map(({ id: _id, ...row }) => row)),
  });
}
