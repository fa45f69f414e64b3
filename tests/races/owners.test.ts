import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteUser, saveUser, setUserActive } from '#app/modules/users/users.server.ts';
import { userProfiles } from '#app/modules/accounts/tables.server.ts';
import { type Identity, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

describe.each(bothDatabases)('owners on the %s database', (_kind, open) => {
  let the: TestShop;
  beforeAll(async () => {
    the = await openTestShop(open);
  });
  beforeEach(() => the.empty());
  afterAll(() => the?.close());

  const OWNERS = 6;
  const asOwner = (n: number): Shop => ({
    ...the.as.admin(),
    actor: { ...(signedIn(the.as.customer(n)) as Identity), kind: 'admin', role: 'owner' },
  });
  const ownersLeft = async () =>
    (await the.database.select().from(userProfiles).where(eq(userProfiles.isAdmin, true))).filter(
      ({ adminRole, deactivatedAt }) => adminRole === 'owner' && deactivatedAt === null,
    );

  test('who demote, switch off and delete each other at once always leave one, and who is none any more does nothing', async () => {
    for (let round = 0; round < 6; round += 1) {
      await the.empty();
      const owner = { name: 'Owner', phone: '', isAdmin: true, role: 'owner' } as const;
      const ids = Array.from({ length: OWNERS }, (_, n) => signedIn(the.as.customer(n + 1)).userId);
      for (const id of ids) await saveUser(the.as.shop(), id, owner);
      await setUserActive(the.as.shop(), signedIn(the.as.admin()).userId, false);
      const ways = [
        (shop: Shop, id: string) => saveUser(shop, id, { ...owner, isAdmin: false }),
        (shop: Shop, id: string) => saveUser(shop, id, { ...owner, role: 'helper' }),
        (shop: Shop, id: string) => setUserActive(shop, id, false),
        (shop: Shop, id: string) => deleteUser(shop, id),
      ];
      await Promise.allSettled(
        ids.flatMap((id, n) => ids.map((_, by) => ways[(n + by + round) % ways.length]!(asOwner(by + 1), id))),
      );
      expect(await ownersLeft()).toHaveLength(1);
    }
  });
});
