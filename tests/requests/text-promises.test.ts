import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { getSettings, updateSettings } from '#app/modules/settings/settings.server.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

const LIVE = { SHOP_MODE: 'live', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
const MSG91 = {
  MSG91_AUTH_KEY: 'a-key',
  MSG91_SENDER: 'BISVAR',
  MSG91_TEMPLATE_SHIPPED: '1',
  MSG91_TEMPLATE_DELIVERED: '2',
};

let shop: RequestShop;
const open = async (settings: Record<string, string>) => {
  shop = await openRequestShop({ ...LIVE, ...settings });
};
const shown = async (path: string) => textOf((await shop.visitor().get(path)).text);

beforeAll(() => open({}));
afterAll(() => shop.close());

test('a live shop promises SMS and WhatsApp only where it has a supplier, and asks only about those', async () => {
  for (const path of ['/', '/shipping', '/faq']) {
    const text = await shown(path);
    expect([path, text.match(/\bSMS\b|by WhatsApp|WhatsApp tracking/g)]).toEqual([path, null]);
  }
  expect(await shown('/shipping')).toContain('You hear from us by e-mail, with the number');
  const asha = shop.visitor();
  await asha.signUpAs('Asha Rawat');
  const { text } = await asha.get('/profile/settings');
  expect(textOf(text)).not.toContain('SMS delivery updates');
  // What was chosen before stays, since the form still carries it.
  expect(text).toMatch(/<input type="hidden" name="smsDeliveryUpdates" value="on"/);

  await shop.close();
  await open(MSG91);
  expect(await shown('/')).toContain('With SMS tracking to your door.');
  expect(await shown('/shipping')).toContain('You hear from us by e-mail and SMS, with the number');
});

test('a live shop says of itself only what its owner wrote: no figures, testimonials, founders or payee before', async () => {
  await shop.close();
  await open({});
  const home = await shown('/');
  for (const made of ['happy customers', 'customer rating', 'In their words', 'since 2009', 'Pay by'])
    expect([made, home.includes(made)]).toEqual([made, false]);
  const about = await shown('/about');
  for (const made of ['The two of us', '15+ years', '2009'])
    expect([made, about.includes(made)]).toEqual([made, false]);
  expect(about).toContain('Two artisans in a hill town');
  for (const path of ['/contact', '/terms']) expect(await shown(path)).not.toContain('Grievance officer');

  await updateSettings(shop.systemContext(), {
    figures: { happyCustomers: '12', artworks: null, years: null, cities: null, rating: null, foundedIn: 2026 },
    founders: [{ name: 'Sarla Devi', role: 'Painter', about: 'Paints.' }],
    legal: {
      sellerName: 'Sarla Devi',
      sellerAddress: '4 Mall Road, Almora 263601',
      grievanceName: 'Hem Joshi',
      grievanceEmail: 'care@sarla.example',
      grievancePhone: null,
    },
  });
  await expect.poll(() => shown('/')).toContain('12 happy customers');
  expect(await shown('/')).not.toContain('artworks made');
  expect(await shown('/about')).toContain('Since 2026 two artisans');
  expect(await shown('/about')).toContain('Sarla Devi');
  for (const path of ['/contact', '/terms']) {
    expect(await shown(path)).toContain('Sarla Devi, 4 Mall Road, Almora 263601');
    expect(await shown(path)).toContain(
      'Hem Joshi, care@sarla.example. We acknowledge a complaint within 48 hours and settle it within a month.',
    );
  }
});

test('a live shop promises insurance, certificates, instalments and photos only where its owner ticked them', async () => {
  const [artwork] = await shop.database
    .insert(artworks)
    .values({
      title: 'Himalayan Dawn',
      slug: 'himalayan-dawn',
      price: rupees(6000),
      medium: 'oil',
      category: 'Oil',
      images: ['/media/none.webp'],
      stockCount: 2,
    })
    .returning();
  const buyer = shop.visitor();
  await buyer.post('/cart/lines', { artworkId: artwork!.id, quantity: '1' });
  const pages = ['/', '/shipping', '/faq', '/terms', '/cart', '/artwork/himalayan-dawn'];
  const shownTo = async (path: string) => textOf((await buyer.get(path)).text);
  for (const path of pages)
    expect([path, (await shownTo(path)).match(/insur\w*|certificate|EMI|photos as it grows/gi)]).toEqual([path, null]);
  const { promises } = await getSettings(shop.systemContext());
  await updateSettings(shop.systemContext(), {
    promises: { ...promises, isInsured: true, hasCertificate: true, sendsPhotos: true, emiAbove: rupees(5000) },
  });
  await expect.poll(() => shownTo('/')).toContain('We send photos as it grows.');
  expect(await shownTo('/')).toContain('Insured to your door, and you can follow it on the way.');
  expect(await shownTo('/shipping')).toContain('Every parcel is insured.');
  expect(await shownTo('/faq')).toContain('EMI is possible for orders above ₹5,000.');
  expect(await shownTo('/terms')).toContain('EMI is possible for orders above ₹5,000.');
  expect(await shownTo('/cart')).toContain('returns on ready pieces. Insured.');
  expect(await shownTo('/artwork/himalayan-dawn')).toContain('sent with a certificate of authenticity');
});
