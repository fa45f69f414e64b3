import { sql } from 'drizzle-orm';
import type { Shop } from '#app/platform/shop.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { addSampleArtworks, storeSamplePictures } from './catalogue/catalogue.ts';
import { makeSampleConversations } from './requests/conversations.ts';
import { addSampleCoupons } from './orders/coupons.ts';
import { placeSampleOrders } from './orders/orders.ts';
import { signUpSamplePeople } from './identity/people.ts';
import { sendSampleRequests } from './requests/requests.ts';

/**
 * Fills an empty demo shop with the one sample shop, through the modules' doors: 14 pieces with pictures, customers, coupons,
 * orders in every status, requests in three stages, dated backwards from now. Answers whether it did; a live shop, or one that has
 * artworks, orders or customers, is left alone. All rows come in one transaction, so that a stop half-way leaves an empty
 * shop for the next start, which takes the pictures over that were stored already.
 */
export async function fillSampleShop(shop: Shop): Promise<boolean> {
  if (shop.config.mode !== 'demo' || !(await isEmpty(shop))) return false;
  const pictures = await storeSamplePictures(shop);
  return inTransaction(shop, async (shop) => {
    // Of two processes that start together the second waits here and then finds the shop filled.
    await shop.database.execute(sql`select pg_advisory_xact_lock(hashtext('sample shop'))`);
    if (!(await isEmpty(shop))) return false;
    await addSampleArtworks(shop, pictures);
    await addSampleCoupons(shop);
    const customers = await signUpSamplePeople(shop);
    await placeSampleOrders(shop, customers);
    await sendSampleRequests(shop, customers);
    await makeSampleConversations(shop, customers);
    return true;
  });
}

async function isEmpty(shop: Shop): Promise<boolean> {
  const { rows } = await shop.database.execute<{ empty: boolean }>(sql`
    select not (exists (select from artworks) or exists (select from orders) or exists (select from user_profiles where not is_admin)) as empty`);
  return rows[0]!.empty;
}
