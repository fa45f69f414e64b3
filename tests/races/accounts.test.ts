import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ADDRESSES } from '#app/modules/identity/accounts/account.ts';
import { undoDeletion } from '#app/modules/identity/users/account-deletion.server.ts';
import {
  addAddress,
  listAddresses,
  makeAddressFirst,
  removeAddress,
} from '#app/modules/identity/addresses/addresses.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { sweepDeletedAccounts } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { shareWishlist, sharedTokenOf } from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const times = <Answer>(count: number, work: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe.each(bothDatabases)('accounts on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
    Object.assign(shop.suppliers, { storage: { remove: async () => {} } });
  });
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const idOf = (n: number) => (shop.as.customer(n).actor as { userId: string }).userId;
  const add = (at: number) =>
    addAddress(shop.as.customer(), {
      label: '',
      street: `${at} Mall Road`,
      city: 'Almora',
      state: 'Uttarakhand',
      zipCode: '263601',
    });

  test('twenty simultaneous addresses become ten, and the profile has the first', async () => {
    const answers = await times(20, add);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(MAX_ADDRESSES);
    const stored = await listAddresses(shop.as.customer());
    await Promise.allSettled([
      ...stored.slice(0, 5).map(({ id }) => removeAddress(shop.as.customer(), id)),
      ...stored.map(({ id }) => makeAddressFirst(shop.as.customer(), id)),
    ]);
    const [first, ...others] = await listAddresses(shop.as.customer());
    expect(others).toHaveLength(4);
    const [profile] = await shop.database
      .select()
      .from(userProfiles)
      .where(eq(userProfiles.id, idOf(1)));
    expect(profile!.address).toEqual(first!.address);
  });

  test('undoing a deletion during the sweep ends in one state', async () => {
    const due = new Date(shop.clock.now.getTime() - 1_000);
    await shop.database.update(userProfiles).set({ deletionDueAt: due }).where(eq(userProfiles.isAdmin, false));
    await Promise.all([
      sweepDeletedAccounts(shop.as.shop()),
      sweepDeletedAccounts(shop.as.shop()),
      ...Array.from({ length: 20 }, (_, at) => undoDeletion(shop.as.customer(at + 1))),
    ]);
    const rows = await shop.database.select().from(userProfiles).where(eq(userProfiles.isAdmin, false));
    for (const { email, deactivatedAt, deletionDueAt } of rows) {
      expect(deletionDueAt).toBeNull();
      expect(email.endsWith('@deleted.invalid')).toBe(deactivatedAt !== null);
    }
    expect(rows.some((row) => row.deactivatedAt !== null)).toBe(true);
  });

  test('a link asked for in ten tabs is one link', async () => {
    await times(10, () => shareWishlist(shop.as.customer()));
    expect(await sharedTokenOf(shop.as.customer())).toHaveLength(32);
  });
});
