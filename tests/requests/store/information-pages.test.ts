import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';

let shop: RequestShop;
beforeAll(async () => void (shop = await openRequestShop()), 60_000);
afterAll(() => shop.close());

const page = async (path: string) => {
  const { text } = await shop.visitor().get(path);
  const html = /<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? '';
  return { html, shown: textOf(html).replaceAll('\u00a0', ' ') };
};
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);

test('About shows the figures, the values and the two founders', async () => {
  const { shown, html } = await page('/about');
  for (const figure of ['2,500+', 'happy customers', '1,200+', 'artworks', '15+ years', '50+', 'cities', '2009'])
    expect(shown).toContain(figure);
  expect(shown).toContain('Our values');
  expect(html.match(/<h3[^>]*class="text-h4"/g)).toHaveLength(2);
  expect(linksIn(html)).toContain('/contact');
});

test('Services describes painting and stitching, and links the categories', async () => {
  const { shown, html } = await page('/services');
  for (const wanted of ['Custom fabric painting', 'Optional stitching', 'Up to five pictures', '2–3 weeks'])
    expect(shown).toContain(wanted);
  expect(linksIn(html)).toEqual(
    expect.arrayContaining(['/custom-order', '/gallery', '/gallery/oil', '/gallery/handcraft', '/gallery/skin-care']),
  );
});

