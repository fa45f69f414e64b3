import { glob, readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { collectionArtworks, collections } from '#app/modules/catalogue/collections/tables.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { SITEMAP_PATHS } from '#app/route-facts.ts';
import { sourcesOf, textOf as writtenIn } from '#scripts/checks/source.mjs';
import { insertArtwork } from '#tests/support/artworks.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInCustomer, type Visitor } from '#tests/support/request-shop.ts';

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

test('a live shop offers SMS and WhatsApp only with a supplier', async () => {
  for (const path of ['/', '/shipping', '/faq']) {
    const text = await shown(path);
    expect([path, text.match(/\bSMS\b|by WhatsApp|WhatsApp tracking/g)]).toEqual([path, null]);
  }
  expect(await shown('/shipping')).toContain('We send you the tracking number by email');
  const asha = shop.visitor();
  await asha.signUpAs('Asha Rawat');
  const { text } = await asha.get('/profile/settings');
  expect(textOf(text)).not.toContain('SMS delivery updates');
  expect(text).toMatch(/<input type="hidden" name="smsDeliveryUpdates" value="on"/);

  await shop.close();
  await open(MSG91);
  expect(await shown('/')).toContain('With SMS tracking to your door.');
  expect(await shown('/shipping')).toContain('We send you the tracking number by email and SMS');
});

test('a live shop shows only its owner’s claims', async () => {
  await shop.close();
  await open({});
  const home = await shown('/');
  for (const made of ['happy customers', 'customer rating', 'In their words', 'since 2009', 'Pay by'])
    expect([made, home.includes(made)]).toEqual([made, false]);
  const about = await shown('/about');
  for (const made of ['The two of us', '15+ years', '2009', 'Two artisans', 'Uttarakhand', 'Kumaon'])
    expect([made, `${home} ${about}`.includes(made)]).toEqual([made, false]);
  expect(about).toContain('painted by hand and sent across India.');
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
  expect(await shown('/about')).toContain('painted by hand and sent across India, since 2026.');
  expect(await shown('/about')).toContain('Sarla Devi');
  for (const path of ['/contact', '/terms']) {
    expect(await shown(path)).toContain('Sarla Devi, 4 Mall Road, Almora 263601');
    expect(await shown(path)).toMatch(
      /Hem Joshi, care@sarla\.example ?\. We acknowledge complaints within 48 hours and resolve them within a month\./,
    );
  }
});

test('a live shop promises insurance, certificates, instalments and photos when ticked', async () => {
  const artwork = await insertArtwork(shop.database, {
    title: 'Himalayan Dawn',
    slug: 'himalayan-dawn',
    price: rupees(6000),
    medium: 'oil',
    category: 'Oil',
    stockCount: 2,
  });
  const buyer = shop.visitor();
  await buyer.post('/visitor-state', { intent: 'add', artworkId: artwork.id, quantity: '1' });
  const pages = ['/', '/shipping', '/faq', '/terms', '/cart', '/artwork/himalayan-dawn'];
  const shownTo = async (path: string) => textOf((await buyer.get(path)).text);
  for (const path of pages)
    expect([path, (await shownTo(path)).match(/insur\w*|certificate|EMI|photos as it grows/gi)]).toEqual([path, null]);
  const { promises } = await getSettings(shop.systemContext());
  await updateSettings(shop.systemContext(), {
    promises: { ...promises, isInsured: true, hasCertificate: true, sendsPhotos: true, emiAbove: rupees(5000) },
  });
  await expect.poll(() => shownTo('/')).toContain('We send photos as it grows.');
  expect(await shownTo('/')).toContain('Insured and tracked to your door.');
  expect(await shownTo('/shipping')).toContain('Every parcel is insured.');
  expect(await shownTo('/faq')).toContain('EMI is possible for orders above ₹5,000.');
  expect(await shownTo('/terms')).toContain('EMI is possible for orders above ₹5,000.');
  expect(await shownTo('/cart')).toContain('returns on ready pieces. Insured.');
  expect(await shownTo('/artwork/himalayan-dawn')).toContain('Comes with a certificate of authenticity');
});

const IS_PROMISE =
  /insur|certificat|\bEMI\b|\bSMS\b|WhatsApp tracking|by WhatsApp|photos as|two years|tries|within (an? )?\d|\d+-day|\d+% advance|crate|acid-free|plastic|we never|hashes|at our cost|pay for the way back|pay return shipping|\bwe(’ll| will)? (tell|send|call|write|email|message|ask|hold)\b(?! to$)/i;

/** Promises that no setting changes, each with the test that proves it. */
const HELD: readonly (readonly [sentence: RegExp, by: string])[] = [
  [
    /requests and messages for two years/,
    'app/modules/operations/personal-data/personal-data.test.ts › deletes requests, messages and emails with pictures after two years',
  ],
  [/stored only as hashes/, 'tests/requests/identity/sign-in.test.ts › hashes passwords off the event loop'],
  [
    /we never see them/,
    'tests/requests/text-promises.test.ts › the shop asks for no card; gateways have their own pages',
  ],
  [
    /at our cost|we pay return shipping/i,
    'app/modules/messaging/messages/messages.test.ts › emails each step of a return, and the request to the studio',
  ],
  [
    /acid-free|wooden crate|instead of plastic|courier tries/,
    'tests/requests/store/policies.test.ts › the owner writes, previews and publishes a policy, visible at once',
  ],
  [/12 months/, 'tests/requests/storefront.test.ts › shows care per medium: oil, skin care by label or 12 months'],
  [
    /we cannot find a payment, we write/,
    'app/modules/messaging/messages/messages.test.ts › emails a found or missing payment reference once, never the owner’s notes',
  ],
  [
    /hold your pieces for 15 minutes/,
    'tests/requests/payments/checkout.test.ts › is created on request for 15 minutes, never by viewing the page',
  ],
];

test('every promise on a page follows a setting or a named guarantee', async () => {
  await shop.close();
  shop = await openRequestShop();
  const chosen = await shop.database
    .insert(artworks)
    .values(
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
    )
    .returning();
  const [hills] = await shop.database.insert(collections).values({ title: 'Hills', position: 0 }).returning();
  await shop.database
    .insert(collectionArtworks)
    .values(chosen.map(({ id }, position) => ({ collectionId: hills!.id, artworkId: id, position })));
  const { visitor: customer } = await signInCustomer(shop);
  const before = await promisesOn(shop, customer);
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
  const after = await promisesOn(shop, customer);
  expect(before.size).toBeGreaterThan(30);
  // SMS and WhatsApp depend on the suppliers, which have their own test.
  const stays = [...before].filter((sentence) => after.has(sentence) && !/SMS|WhatsApp/.test(sentence));
  expect(stays.filter((sentence) => !HELD.some(([pattern]) => pattern.test(sentence)))).toEqual([]);
  for (const [pattern, by] of HELD) {
    expect([by, stays.some((sentence) => pattern.test(sentence))]).toEqual([by, true]);
  }
  await expectTests(HELD);
});

async function expectTests(held: readonly (readonly [sentence: RegExp, by: string])[]) {
  for (const [, by] of held) {
    const [file, title] = by.split(' › ');
    expect(await readFile(file!, 'utf8')).toContain(`test('${title}'`);
  }
}

async function textsOf(...patterns: string[]): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of glob(patterns)) paths.push(path);
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const));
  return sourcesOf(files).flatMap(({ nodes, text: file }) =>
    nodes.flatMap((node) => {
      const text =
        node.type === 'JSXText'
          ? node.value
          : writtenIn(node, ({ start, end }) => `{${file.slice(start, end).replaceAll(/[{}]/g, '')}}`);
      return text ?? [];
    }),
  );
}

