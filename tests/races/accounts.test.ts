import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ADDRESSES } from '#app/modules/identity/accounts/account.ts';
import { undoDeletion } from '#app/modules/identity/users/account-deletion.server.ts';
import {
  addAddress,
  listAddresses,
  makeAddressFirst,
  removeAddress,
} from '#app/modules/identity/addresses/addresses.server.ts';
import { confirmEmail, prepareConfirmationMail } from '#app/modules/identity/sign-in/email.server.ts';
import { signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
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

  test('an address that ten accounts claim at once goes to one', async () => {
    const guest = {
      ...shop.as.guest(),
      config: { ...shop.config, mode: 'live' as const, smtpUrl: 'smtp://localhost' },
    };
    const tokens: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      await shop.database.execute(sql`delete from rate_limits`);
      const made = await signUp(guest, { name: 'Tara', email: 'tara@example.in', password: `bindu-and-lotus-${n}` });
      if (!made.ok) throw new Error(made.reason);
      const mail = await prepareConfirmationMail(shop.as.shop(), { userId: made.value.userId });
      if (mail?.kind !== 'link') throw new Error('no link is mailed');
      tokens.push(new URL(mail.link).searchParams.get('token')!);
    }
    const answers = await times(10, (at) => confirmEmail(shop.as.guest(), tokens[at]!));
    expect(answers.map((answer) => (answer.ok ? answer.value : answer.reason)).toSorted()).toEqual([
      'confirmed',
      ...Array.from({ length: 9 }, () => 'link-not-good'),
    ]);
    const owners = await shop.database.select().from(authUsers).where(eq(authUsers.email, 'tara@example.in'));
    expect(owners.map(({ emailVerified }) => emailVerified)).toEqual([true]);
  });

  test('a link requested in ten tabs is one link', async () => {
    await times(10, () => shareWishlist(shop.as.customer()));
    expect(await sharedTokenOf(shop.as.customer())).toHaveLength(32);
  });
});
