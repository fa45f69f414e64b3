import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { audit } from './audit.server.ts';
import { auditLog } from './tables.server.ts';

let world: TestShop;
beforeAll(async () => {
  world = await openTestShop();
});
beforeEach(() => world.empty());
afterAll(() => world.close());

const change = {
  action: 'coupon.save',
  table: 'coupons',
  id: 'c1',
  before: { code: 'DIWALI', active: true },
  after: { code: 'DIWALI', active: false },
};

test('notes who changed what, and of two states only what differs', async () => {
  await audit(world.as.admin(), change);
  expect(await world.database.select().from(auditLog)).toMatchObject([
    { adminEmail: 'admin@bisvar.example', action: 'coupon.save', before: { active: true }, after: { active: false } },
  ]);
});

test('notes nothing of customers and of the shop itself', async () => {
  await audit(world.as.customer(), change);
  await audit(world.as.shop(), change);
  expect(await world.database.select().from(auditLog)).toEqual([]);
});

test('keeps what was noted: a row can be neither changed nor deleted', async () => {
  await audit(world.as.admin(), change);
  await expect(world.database.execute(sql`update audit_log set admin_email = 'x'`)).rejects.toThrow();
  await expect(world.database.execute(sql`delete from audit_log`)).rejects.toThrow();
});