const HELD_IN_MESSAGES: readonly (readonly [sentence: RegExp, by: string])[] = [
  [
    /message you again when it ships/,
    'app/modules/messaging/messages/messages.test.ts › emails shipping, delivery and cancellation once, however the status moves',
  ],
  [
    /write to you about the next steps/,
    'app/modules/messaging/messages/messages.test.ts › an accepted request emails how to pay, then that payment was found',
  ],
  [
    /email you when we find your payment/,
    'app/modules/messaging/messages/messages.test.ts › an accepted request emails how to pay, then that payment was found',
  ],
  [
    /We will write to/,
    'tests/requests/identity/account-security.test.ts › changes when the new address is confirmed, and emails the former one',
  ],
  [
    /no reference within 15 minutes/,
    'app/modules/orders/orders/orders.server.test.ts › that never arrives releases the artworks after 15 minutes, once',
  ],
  [
    /pay return shipping/,
    'app/modules/messaging/messages/messages.test.ts › emails each step of a return, and the request to the studio',
  ],
  [
    /send the one you chose/,
    'app/modules/orders/invoices/invoices.server.test.ts › an exchange refunds nothing and leaves the invoice as it is',
  ],
  [
    /pay the rest, and we’ll send/,
    'tests/requests/payments/refunds.test.ts › shows a short payment to both sides, and shipping needs a reason',
  ],
  [
    /If it arrived, we’ll refund it/,
    'app/modules/payments/checkout/over-the-limit.test.ts › takes stock when matched, and is refundable when sold',
  ],
  [
    /email you when the rest arrives/,
    'app/modules/orders/returns/returns.test.ts › each received item is credited, and restocked if fit; others may follow',
  ],
];
const FOLLOWS_A_SETTING = /\{[^}]*\b(promises|replyWithinHours|waitingHours|weeks)\b/;

