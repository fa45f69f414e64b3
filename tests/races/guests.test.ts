import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { keepGuestAccount, startGuestCheckout } from '#app/modules/identity/sign-in/guest-buyers.server.ts';
import { findVisitor } from '#app/modules/identity/sign-in/sessions.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { sweepDeletedAccounts } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { checkoutOf, ownAddress, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const times = <Answer>(count: number, work: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe.each(bothDatabases)('guests on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
    Object.assign(shop.suppliers, { storage: { remove: async () => {} } });
  });
  beforeEach(async () => {
    await shop.empty();
    await updateSettings(shop.as.admin(), { guestCheckout: true });
  });
  afterAll(() => shop?.close());

  async function guest(email: string): Promise<Shop & { userId: string }> {
    const visitor = shop.as.guest();
    const session = await startGuestCheckout(visitor, { name: 'Ila Pant', email, phone: '9876543210' });
    if (!session.ok) throw new Error(session.reason);
    const { cookies, userId } = session.value;
    const browser = new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
    return { ...visitor, actor: await findVisitor(visitor, browser), userId };
  }

  test('twenty guests for the last piece make one order', async () => {
    const artwork = await shop.makeArtwork({ stockCount: 1 });
    const buyers: { buyer: Shop; checkout: Awaited<ReturnType<typeof checkoutOf>> }[] = [];
    for (let n = 0; n < 20; n += 1) {
      const buyer = { ...(await guest('ila@example.in')), visitorAddress: `203.0.113.${n}` };
      await putIntoCart(buyer, artwork.id);
      buyers.push({ buyer, checkout: await checkoutOf(buyer, { shippingAddress: ownAddress(buyer) }) });
    }
    await times(20, (at) => placeOrder(buyers[at]!.buyer, buyers[at]!.checkout));
    const placed = await shop.database.select().from(orders);
    expect(placed.filter(({ status }) => status === 'processing')).toHaveLength(1);
    expect(await shop.stockOf(artwork.id)).toBe(0);
  });

  test('a guest’s account kept in ten tabs is kept once', async () => {
    const buyer = await guest('ila@example.in');
    const answers = await times(10, () => keepGuestAccount(buyer, { password: 'bindu-and-lotus' }));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(await shop.database.$count(authAccounts, eq(authAccounts.userId, buyer.userId))).toBe(1);
  });

  test('one address that ten guests keep at once becomes one account', async () => {
    const buyers: Shop[] = [];
    for (let n = 0; n < 10; n += 1) buyers.push(await guest('ila@example.in'));
    const answers = await times(10, (at) => keepGuestAccount(buyers[at]!, { password: 'bindu-and-lotus' }));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await shop.database.$count(authUsers, eq(authUsers.email, 'ila@example.in'))).toBe(1);
  });

  test('guests without an order are anonymised after ninety days', async () => {
    const [idle, busy] = [await guest('idle@example.in'), await guest('busy@example.in')];
    await putIntoCart(busy, (await shop.makeArtwork({ stockCount: 1 })).id);
    await placeOrder(busy, await checkoutOf(busy));
    shop.later(91 * 24 * 60);
    await Promise.all([sweepDeletedAccounts(shop.as.shop()), sweepDeletedAccounts(shop.as.shop())]);
    const emails = await shop.database.select({ email: userProfiles.email }).from(userProfiles);
    const left = emails.map(({ email }) => email);
    expect(left).not.toContain('idle@example.in');
    expect(left).toContain('busy@example.in');
    expect(idle.userId).not.toBe(busy.userId);
  });
});
