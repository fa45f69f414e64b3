import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteUser, saveUser, setUserActive } from '#app/modules/identity/users/users.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { Identity } from '#app/platform/actor.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

describe.each(bothDatabases)('owners on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const OWNERS = 6;
  const asOwner = (n: number): Shop => ({
    ...shop.as.admin(),
    actor: { ...(signedIn(shop.as.customer(n)) as Identity), kind: 'admin', role: 'owner' },
  });
  const ownersLeft = async () =>
    (await shop.database.select().from(userProfiles).where(eq(userProfiles.isAdmin, true))).filter(
      ({ adminRole, deactivatedAt }) => adminRole === 'owner' && deactivatedAt === null,
    );

  test('owners removing each other always leave one', async () => {
    for (let round = 0; round < 6; round += 1) {
      await shop.empty();
      const owner = { name: 'Owner', phone: '', isAdmin: true, role: 'owner' } as const;
      const ids = Array.from({ length: OWNERS }, (_, n) => signedIn(shop.as.customer(n + 1)).userId);
      for (const id of ids) await saveUser(shop.as.shop(), id, owner);
      await setUserActive(shop.as.shop(), signedIn(shop.as.admin()).userId, false);
      const changes = [
        (context: Shop, id: string) => saveUser(context, id, { ...owner, isAdmin: false }),
        (context: Shop, id: string) => saveUser(context, id, { ...owner, role: 'helper' }),
        (context: Shop, id: string) => setUserActive(context, id, false),
        (context: Shop, id: string) => deleteUser(context, id),
      ];
      await Promise.allSettled(
        ids.flatMap((id, n) => ids.map((_, by) => changes[(n + by + round) % changes.length]!(asOwner(by + 1), id))),
      );
      expect(await ownersLeft()).toHaveLength(1);
    }
  });
});
