import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
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
    testimonials: [
      ['Said by mail', 'By mail, 3 October 2026', true],
      ['Without a source', '', true],
      ['Without consent', 'By mail, 4 October 2026', false],
    ].map(([quote, source, hasConsent]) => ({
      name: 'Meera',
      place: 'Saree',
      rating: 5,
      quote: String(quote),
      source: String(source),
      hasConsent: hasConsent === true,
    })),
  });
  await expect.poll(() => shown('/')).toContain('12 happy customers');
  expect((await shown('/')).match(/Said by mail|Without a source|Without consent/g)).toEqual(['Said by mail']);
  expect(await shown('/')).not.toContain('artworks made');
  expect(await shown('/about')).toContain('Since 2026 two artisans');
  expect(await shown('/about')).toContain('Sarla Devi');
  for (const path of ['/contact', '/terms']) {
    expect(await shown(path)).toContain('Sarla Devi, 4 Mall Road, Almora 263601');
    // In the terms a mail address is a link.
    expect(await shown(path)).toMatch(
      /Hem Joshi, care@sarla\.example ?\. We acknowledge a complaint within 48 hours and settle it within a month\./,
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

/** What speaks of a limit, a time or a service. */
const IS_PROMISE =
  /insur|certificat|\bEMI\b|\bSMS\b|WhatsApp tracking|by WhatsApp|photos as|two years|tries|within (an? )?\d|\d+-day|\d+% advance|crate|acid-free|plastic|we never|hashes|at our cost|pay for the way back/i;

/** Sentences that no setting moves: the test that shows them done, or whose text it is. */
const HELD: readonly (readonly [sentence: RegExp, by: string])[] = [
  [
    /requests and messages for two years/,
    'app/modules/personal-data/personal-data.test.ts › requests, messages and mails are removed once they are two years old, with their pictures',
  ],
  [
    /stored only as hashes/,
    'tests/requests/sign-in.test.ts › a password is hashed beside the event loop, so that nobody else waits for it',
  ],
  [/we never see them/, 'no form of the shop asks for a card or a bank: gateways open pages of their own'],
  [/at our cost|pay for the way back/, 'the owner, who accepts a return and pays it'],
  [/acid-free|wooden crate|No plastic|courier tries/, 'the owner, in Policies'],
  [/instead of plastic/, 'the owner: what the studio holds to'],
  [/12 months/, 'the goods: how long they last'],
];

test('every promise on every page follows a setting, or is named here with what holds it', async () => {
  await shop.close();
  shop = await openRequestShop();
  await shop.database.insert(artworks).values(
    (
      [
        ['oil', 'Oil Painting'],
        ['fabric', 'Fabric Painting'],
        ['handcraft', 'Skin Care'],
      ] as const
    ).map(([medium, category]) => ({
      title: `A piece of ${medium}`,
      slug: medium,
      images: ['/media/none.webp'],
      price: rupees(6000),
      medium,
      category,
      stockCount: 2,
    })),
  );
  const before = await promisesOn(shop);
  const { promises, contact } = await getSettings(shop.systemContext());
  const span = { from: 40, to: 41 };
  await updateSettings(shop.systemContext(), {
    contact: { ...contact, replyWithinHours: 77 },
    testimonials: [],
    promises: {
      ...promises,
      deliveryBusinessDays: span,
      processingBusinessDays: span,
      customWorkWeeks: span,
      commissionWeeks: span,
      commissionAdvancePercentage: 33,
      cancelWithinHours: 78,
      returnWithinDays: 79,
      reportIssuesWithinHours: 80,
      refundBusinessDays: span,
      emiAbove: null,
      isInsured: false,
      hasCertificate: false,
      sendsPhotos: false,
    },
  });
  await expect.poll(() => shown('/contact')).toContain('within 77 hours');
  const after = await promisesOn(shop);
  expect(before.size).toBeGreaterThan(30);
  // SMS and WhatsApp follow the suppliers, which a demo has; their own test stands above.
  const stays = [...before].filter((sentence) => after.has(sentence) && !/SMS|WhatsApp/.test(sentence));
  expect(stays.filter((sentence) => !HELD.some(([pattern]) => pattern.test(sentence)))).toEqual([]);
  for (const [pattern, by] of HELD) {
    expect([by, stays.some((sentence) => pattern.test(sentence))]).toEqual([by, true]);
    const [file, title] = by.split(' › ');
    if (title) expect(await readFile(file!, 'utf8')).toContain(`test('${title}'`);
  }
});

const PAGES =
  '/ /about /services /contact /faq /shipping /returns /terms /privacy /cookies /size-guide /care-instructions /gallery /artwork/oil /artwork/fabric /artwork/handcraft /custom-order /cart /track-order';

/** The promises on the pages that everybody sees, sentence by sentence. */
async function promisesOn({ visitor }: RequestShop): Promise<Set<string>> {
  const found = new Set<string>();
  const guest = visitor();
  const [artwork] = await shop.database.select({ id: artworks.id }).from(artworks).where(eq(artworks.slug, 'oil'));
  await guest.post('/cart/lines', { artworkId: artwork!.id, quantity: '1' });
  for (const path of PAGES.split(' ')) {
    const { text, status } = await guest.get(path);
    expect([path, status]).toEqual([path, 200]);
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
    for (const block of main.split(/<\/?(?:p|li|h\d|dd|dt|div|span|td|th|section|summary)\b[^>]*>/))
      for (const sentence of textOf(block).split(/(?<=[.?!])\s+(?=[A-Z])/))
        if (IS_PROMISE.test(sentence)) found.add(sentence.trim());
  }
  return found;
}
