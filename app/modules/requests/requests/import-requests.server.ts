import { inArray } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';
import { readableCodeOf } from '#app/platform/readable-code.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import type { RequestStatus } from './request.ts';
import { orderRequests } from './tables.server.ts';

export type ImportedRequest = {
  id: string;
  artworkId: string | null;
  kind: 'out-of-stock' | 'custom';
  name: string;
  email: string;
  phone: string;
  message: string;
  shippingAddress: ShippingAddress | null;
  status: Exclude<RequestStatus, 'accepted'>;
  createdAt: Date;
};

/**
 * Takes in requests that were made to another shop, in the caller's transaction, without telling anybody. They belong to no
 * account: nobody there had to prove the address. Only for the shop itself.
 */
export async function importRequests(
  shop: Shop,
  requests: readonly ImportedRequest[],
  memory: ImportMemory,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, requests, {
    ...memory,
    findExisting: async (shop, rows) => {
      const ids = rows.map(({ id }) => id);
      const there = await shop.database.select().from(orderRequests).where(inArray(orderRequests.id, ids));
      return new Map(there.map((row) => [row.id, row]));
    },
    write: (shop, rows) =>
      shop.database.insert(orderRequests).values(
        rows.map((row) => ({
          ...row,
          number: `R-${readableCodeOf(`moved request\n${row.id}`, 6)}`,
        })),
      ),
  });
}
