import { sql } from 'drizzle-orm';
import type { Shop } from '#app/platform/shop.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { addSampleArtworks, storeSamplePictures } from './catalogue/catalogue.ts';
import { makeSampleConversations } from './requests/conversations.ts';
import { addSampleCoupons } from './orders/coupons.ts';
import { placeSampleOrders } from './orders/orders.ts';
import { signUpSamplePeople } from './identity/people.ts';
import { sendSampleRequests } from './requests/requests.ts';

/** Fills an empty demo shop in one transaction. Returns false for a live or used shop. */
export async function fillSampleShop(shop: Shop): Promise<boolean> {
  if (shop.config.mode !== 'demo' || !(await isEmpty(shop))) return false;
  const pictures = await storeSamplePictures(shop);
  return inTransaction(shop, async (shop) => {
    // A second process waits here and then finds a full shop.
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
