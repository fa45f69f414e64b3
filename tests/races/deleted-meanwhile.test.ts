import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAddress, makeAddressFirst } from '#app/modules/identity/addresses/addresses.server.ts';
import { saveProfile } from '#app/modules/identity/addresses/save-profile.server.ts';
import { saveMeasurements } from '#app/modules/identity/accounts/accounts.server.ts';
import { addLine } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { deleteArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { keepTypedAddress, openCheckout, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { requestBackInStock } from '#app/modules/orders/holds/holds.server.ts';
import { deletePerson } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { addToWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { isDeletedAccount } from '#app/platform/database/database.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { ADDRESS, checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const ROUNDS = 8;

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
    shop.suppliers.storage = { remove: async () => {} } as unknown as Shop['suppliers']['storage'];
  });
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const bugsOf = async (work: Promise<unknown>[]): Promise<string[]> =>
    (await Promise.allSettled(work)).flatMap((settled) => {
      if (settled.status === 'fulfilled') return [];
      const { name, message, cause } = settled.reason as Error;
      return name === 'NotFound' || isDeletedAccount(settled.reason) ? [] : [`${name}: ${message} ${String(cause)}`];
    });

  test('an artwork deleted during use is missing or was bought', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await shop.empty();
      const { id } = await shop.makeArtwork({ stockCount: 20 });
      const buyers = [1, 2, 3, 4].map((n) => shop.as.customer(n));
      for (const buyer of buyers) await putIntoCart(buyer, id);
      const checkouts = await Promise.all(buyers.map((buyer) => checkoutOf(buyer)));
      const shoppers = Array.from({ length: 10 }, (_, n) => shop.as.customer(10 + n));
      const bugs = await bugsOf([
        ...shoppers.map((each) => addLine(each, NO_GUEST_CART, { artworkId: id, quantity: 1 })),
        ...shoppers.map((each) => addToWishlist(each, [], id)),
        ...shoppers.map((each) => requestBackInStock(each, { artworkId: id, email: '' })),
        ...buyers.slice(0, 2).map((buyer, at) => placeOrder(buyer, checkouts[at]!)),
        deleteArtworks(shop.as.admin(), [id]),
        ...buyers.slice(2).map((buyer, at) => placeOrder(buyer, checkouts[2 + at]!)),
        ...shoppers.map((each) => addLine(each, NO_GUEST_CART, { artworkId: id, quantity: 1 })),
        ...shoppers.map((each) => addToWishlist(each, [], id)),
        ...shoppers.map((each) => requestBackInStock(each, { artworkId: id, email: '' })),
      ]);
      expect(bugs).toEqual([]);
    }
  });

  test('a deleted account gets no later rows', async () => {
    const { country: _country, name: _name, email: _email, phone: _phone, ...postal } = ADDRESS;
    const { id: artworkId } = await shop.makeArtwork({ stockCount: 1000 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = shop.as.customer(20 + round);
      const { userId } = signedIn(person);
      const added = await addAddress(person, { ...postal, label: 'Home' });
      const addressId = added.ok ? added.value.id : '';
      const { key } = await openCheckout(person);
      await shop.database
        .update(checkoutAttempts)
        .set({ drawnQuote: sql`'{}'::jsonb` })
        .where(eq(checkoutAttempts.key, key));
      const busy = (each: Shop): Promise<unknown>[] => [
        addAddress(each, { ...postal, label: '' }),
        makeAddressFirst(each, addressId),
        saveProfile(each, { name: 'Asha Rawat', phone: '9876543210', measurements: 'tall', ...postal }),
        saveMeasurements(each, 'taller'),
        addLine(each, NO_GUEST_CART, { artworkId, quantity: 1 }),
        addToWishlist(each, [], artworkId),
        keepTypedAddress(each, { key, address: postal }),
      ];
      const bugs = await bugsOf([
        ...busy(person),
        deletePerson(shop.as.admin(), userId),
        ...busy(person),
        ...busy(person),
      ]);
      expect(bugs).toEqual([]);
      const { rows } = await shop.database.execute(sql`
        select 'profile' as left_over from user_profiles where id = ${userId} and (phone is not null or address is not null or measurements <> '' or name = 'Asha Rawat')
        union all select 'address' from customer_addresses where user_id = ${userId}
        union all select 'cart' from cart where user_id = ${userId}
        union all select 'wishlist' from wishlist where user_id = ${userId}
        union all select 'checkout' from checkout_attempts where user_id = ${userId} and typed_address is not null`);
      expect(rows).toEqual([]);
    }
  });
});