test('every promise in a message follows a setting or named guarantee', async () => {
  const texts = await textsOf(
    'app/modules/*/*/{emails,*email-templates,reply,not-my-order}.server.ts',
    'app/modules/*/*/{order,whatsapp}-texts.ts',
    'app/modules/orders/orders/order-details.tsx',
    'app/platform/mail/*.tsx',
  );
  const promised = texts
    .flatMap((text) => text.split(/(?<=[.?!])\s+(?=[A-Z])/))
    .filter((sentence) => IS_PROMISE.test(sentence.replaceAll(/\{[^}]*\}/g, '5')));
  expect(promised.length).toBeGreaterThan(10);
  const free = promised.filter((sentence) => !FOLLOWS_A_SETTING.test(sentence));
  expect(free.filter((sentence) => !HELD_IN_MESSAGES.some(([pattern]) => pattern.test(sentence)))).toEqual([]);
  for (const [pattern, by] of HELD_IN_MESSAGES)
    expect([by, free.some((sentence) => pattern.test(sentence))]).toEqual([by, true]);
  await expectTests(HELD_IN_MESSAGES);
});

test('the shop asks for no card; gateways have their own pages', async () => {
  const names = await textsOf('app/routes/**/*.{ts,tsx}', 'app/ui/**/*.{ts,tsx}', 'app/modules/**/forms.ts');
  expect(names).toContain('paymentReferenceId');
  expect(names.filter((name) => /\bcc-|\bcvv\b|card ?number|debit card/i.test(name))).toEqual([]);
});

const PAGES = [
  ...SITEMAP_PATHS,
  '/artwork/oil',
  '/artwork/fabric',
  '/artwork/handcraft',
  '/collections/hills',
  '/cart',
];
const OWN_PAGES = [
  '/checkout',
  '/profile',
  '/profile/orders',
  '/profile/requests',
  '/profile/security',
  '/profile/settings',
];

async function promisesOn({ visitor }: RequestShop, customer: Visitor): Promise<Set<string>> {
  const found = new Set<string>();
  const guest = visitor();
  const [artwork] = await shop.database.select({ id: artworks.id }).from(artworks).where(eq(artworks.slug, 'oil'));
  const asked = [guest, customer].flatMap((who) =>
    (who === guest ? PAGES : OWN_PAGES).map((path) => [who, path] as const),
  );
  for (const who of [guest, customer])
    await who.post('/visitor-state', { intent: 'add', artworkId: artwork!.id, quantity: '1' });
  for (const [who, path] of asked) {
    const { text, status } = await who.get(path);
    expect([path, status]).toEqual([path, 200]);
    const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(text) ?? [];
    const shownThere = body.replace(/<(script|style|template)\b.*?<\/\1>/gs, '');
    for (const block of shownThere.split(/<\/?(?:p|li|h\d|dd|dt|div|span|td|th|section|summary)\b[^>]*>/))
      for (const sentence of textOf(block).split(/(?<=[.?!])\s+(?=[A-Z])/))
        if (IS_PROMISE.test(sentence)) found.add(sentence.trim());
  }
  return found;
}
