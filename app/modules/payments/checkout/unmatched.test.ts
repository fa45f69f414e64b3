import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { ADDRESS, newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { noteReference, verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { placeDraft, sweepUnmatchedReferences } from './checkout.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
});
afterAll(() => shop.close());

const fill = async (quantity = 1) => {
  const artwork = await shop.makeArtwork({ stockCount: 20 });
  await putIntoCart(shop.as.customer(), artwork.id, quantity);
  return artwork;
};
const order = async (quantity = 1): Promise<Order> => {
  await fill(quantity);
  return orderCart(shop.as.customer());
};
const settle = (orderId: string, verification: 'matched' | 'rejected') =>
  verifyPayment(shop.as.admin(), { orderId, verification, reason: 'not in the statement' });

describe('references that are not matched yet', () => {
  test('are asked about once, after three business days; no clock cancels them', async () => {
    const { id } = await order();
    shop.later(3 * 24 * 60);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
    shop.later(24 * 60 + 1);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(1);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: id, why: 'unmatched' }]);
    expect(await shop.orderRow(id)).toMatchObject({ status: 'processing' });
  });

  test('lists payments from any order, from the day they were claimed', async () => {
    const { id: artworkId } = await shop.makeArtwork({ stockCount: 20 });
    const agreed = { artworkId, total: rupees(9000), advance: rupees(3000) };
    const { id: orderId } = await agreeOnOrder(shop.as.shop(), shop.as.customer(), agreed);
    const draft = await placeDraft(shop.as.helper(), {
      ...ADDRESS,
      key: crypto.randomUUID(),
      account: '',
      method: 'upi',
      reference: newReference(),
      note: '',
      seenTotal: rupees(1150),
      lines: [{ artworkId, quantity: 1 }],
      discount: NOTHING,
    });
    if (!draft.ok) throw new Error(draft.reason);
    const sweep = async () => {
      const asked = await sweepUnmatchedReferences(shop.as.shop());
      expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
      return asked;
    };
    const claim = async () => {
      const claimed = await noteReference(shop.as.admin(), { orderId, reference: newReference() });
      expect(claimed).toMatchObject({ ok: true });
    };
    const days = 24 * 60;
    shop.later(4 * days + 1);
    expect(await sweep()).toBe(1);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: draft.value.id, why: 'unmatched' }]);
    await claim();
    shop.later(3 * days - 1);
    expect(await sweep()).toBe(0);
    shop.later(2);
    expect(await sweep()).toBe(1);
    await settle(orderId, 'matched');
    await claim();
    expect(await sweep()).toBe(0);
    shop.later(5 * days);
    expect(await sweep()).toBe(1);
    await settle(orderId, 'rejected');
    await claim();
    shop.later(5 * days);
    expect(await sweep()).toBe(1);
  });

  test('wait longer over Sundays and holidays', async () => {
    // After a Saturday and three holidays, the business days are Wednesday, Friday and the following Monday.
    const holidays = ['2026-11-23', '2026-11-24', '2026-11-26', '2026-11-28'].map((day) => ({
      from: day,
      to: day,
      reason: 'Festival',
    }));
    await updateSettings(shop.as.admin(), { holidays });
    await order();
    const days = 24 * 60;
    for (const minutes of [7 * days, days, days - 1]) {
      shop.later(minutes);
      expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(0);
    }
    shop.later(2);
    expect(await sweepUnmatchedReferences(shop.as.shop())).toBe(1);
    await updateSettings(shop.as.admin(), { holidays: [] });
  });

  test('that are rejected release the artworks and notify the customer', async () => {
    const artwork = await fill(2);
    const { id } = await orderCart(shop.as.customer());
    expect(await shop.stockOf(artwork.id)).toBe(18);
    expect(await settle(id, 'rejected')).toMatchObject({
      ok: true,
      value: { status: 'cancelled', verification: 'rejected' },
    });
    expect(await settle(id, 'rejected')).toMatchObject({ ok: true });
    expect(await shop.stockOf(artwork.id)).toBe(20);
    expect(await shop.announced('orders.status-changed')).toEqual([
      { orderId: id, from: 'processing', to: 'cancelled', isRejection: true },
    ]);
  });
});
