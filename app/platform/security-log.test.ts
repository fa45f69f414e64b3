import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { log } from './log.server.ts';
import { logSecurityEvent } from './security-log.server.ts';
import { inTransaction, type Shop } from './shop.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const switchOn = (shop: Shop, userId: string) => logSecurityEvent(shop, 'account-switched', { isOn: true, userId });

test('logs after the commit, never a rollback', async () => {
  const written = vi.spyOn(log, 'info').mockReturnValue();
  const loggedUsers = () => written.mock.calls.map(([line]) => (line as unknown as { userId: string }).userId);
  await inTransaction(shop.as.shop(), async (shop) => {
    switchOn(shop, 'first');
    await inTransaction(shop, async (shop) => switchOn(shop, 'within'));
    await expect(
      inTransaction(shop, async (shop) => {
        switchOn(shop, 'undone');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(loggedUsers()).toEqual([]);
  });
  expect(loggedUsers()).toEqual(['first', 'within']);
  await expect(
    inTransaction(shop.as.shop(), async (shop) => {
      switchOn(shop, 'undone too');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(loggedUsers()).toEqual(['first', 'within']);
});