test('Services and About have every picture size and reserved space', async () => {
  for (const path of ['/services', '/about']) {
    const { html } = await page(path);
    const images = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    expect(images.length).toBeGreaterThan(1);
    for (const tag of images) {
      expect(tag).toMatch(/ width="\d+" height="\d+"/);
      expect(tag).toMatch(/ sizes="[^"]+"/);
      for (const [file] of tag.matchAll(/\/scenes\/[^ "]+/g))
        expect([file, (await shop.visitor().ask(file)).status]).toEqual([file, 200]);
    }
  }
});

test('Contact has the details, the questions and the fields of the form', async () => {
  const { shown, html } = await page('/contact');
  for (const wanted of [
    '+91 98765 43210',
    'hello@bisvar.example',
    'Almora, Uttarakhand',
    'Mon–Sat 10 AM–8 PM',
    'within 24 hours',
    'Common questions',
  ])
    expect(shown).toContain(wanted);
  expect(fieldsOf(html).map(([name]) => name)).toEqual(
    expect.arrayContaining(['name', 'email', 'phone', 'subject', 'artworkInterest']),
  );
  expect(html).toContain('name="message"');
  for (const interest of ['fabric', 'oil', 'handcraft', 'custom', 'general'])
    expect(html).toContain(`value="${interest}"`);
});

describe('the contact form', () => {
  const typed = {
    key: crypto.randomUUID(),
    name: 'Asha',
    email: 'asha@example.in',
    phone: '',
    subject: 'A saree',
    message: 'Do you paint on tussar?',
    artworkInterest: '',
  };

  test('names missing fields and keeps the input', async () => {
    const answer = await shop.visitor().post('/contact', { ...typed, email: 'nobody', subject: '' });
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(textOf(text)).toContain('Two things to fix Email is invalid Subject is required');
    expect(text).toContain('Do you paint on tussar?');
  });

  test('answers with one ticket number per message, and offers another', async () => {
    const visitor = shop.visitor();
    const [first, again] = [await visitor.post('/contact', typed), await visitor.post('/contact', typed)];
    const shown = textOf(await first.text());
    expect(shown).toContain('Message sent!');
    expect(shown).toContain('Send another message');
    const ticket = /Your ticket number: (\S+)/.exec(shown)?.[1];
    expect(ticket).toBeTruthy();
    expect(textOf(await again.text())).toContain(`Your ticket number: ${ticket}`);
  });
});

test('Privacy was last updated in January 2024 and leads to contact', async () => {
  const { shown, html } = await page('/privacy');
  expect(shown).toContain('Privacy Policy');
  expect(shown).toContain('Last updated January 2024');
  expect(linksIn(html)).toContain('/contact');
});

test('Terms have their seven sections, the ways to pay and the limits', async () => {
  const { html, shown } = await page('/terms');
  const sections = [...html.matchAll(/<section aria-labelledby="([^"]+)"/g)].map(([, id]) => id);
  expect(sections).toEqual(
    expect.arrayContaining([
      'acceptance',
      'products',
      'ordering-and-payment',
      'shipping',
      'returns',
      'intellectual-property',
    ]),
  );
  expect(shown).toMatch(/Delivery of out-of-stock and custom orders/i);
  for (const wanted of [
    'UPI, cards, net banking or cash on delivery',
    'EMI',
    '₹5,000',
    'no minimum order',
    'within 2 hours',
  ])
    expect(shown).toContain(wanted);
});

test('Cookie Policy has categories, browser settings, third parties and contact', async () => {
  const { html, shown } = await page('/cookies');
  for (const wanted of [
    'Essential (required)',
    'Analytics (optional)',
    'Functional (optional)',
    'Marketing (optional)',
    'Browser settings',
    'Analytics, payment processors and social media',
  ])
    expect(shown).toContain(wanted);
  expect(linksIn(html)).toContain('/contact');
});

describe('the cookie banner', () => {
  test('offers three answers until one is given, and sets nothing optional', async () => {
    const visitor = shop.visitor();
    const first = await visitor.get('/');
    expect(first.headers.getSetCookie()).toEqual([]);
    for (const answer of ['Accept all', 'Customize', 'Reject non-essential'])
      expect(textOf(first.text)).toContain(answer);
    const given = await visitor.post('/cookies', { choice: 'essential', returnTo: '/about' });
    expect([given.status, given.headers.get('location')]).toEqual([303, '/about']);
    expect(textOf((await visitor.get('/about')).text)).not.toContain('Reject non-essential');
  });

  test('remembers the customised choice', async () => {
    const visitor = shop.visitor();
    await visitor.post('/cookies', { choice: 'custom', analytics: 'on' });
    const { text } = await visitor.get('/cookies');
    expect(/<input[^>]*name="analytics"[^>]*>/.exec(text)?.[0]).toContain('checked');
    expect(/<input[^>]*name="marketing"[^>]*>/.exec(text)?.[0]).not.toContain('checked');
  });
});

test('Shipping Info has zones, days, charges, packaging, steps and notes', async () => {
  const { html, shown } = await page('/shipping');
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) => textOf(row!).replaceAll('\u00a0', ' '));
  const row = (zone: string) => rows.find((each) => each.trim().startsWith(zone)) ?? '';
  for (const [zone, days, ...charges] of [
    ['Metro', '3–5', 'above ₹2,000', '₹100'],
    ['Tier 1', '4–6', '₹120'],
    ['Tier 2', '5–7', '₹150'],
    ['Remote', '7–10', 'above ₹3,000', '₹200'],
  ] as const)
    for (const wanted of [days, ...charges]) expect([zone, row(zone)]).toEqual([zone, expect.stringContaining(wanted)]);
  for (const wanted of [
    'Packaging',
    'At your door',
    'Notes',
    '1–2 business days',
    '5–7',
    '2–3 weeks',
    'within India only',
  ])
    expect(shown).toContain(wanted);
  const [, steps] = /<ol>(.*?)<\/ol>/s.exec(html)!;
  expect(steps!.match(/<li>/g)).toHaveLength(4);
});

test('Returns & Exchanges states every limit', async () => {
  const { shown } = await page('/returns');
  for (const wanted of [
    'Returns & Exchanges',
    'Within 7 days of delivery',
    'within 24 hours of delivery',
    'within 5–7 business days of our check',
    'original payment',
    'You pay, unless it’s faulty or the wrong piece',
    'cannot be returned, unless there is a quality issue',
    'for a piece of equal or higher value',
    'within 2 hours',
  ])
    expect(shown).toContain(wanted);
});

test('Size Guide has tables, tips, and links to gallery and contact', async () => {
  const { html, shown } = await page('/size-guide');
  for (const wanted of [
    'Small 20–35 cm',
    'Medium 35–60 cm',
    'Large 60–100 cm',
    'Extra large 100+ cm',
    'Handcraft',
    'Measuring tips',
    'measure over what you would wear underneath',
  ])
    expect(shown.replace(/ (Longer side|Best for) /g, ' ')).toContain(wanted);
  expect(linksIn(html)).toEqual(expect.arrayContaining(['/gallery', '/contact']));
});

test('Care Instructions covers each medium, with the specified intervals', async () => {
  const { shown } = await page('/care-instructions');
  for (const wanted of [
    'Painted fabric',
    'Oil paintings',
    'Handcraft',
    'Skin care',
    'every 5 to 10 years',
    'Use within 12 months',
    'Dry clean the first time; then wash by hand',
  ])
    expect(shown).toContain(wanted);
});

test('FAQ has five categories of four, with the shop’s numbers', async () => {
  const { html, shown } = await page('/faq');
  expect(html.match(/<details[^>]* name="faq"/g)).toHaveLength(20);
  expect(html.match(/<h2/g)).toHaveLength(5);
  for (const wanted of [
    'above ₹2,000',
    '2–4 weeks, with a 50% advance',
    'above ₹5,000',
    'no minimum order',
    'Mon–Sat 10 AM–8 PM',
    'Dry clean it the first time',
  ])
    expect(shown).toContain(wanted);
  expect((await page('/faq?q=eMi')).shown).toContain('Search Results (1 found)');
  expect((await page('/faq?q=zzzz')).shown).toContain('Search Results (0 found)');
});

test('the custom order has four steps, and nothing prefilled for guests', async () => {
  const { shown, html } = await page('/custom-order');
  for (const wanted of ['Step 1 of 4', 'Step 4 of 4', 'I have the fabric', 'Source it for me', 'optional, up to 5'])
    expect(shown).toContain(wanted);
  expect(shown).toContain('You can also send measurements later.');
  expect(Object.fromEntries(fieldsOf(html))).toMatchObject({ name: '', email: '', phone: '' });
  const visitor = shop.visitor();
  const { email } = await visitor.signUpAs('Ila Pant');
  expect(Object.fromEntries(fieldsOf((await visitor.get('/custom-order')).text))).toMatchObject({
    name: 'Ila Pant',
    email,
  });
});

test('every page shows the owner’s promises and charges', async () => {
  const owner = shop.systemContext();
  const { contact, promises } = await getSettings(owner);
  await updateSettings(owner, {
    shippingMode: 'zones',
    contact: { ...contact, replyWithinHours: 36 },
    promises: { ...promises, processingBusinessDays: { from: 3, to: 4 }, reportIssuesWithinHours: 48 },
  });
  const pages = [
    '/about',
    '/contact',
    '/faq',
    '/services',
    '/shipping',
    '/size-guide',
    '/returns',
    '/terms',
    '/cookies',
  ];
  for (const path of pages) {
    const { shown } = await page(path);
    expect([path, shown]).toEqual([path, expect.stringContaining('within 36 hours')]);
    expect([path, shown]).toEqual([path, expect.not.stringContaining('within 24 hours')]);
  }
  expect((await page('/shipping')).shown).toContain('To the courier within 3–4 business days');
  for (const path of ['/faq', '/terms'])
    expect((await page(path)).shown).toContain('Metro: Free above ₹2,000, else ₹100; Tier 1: ₹120');
  const { text } = await shop.visitor().get('/');
  expect(textOf(text)).not.toContain('Free shipping above');
});
