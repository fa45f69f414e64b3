import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ADDRESSES } from '#app/modules/accounts/account.ts';
import { undoDeletion } from '#app/modules/users/account-deletion.server.ts';
import {
  addAddress,
  listAddresses,
  makeAddressFirst,
  removeAddress,
} from '#app/modules/address-book/address-book.server.ts';
import { userProfiles } from '#app/modules/accounts/tables.server.ts';
import { sweepDeletedAccounts } from '#app/modules/personal-data/personal-data.server.ts';
import { shareWishlist, sharedTokenOf } from '#app/modules/wishlist/shared-wishlist.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const times = <Answer>(count: number, work: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe.each(bothDatabases)('accounts on the %s database', (_kind, open) => {
  let the: TestShop;
  beforeAll(async () => {
    the = await openTestShop(open);
    Object.assign(the.suppliers, { storage: { remove: async () => {} } });
  });
  beforeEach(() => the.empty());
  afterAll(() => the?.close());

  const idOf = (n: number) => (the.as.customer(n).actor as { userId: string }).userId;
  const add = (at: number) =>
    addAddress(the.as.customer(), {
      label: '',
      street: `${at} Mall Road`,
      city: 'Almora',
      state: 'Uttarakhand',
      zipCode: '263601',
    });

  test('twenty addresses added at once are ten, and the profile has the first', async () => {
    const answers = await times(20, add);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(MAX_ADDRESSES);
    const kept = await listAddresses(the.as.customer());
    await Promise.allSettled([
      ...kept.slice(0, 5).map(({ id }) => removeAddress(the.as.customer(), id)),
      ...kept.map(({ id }) => makeAddressFirst(the.as.customer(), id)),
    ]);
    const [first, ...others] = await listAddresses(the.as.customer());
    expect(others).toHaveLength(4);
    const [profile] = await the.database
      .select()
      .from(userProfiles)
      .where(eq(userProfiles.id, idOf(1)));
    expect(profile!.address).toEqual(first!.address);
  });

  test('a wish to leave that is undone while the sweep runs in two processes ends one way or the other', async () => {
    const due = new Date(the.clock.now.getTime() - 1_000);
    await the.database.update(userProfiles).set({ deletionDueAt: due }).where(eq(userProfiles.isAdmin, false));
    await Promise.all([
      sweepDeletedAccounts(the.as.shop()),
      sweepDeletedAccounts(the.as.shop()),
      ...Array.from({ length: 20 }, (_, at) => undoDeletion(the.as.customer(at + 1))),
    ]);
    const rows = await the.database.select().from(userProfiles).where(eq(userProfiles.isAdmin, false));
    for (const { email, deactivatedAt, deletionDueAt } of rows) {
      expect(deletionDueAt).toBeNull();
      expect(email.endsWith('@deleted.invalid')).toBe(deactivatedAt !== null);
    }
    expect(rows.some((row) => row.deactivatedAt !== null)).toBe(true);
  });

  test('a link asked for in ten tabs is one link', async () => {
    await times(10, () => shareWishlist(the.as.customer()));
    expect(await sharedTokenOf(the.as.customer())).toHaveLength(32);
  });
});
