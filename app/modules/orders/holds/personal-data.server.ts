import { asc, eq, or } from 'drizzle-orm';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { forgetBackInStockRequests } from './holds.server.ts';
import { backInStockRequests } from './tables.server.ts';

export const backInStockData: PersonalData = {
  read: { backInStockRequests: readBackInStockRequests },
  erase: forgetBackInStockRequests,
};

function readBackInStockRequests(shop: Shop) {
  const { userId } = signedIn(shop);
  const { email, createdAt } = backInStockRequests;
  return shop.database
    .select({ title: artworks.title, variantId: backInStockRequests.variantId, email, createdAt })
    .from(backInStockRequests)
    .innerJoin(artworks, eq(artworks.id, backInStockRequests.artworkId))
    .where(or(eq(backInStockRequests.userId, userId), wasAddressOf(userId, email, createdAt)))
    .orderBy(asc(createdAt));
}
