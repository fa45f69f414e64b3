import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { audit, getAuditEntry, listAudit } from './audit.server.ts';
import { auditLog } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const change = {
  action: 'coupon.save',
  table: 'coupons',
  id: 'c1',
  before: { code: 'DIWALI', active: true },
  after: { code: 'DIWALI', active: false },
};

test('records who changed what, and only the difference of two states', async () => {
  await audit(shop.as.admin(), change);
  expect(await shop.database.select().from(auditLog)).toMatchObject([
    { adminEmail: 'admin@bisvar.example', action: 'coupon.save', before: { active: true }, after: { active: false } },
  ]);
});

test('records nothing about customers and the shop itself', async () => {
  await audit(shop.as.customer(), change);
  await audit(shop.as.shop(), change);
  expect(await shop.database.select().from(auditLog)).toEqual([]);
});

test('a recorded row can be neither changed nor deleted', async () => {
  await audit(shop.as.admin(), change);
  await expect(shop.database.execute(sql`update audit_log set admin_email = 'x'`)).rejects.toThrow();
  await expect(shop.database.execute(sql`delete from audit_log`)).rejects.toThrow();
});

test('only owners search, filter and page it, each entry once', async () => {
  for (let n = 0; n < 60; n += 1)
    await audit(shop.as.admin(), { ...change, id: `c${n}`, table: n % 2 === 0 ? 'coupons' : 'settings' });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAudit(shop.as.admin(), { table: 'settings', cursor });
    seen.push(...page.entries.map(({ subjectId }) => subjectId));
    cursor = page.next;
  } while (cursor);
  expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
  const found = await listAudit(shop.as.admin(), { search: 'C59' });
  expect(found).toMatchObject({ entries: [{ subjectId: 'c59' }], counts: [{ table: 'settings', count: 1 }] });
  const [entry] = found.entries;
  expect(await getAuditEntry(shop.as.admin(), entry!.id)).toMatchObject({ before: { active: true } });
  for (const context of [shop.as.helper(), shop.as.customer(), shop.as.guest()]) {
    await expect(listAudit(context)).rejects.toThrow(NotFound);
    await expect(getAuditEntry(context, entry!.id)).rejects.toThrow(NotFound);
  }
});
