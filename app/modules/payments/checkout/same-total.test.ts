import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { GST_RATES } from '#app/basics/gst-rates.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { addLine, getCart } from '#app/modules/orders/cart/cart.server.ts';
import { addLines } from '#app/modules/orders/cart/merge-cart.server.ts';
import { pricedLines } from '#app/modules/orders/cart/cart.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { getDocument } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { ADDRESS, checkoutOf } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { holdCheckout, openCheckout, placeOrder, quoteCart } from './checkout.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

type TaxedArtwork = { price: number; gstRate: number };

async function makeArtworks(taxed: readonly TaxedArtwork[]): Promise<string[]> {
  const ids = taxed.map(() => randomUUID()).toSorted();
  const made = taxed.map(({ price, gstRate }, at) =>
    shop.makeArtwork({ id: ids[at], price: paise(price), gstRate, hsn: '9701' }),
  );
  return (await Promise.all(made)).map(({ id }) => id);
}

async function totalsOfCart() {
  const customer = shop.as.customer();
  const settings = await getSettings(customer);
  const lines = pricedLines(await getCart(customer, NO_GUEST_CART));
  const { totals } = await quoteCart(customer, { lines, settings, zipCode: ADDRESS.zipCode });
  const { key } = await openCheckout(customer);
  const hold = await holdCheckout(customer, { key, zipCode: ADDRESS.zipCode, address: ADDRESS });
  const checkout = await checkoutOf(customer, { seenTotal: totals.total });
  const placed = await placeOrder(customer, checkout);
  const paper = placed.ok ? await getDocument(shop.as.admin(), placed.value.id) : undefined;
  return {
    page: totals.total,
    qr: hold.ok ? hold.value.total : hold.reason,
    order: placed.ok ? placed.value.total : placed.reason,
    paper: paper?.total,
    items: placed.ok && placed.value.items.map((item) => item.artwork_id),
  };
}

const chargeGst = () =>
  updateSettings(shop.as.admin(), {
    seller: { status: 'regular', gstin: '05ABCDE1234F1Z6', pricesExcludeGst: false, ownStateOnly: false },
  });

test('two rates total the same on page, order and invoice', async () => {
  await chargeGst();
  const [second, first] = await makeArtworks([
    { price: rupees(1_000), gstRate: 18 },
    { price: rupees(300), gstRate: 5 },
  ]);
  await addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: first!, quantity: 1 });
  shop.later(1);
  await addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: second!, quantity: 1 });
  const total = rupees(1_450);
  expect(await totalsOfCart()).toEqual({
    page: total,
    qr: total,
    order: total,
    paper: total,
    items: [first, second],
  });
});

const taxed = fc.record({ price: fc.integer({ min: 1, max: 60_000 }), gstRate: fc.constantFrom(...GST_RATES) });
/** `place` is when an item was added. A guest's items all join the cart at sign-in. */
const chosen = fc.array(fc.record({ taxed, place: fc.integer(), asGuest: fc.boolean() }), {
  minLength: 2,
  maxLength: 5,
});

test('any selection totals the same everywhere, guest carts included', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(chosen, async (cart) => {
      await shop.empty();
      await chargeGst();
      const ids = await makeArtworks(cart.map((each) => each.taxed));
      const inOrder = cart
        .map((each, at) => ({ ...each, artworkId: ids[at]!, quantity: 1 }))
        .toSorted((a, b) => a.place - b.place);
      const own = inOrder.filter(({ asGuest }) => !asGuest);
      for (const line of own) await addLine(shop.as.customer(), NO_GUEST_CART, line);
      await addLines(
        shop.as.customer(),
        inOrder.filter(({ asGuest }) => asGuest),
      );
      const { page, items, ...others } = await totalsOfCart();
      expect(others).toEqual({ qr: page, order: page, paper: page });
      expect(items).toHaveLength(cart.length);
    }),
    { numRuns: Number(process.env.MONEY_CASES ?? 15) },
  );
});
