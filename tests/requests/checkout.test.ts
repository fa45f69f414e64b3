import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatRupees, type Paise, rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { getSettings, updateSettings } from '#app/modules/settings/settings.server.ts';
import { zoneFor } from '#app/modules/shipping/shipping.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

/** One PIN code of each zone. */
const PINS = ['110001', '411001', '263601', '790001'];
const PRICE = rupees(300);

let shop: RequestShop;
let artworkId: string;
beforeAll(async () => {
  shop = await openRequestShop();
  await updateSettings(shop.systemContext(), { shippingMode: 'zones' });
  const [bowl] = await shop.database
    .insert(artworks)
    .values({
      title: 'Clay Bowl',
      price: PRICE,
      medium: 'handcraft',
      category: 'Handcraft',
      stockCount: 100,
      images: ['/media/none.webp'],
    })
    .returning();
  artworkId = bowl!.id;
});
afterAll(() => shop.close());

describe('with charges by zone', () => {
  let buyer: Visitor;
  let cost: (pin: string) => Paise;
  let account: { email: string };
  let buyers = 0;
  beforeEach(async () => {
    const { shippingZones } = await getSettings(shop.systemContext());
    cost = (pin) => zoneFor(shippingZones, pin).cost;
    buyer = shop.visitor();
    account = await buyer.signUpAs(`Ila ${(buyers += 1)}`);
  });
  const totalOf = (pin: string) => formatRupees((PRICE + cost(pin)) as Paise);
  /** What a browser sends of the checkout as it was shown. */
  const form = (shown: string, changes: Record<string, string>): Record<string, string> => {
    const { key, seenTotal, price, quantity } = Object.fromEntries(fieldsOf(shown)) as Record<string, string>;
    const { country: _, ...address } = ADDRESS;
    const bought = { key: key!, seenTotal: seenTotal!, price: price!, quantity: quantity!, artworkId };
    return { ...bought, ...address, paymentMethod: 'manual', paymentReferenceId: newReference(), ...changes };
  };

  test('the zones of the sample differ in what they cost', () => {
    expect(new Set(PINS.map(cost)).size).toBeGreaterThan(2);
  });

  /** A profile in one zone, and a bowl to be sent to another. */
  const fillCart = async (home: string) => {
    const { country: _, email: _email, ...profile } = ADDRESS;
    await buyer.post('/profile?index', { ...profile, email: account.email, zipCode: home });
    await buyer.post('/cart/lines', { artworkId, quantity: '1' });
  };

  test.each(PINS)(
    'a parcel to %s is ordered from a profile in any other zone, once its total was seen, without JavaScript',
    async (pin) => {
      for (const home of PINS.filter((other) => cost(other) !== cost(pin))) {
        await fillCart(home);
        const first = await buyer.get('/checkout');
        expect(textOf(first.text)).toContain(`${home}: ${formatRupees(cost(home))}`);
        const refused = await buyer.post('/checkout', form(first.text, { zipCode: pin }));
        const shown = await refused.text();
        expect(refused.status).toBe(409);
        expect(textOf(shown)).toContain(`${pin}: ${formatRupees(cost(pin))}`);
        expect(textOf(shown)).toContain(totalOf(pin));
        const placed = await buyer.post('/checkout', form(shown, { zipCode: pin }));
        expect([home, placed.status]).toEqual([home, 303]);
      }
    },
  );

  test.each(PINS)('a parcel to %s is ordered at once by who saw the summary follow the PIN code', async (pin) => {
    for (const home of PINS.filter((other) => cost(other) !== cost(pin))) {
      await fillCart(home);
      const shown = (await buyer.get(`/checkout?pin=${pin}`)).text;
      expect(textOf(shown)).toContain(totalOf(pin));
      const placed = await buyer.post('/checkout', form(shown, { zipCode: pin }));
      expect([home, placed.status]).toEqual([home, 303]);
    }
  });

  test('the charge for a PIN code is asked for by a button, and nothing that was typed is lost', async () => {
    await buyer.post('/cart/lines', { artworkId, quantity: '1' });
    const changes = { zipCode: '790001', street: '7 Hill Lane', intent: 'quote-delivery' };
    const first = await buyer.get('/checkout');
    expect(textOf(first.text)).toContain('The PIN code says when it arrives and what delivery costs.');
    const asked = form(first.text, changes);
    const shown = await (await buyer.post('/checkout', asked)).text();
    expect(textOf(shown)).toContain(`790001: ${formatRupees(cost('790001'))}, free above ₹3,000.`);
    expect(Object.fromEntries(fieldsOf(shown))).toMatchObject({ zipCode: '790001', street: '7 Hill Lane' });
    expect(textOf((await buyer.get('/checkout?pin=110001')).text)).toContain(
      `Delivery to New Delhi 110001: ${formatRupees(cost('110001'))}, free above ₹2,000.`,
    );
  });
});
