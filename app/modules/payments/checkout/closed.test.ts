import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openForBuyers } from '#app/modules/store/closing/closing.server.ts';
import { opening } from '#app/modules/store/closing/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { asLive, openLiveShop, prepareOpening } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { holdCheckout, openCheckout, placeOrder } from './checkout.server.ts';
import { placeOrderMessage } from './messages.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  await shop.database.execute(sql`delete from settings where key <> 'unmatched_orders'`);
});
afterAll(() => shop.close());

const buyer = () => asLive(shop.as.customer());
const owner = () => asLive(shop.as.admin());
const hold = async (context: Shop) =>
  holdCheckout(context, { ...(await openCheckout(context)), zipCode: '263601', address: ADDRESS });
const place = async (context: Shop) => placeOrder(context, await checkoutOf(context));
async function inCart(context: Shop) {
  const artwork = await shop.makeArtwork({ countryOfOrigin: 'India' });
  await putIntoCart(context, artwork.id);
  return artwork;
}
const beAway = (until: string | null) => updateSettings(shop.as.shop(), { away: { until } });

describe('before a live shop is open', () => {
  test('buyers cannot order or hold anything, and see the opening notice', async () => {
    await updateSettings(asLive(shop.as.shop()), { upi: DEFAULT_SETTINGS.upi });
    const { id } = await inCart(buyer());
    const refused = await place(buyer());
    expect(refused).toMatchObject({ reason: 'closed', data: { reason: 'not-open' } });
    expect(placeOrderMessage(refused as Parameters<typeof placeOrderMessage>[0]).message).toContain('We open soon.');
    expect(await hold(buyer())).toMatchObject({ reason: 'closed' });
    for (const paymentMethod of ['razorpay', 'cod'] as const)
      expect(await placeOrder(buyer(), await checkoutOf(buyer(), { paymentMethod }))).toMatchObject({
        reason: 'closed',
      });
    expect([await shop.database.$count(orders), await shop.stockOf(id)]).toEqual([0, 3]);
  });

  test('the owner’s orders are trials; the first buyer’s is real', async () => {
    await prepareOpening(owner());
    await inCart(owner());
    expect(await place(owner())).toMatchObject({ ok: true });
    expect(await openForBuyers(owner())).toMatchObject({ ok: true });
    expect(await shop.database.select().from(opening)).toMatchObject([{ firstOrderAt: null }]);
    await inCart(buyer());
    expect(await place(buyer())).toMatchObject({ ok: true });
    expect(await shop.database.select().from(opening)).toMatchObject([{ firstOrderAt: shop.clock.now }]);
  });
});

describe('while the shop is paused', () => {
  beforeEach(() => openLiveShop({ systemContext: () => asLive(shop.as.shop()) }));

  test('nobody can buy until the chosen day begins', async () => {
    await beAway('2026-11-25');
    await inCart(buyer());
    const refused = await place(buyer());
    expect(refused).toMatchObject({ reason: 'closed', data: { reason: 'away', until: '2026-11-25' } });
    expect(await hold(buyer())).toMatchObject({ reason: 'closed' });
    shop.clock.now = new Date('2026-11-25T00:00:00+05:30');
    expect(await hold(buyer())).toMatchObject({ ok: true });
    expect(await place(buyer())).toMatchObject({ ok: true });
  });

  test('existing holds continue, and their references are accepted', async () => {
    await inCart(buyer());
    expect(await hold(buyer())).toMatchObject({ ok: true });
    await beAway('2026-12-24');
    expect(await hold(buyer())).toMatchObject({ ok: true });
    shop.later(40);
    expect(await hold(buyer())).toMatchObject({ reason: 'closed' });
    expect(await placeOrder(buyer(), await checkoutOf(buyer(), { paymentMethod: 'upi', online: 'yes' }))).toMatchObject(
      {
        reason: 'closed',
      },
    );
    expect(await place(buyer())).toMatchObject({ ok: true });
  });

  test('a demo can be paused too', async () => {
    await beAway('2026-12-24');
    await inCart(shop.as.customer());
    expect(await place(shop.as.customer())).toMatchObject({ reason: 'closed' });
    await beAway(null);
    expect(await place(shop.as.customer())).toMatchObject({ ok: true });
  });
});
