import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { textOf } from '#tests/support/html.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { SITEMAP_PATHS } from '#app/route-facts.ts';
import { openLiveShop } from '#tests/support/live-shop.ts';
import { makeAdmin, openRequestShop, signInAdmin, type RequestShop } from '#tests/support/request-shop.ts';

let shop: RequestShop;
const ids: Record<string, string> = {};
const slugs: Record<string, string> = {};

beforeAll(async () => {
  shop = await openRequestShop({
    // The shop promises SMS and WhatsApp only with a supplier.
    MSG91_AUTH_KEY: 'a-key',
    MSG91_SENDER: 'BISVAR',
    MSG91_TEMPLATE_SHIPPED: '1',
    MSG91_TEMPLATE_DELIVERED: '2',
    WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
    WHATSAPP_ACCESS_TOKEN: 'a-token',
    SHOP_MODE: 'live',
    SHOP_URL: 'http://shop.test',
  });
  await openLiveShop(shop);
  await updateSettings(shop.systemContext(), {
    contact: { ...DEFAULT_SETTINGS.contact, address: 'Studio, Mall Road, Almora, Uttarakhand 263601' },
  });
  const artwork = { images: ['/media/none.webp'], stockCount: 3, category: 'Oil Painting', medium: 'oil' as const };
  const rows = await shop.database
    .insert(artworks)
    .values([
      {
        ...artwork,
        title: 'Hill </script><b>Dawn',
        description: 'First light on the snows.',
        price: rupees(14_500),
        featured: true,
        tags: ['mountains'],
      },
      { ...artwork, title: 'Gone Marigolds', price: rupees(9_800), stockCount: 0 },
      { ...artwork, title: 'Fish Dupatta', price: rupees(4_200), medium: 'fabric', category: 'Fabric Painting' },
      { ...artwork, title: 'Neem Soap', price: rupees(180), medium: 'handcraft', category: 'Skin Care' },
      ...Array.from({ length: 11 }, (_, index) => ({
        ...artwork,
        title: `Bowl ${index}`,
        price: rupees(500 + index),
        medium: 'handcraft' as const,
        category: 'Handcraft',
      })),
    ])
    .returning({ id: artworks.id, slug: artworks.slug, title: artworks.title });
  for (const { id, slug, title } of rows) {
    ids[title] = id;
    slugs[title] = slug;
  }
}, 60_000);
afterAll(() => shop.close());

/** A guest with a cart and without a script gets an uncached page. */
const pageOfOne = (path: string) => {
  const visitor = shop.visitor();
  visitor.cookies.set('guest_cart', 'empty');
  return page(path, visitor);
};
const page = async (path: string, visitor = shop.visitor()) => {
  const got = await visitor.get(path);
  return {
    ...got,
    shown: textOf(got.text),
    canonical: /rel="canonical" href="([^"]*)"/.exec(got.text)?.[1],
    title: /<title>([^<]*)/.exec(got.text)?.[1],
  };
};
const cards = (text: string) => text.match(/<article class="card"/g)?.length ?? 0;

test('home shows featured artworks, the settings’ figures and its own head', async () => {
  const home = await page('/');
  expect(home.title).toBe('Bisvar - Handcrafted Indian Art');
  expect(home.canonical).toBe('http://shop.test/');
  expect(home.shown).toContain('2,500+ happy customers');
  expect(cards(home.text)).toBe(1);
});

test('a gallery counts matches, shows twelve, and links more', async () => {
  const first = await page('/gallery');
  expect(first.shown).toContain('15 artworks found');
  expect(cards(first.text)).toBe(12);
  expect(first.text).toContain('href="/gallery?show=24"');
  expect(cards((await page('/gallery?show=24')).text)).toBe(15);
});

test('the category in the query wins, and the canonical address has it', async () => {
  const soaps = await page('/gallery/oil?category=Skin%20Care&sort=newest');
  expect(soaps.title).toBe('Skin Care | Bisvar');
  expect(soaps.canonical).toBe('http://shop.test/gallery/skin-care');
  expect(soaps.shown).toContain('1 artwork found');
});

test('filters without matches say so, each with a link to remove', async () => {
  const none = await page('/gallery/oil?max=100&medium=oil');
  expect(none.shown).toContain('No artworks found');
  expect(none.shown).toContain('Try adjusting your filters to see more results');
  expect(none.text).toContain('href="/gallery/oil?medium=oil"');
  expect(none.text).toContain('href="/gallery/oil?max=100"');
});

test('the filter form keeps the address’s lowest price', async () => {
  const form = /<form id="filter-form".*?<\/form>/s;
  expect(form.exec((await page('/gallery?min=500')).text)?.[0]).toContain(
    '<input type="hidden" name="min" value="500"/>',
  );
  expect(form.exec((await page('/gallery')).text)?.[0]).not.toContain('name="min"');
});

test('a card offers the actions available for its artwork', async () => {
  expect((await page('/gallery/fabric')).shown).toContain('Customize & Order');
  const oils = (await page('/gallery/oil')).text.match(/<article class="card".*?<\/article>/gs) ?? [];
  const gone = oils.find((card) => card.includes('Gone Marigolds'));
  expect(gone).toContain('Out of Stock');
  expect(gone).toContain('class="medium-tag">Oil');
  expect((await page('/gallery/skin-care')).shown).toContain('Add to Cart');
});

test('an artwork’s head is its own, limited to stock, and safe', async () => {
  const dawn = await page(`/artwork/${slugs['Hill </script><b>Dawn']}`);
  expect(dawn.text).toContain('property="og:type" content="product"');
  expect(dawn.shown).toContain('Only 3 left');
  expect(/<input[^>]*name="quantity"[^>]*>/.exec(dawn.text)?.[0]).toContain('max="3"');
  const facts = [...dawn.text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as { '@type'?: string; name?: string },
  );
  expect(facts.find((fact) => fact['@type'] === 'Product')?.name).toBe('Hill </script><b>Dawn');
  expect(dawn.text).not.toContain('aggregateRating');
});

test('an unknown artwork or address is 404 and unindexed', async () => {
  const nothing = await page('/artwork/99');
  expect(nothing.status).toBe(404);
  expect(nothing.shown).toContain('Artwork not found');
  expect(nothing.shown).toContain('Return to Gallery');
  for (const path of ['/nowhere', '/gallery/swords']) {
    const unknown = await page(path);
    expect([path, unknown.status]).toEqual([path, 404]);
    expect(unknown.text).toContain('name="robots" content="noindex"');
    expect(unknown.shown).toContain('Painted by hand');
  }
  expect((await page('/artwork')).status).toBe(200);
});

test('search returns at most five artworks, and the words it used', async () => {
  const response = await shop.visitor().ask('/api/search?q=%20bowl%20');
  const answer = (await response.json()) as { query: string; artworks: { title: string }[] };
  expect(answer.query).toBe('bowl');
  expect(answer.artworks).toHaveLength(5);
});

test('no page carries an inline style, which the security policy would block', async () => {
  for (const path of ['/', '/gallery', `/artwork/${slugs['Fish Dupatta']}`])
    expect((await page(path)).text).not.toMatch(/<[a-z][^>]*\sstyle="/);
});

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, inside]) => [
    href,
    textOf(inside!).trim(),
  ]);
const part = (html: string, tag: string) => new RegExp(`<${tag}[ >].*?</${tag}>`, 's').exec(html)?.[0] ?? '';

test('an artwork’s id and former names redirect permanently', async () => {
  const id = ids['Bowl 9']!;
  const visitor = shop.visitor();
  const led = async (path: string) => {
    const { status, headers } = await visitor.ask(path);
    return [status, headers.get('location')];
  };
  expect(await led(`/artwork/${id}?request=1`)).toEqual([301, '/artwork/bowl-9?request=1']);
  expect(await led(`/artwork/${id.toUpperCase()}`)).toEqual([301, '/artwork/bowl-9']);
  await shop.database.update(artworks).set({ title: 'Moonlit bowl' }).where(eq(artworks.id, id));
  expect(await led('/artwork/bowl-9')).toEqual([301, '/artwork/moonlit-bowl']);
  expect((await page('/artwork/moonlit-bowl')).canonical).toBe('http://shop.test/artwork/moonlit-bowl');
  expect((await led('/artwork/bowl-99'))[0]).toBe(404);
  await shop.database.update(artworks).set({ title: 'Bowl 9' }).where(eq(artworks.id, id));
  expect(await led('/artwork/moonlit-bowl')).toEqual([301, '/artwork/bowl-9']);
});

test('a draft is for admins; an archived one has no price', async () => {
  const common = {
    images: ['/media/none.webp'],
    medium: 'oil' as const,
    category: 'Oil Painting',
    price: rupees(9_123),
  };
  const rows = await shop.database
    .insert(artworks)
    .values([
      { ...common, title: 'Unfinished Glacier', stockCount: 1, status: 'draft' },
      { ...common, title: 'Bygone Glacier', stockCount: 1, status: 'archived' },
    ])
    .returning({ slug: artworks.slug });
  const [draft, archived] = rows.map(({ slug }) => `/artwork/${slug}`) as [string, string];
  const admin = await signInAdmin(shop);
  expect((await page(draft)).status).toBe(404);
  const preview = await admin.get(draft);
  expect([preview.status, textOf(preview.text).includes('Draft. Only admins can see this.')]).toEqual([200, true]);
  expect(preview.text).toContain('content="noindex"');

  const gone = await page(archived);
  expect(gone.status).toBe(200);
  expect(gone.shown).toContain('No longer made');
  expect(gone.text).toContain('content="noindex"');
  expect(gone.canonical).toBeUndefined();
  expect(gone.text).not.toMatch(/9,123|"price":"|Add to Cart<|\?request=1/);
  for (const list of ['/', '/gallery', '/gallery?q=glacier', '/sitemap.xml', '/api/search?q=glacier'])
    expect([list, (await page(list)).text.includes('Glacier') || (await page(list)).text.includes(archived)]).toEqual([
      list,
      false,
    ]);
  const shown = textOf((await admin.get('/admin/artworks?status=archived')).text);
  expect([shown.includes('Bygone Glacier'), shown.includes('Unfinished Glacier')]).toEqual([true, false]);
  await shop.database.delete(artworks).where(eq(artworks.price, rupees(9_123)));
});

test('price on request replaces the price, with a request, no offer', async () => {
  const row = await insertArtwork(shop.database, {
    medium: 'oil',
    category: 'Oil Painting',
    price: null,
    title: 'Great Ganesha',
    stockCount: 1,
  });
  const address = `/artwork/${row.slug}`;
  const { shown, text } = await page(address);
  expect(shown).toContain('Price on request');
  expect(text).toContain('?request=1');
  expect(text).not.toMatch(/"@type":"Offer"|Add to Cart<|₹0/);
  const asker = shop.visitor();
  await asker.signUpAs('Tara Bhatt');
  const form = textOf((await asker.get(`${address}?request=1`)).text);
  expect(form).toContain('Price on request. We’ll reply with a price.');
  expect(form).not.toMatch(/We can make one for you|Could be ready by/);
  const card = await page('/gallery?q=ganesha');
  expect(card.shown).toContain('Price on request');
  expect(card.text).toContain(`${address}?request=1`);
  await shop.database.delete(artworks).where(eq(artworks.title, 'Great Ganesha'));
});

describe('the header', () => {
  test('links every page of the menu, and home', async () => {
    const header = part((await page('/about')).text, 'header');
    expect(linksIn(header)).toEqual(
      expect.arrayContaining([
        ['/', 'Home'],
        ['/services', 'Services'],
        ['/gallery/fabric', 'Fabric Painting'],
        ['/gallery/oil', 'Oil Painting'],
        ['/gallery/handcraft', 'Handcraft'],
        ['/gallery/skin-care', 'Skin care'],
        ['/gallery', 'All artworks'],
        ['/about', 'About'],
        ['/contact', 'Contact'],
        ['/custom-order', 'Custom order'],
        ['/track-order', 'Track order'],
        ['/cart', ''],
      ]),
    );
    expect(header).toMatch(/<a [^>]*href="\/"[^>]*aria-label="Bisvar, home"|aria-label="Bisvar, home"[^>]*href="\/"/);
    expect(header).toMatch(/<a [^>]*href="\/gallery"[^>]*>Shop<\/a><details[^>]*><summary aria-label="Shop menu">/);
  });

  test('asks a guest to sign in, and shows customers their menu', async () => {
    const guest = part((await page('/about')).text, 'header');
    expect(guest).toContain('href="/login?returnTo=%2Fabout"');
    expect(guest).not.toContain('Logout');
    const visitor = shop.visitor();
    await visitor.signUpAs('Meera Bisht');
    const customer = textOf(part((await visitor.get('/about')).text, 'header'));
    for (const wanted of ['Meera Bisht', 'My Profile', 'Logout']) expect(customer).toContain(wanted);
    expect(customer).not.toContain('Admin Dashboard');
    const demo = await openRequestShop();
    const admin = demo.visitor();
    await makeAdmin(demo, (await admin.signUpAs('Kamla Bisht')).email);
    const { text } = await admin.get('/about');
    await demo.close();
    expect(textOf(part(text, 'header'))).toContain('Admin Dashboard');
  });
});

test('the footer links everything, with UPI and the free shipping limit', async () => {
  const footer = part((await page('/')).text, 'footer');
  const paths = SITEMAP_PATHS.filter((path) => path !== '/collections');
  expect(linksIn(footer).map(([href]) => href)).toEqual(expect.arrayContaining(paths));
  expect(textOf(footer)).toContain('Pay by UPI · Free shipping above ₹2,000 · Delivery across India');
});

describe('home', () => {
  test('home has hero, steps, stitching, reasons, rating, testimonials and studio', async () => {
    const { text, shown } = await page('/');
    expect(linksIn(part(text, 'main')).map(([href]) => href)).toEqual(
      expect.arrayContaining([
        '/custom-order',
        '/services',
        '/gallery/fabric',
        '/gallery/oil',
        '/gallery/handcraft',
        '/gallery',
      ]),
    );
    for (const wanted of [
      'How It Works',
      'Choose fabric',
      'Share inspiration',
      'We hand-paint',
      'Optional stitching',
      'Painted, then stitched to fit',
      'Why people come back',
      'customer rating',
      '4.9',
      'Free shipping above ₹2,000',
      '7-day returns',
      'undamaged',
      'Insured, with SMS and WhatsApp tracking',
      'A reply within 24 hours',
      'In their words',
      'Visit the studio',
      'Almora, Uttarakhand',
      'View Complete Collection',
    ])
      expect(shown).toContain(wanted);
    expect(text.match(/<blockquote/g)).toHaveLength(3);
  });

  test('says so when nothing is featured', async () => {
    await shop.database.update(artworks).set({ featured: false });
    const { shown } = await page('/');
    await shop.database.update(artworks).set({ featured: true }).where(eq(artworks.title, 'Hill </script><b>Dawn'));
    expect(shown).toContain('No Featured Artworks Check back soon for new featured pieces!');
    expect(shown).toContain('View Complete Collection');
  });

  test('names the newest coupon that works now, until it was dismissed', async () => {
    const coupon = {
      code: 'HILLS20',
      discountPercentage: 20,
      active: true,
      validFrom: null,
      validUntil: null,
      usageLimit: null,
    };
    expect(await saveCoupon(shop.systemContext(), coupon)).toMatchObject({ ok: true });
    const visitor = shop.visitor();
    const shown = async () => textOf((await visitor.get('/')).text);
    expect(await shown()).toMatch(/HILLS20\s+20\s*% off your order/);
    visitor.cookies.set('dismissed_offer', 'HILLS20');
    expect(await shown()).not.toContain('HILLS20');
  });
});

test.each([
  ['/gallery', 'Art Gallery', 'Painted cloth, oils, craft and skin care'],
  ['/gallery/fabric', 'Fabric Paintings', 'painted to order'],
  ['/gallery/oil', 'Oil Paintings', 'ready to hang'],
  ['/gallery/handcraft', 'Handcrafted Items', 'Clay, brass, bamboo'],
  ['/gallery/skin-care', 'Skin Care', 'Soap and shampoo'],
])('%s is called %s and has its subtitle', async (path, title, subtitle) => {
  const { text, shown } = await page(path);
  expect(textOf(part(text, 'h1')).trim()).toBe(title);
  expect(shown).toContain(subtitle);
});

test('a gallery sorts five ways, without an upper limit at 50000', async () => {
  const { text } = await page('/gallery');
  const options = [...part(text, 'select').matchAll(/<option[^>]*>([^<]*)/g)].map(([, label]) => label);
  expect(options).toEqual(['Featured first', 'Newest', 'Oldest', 'Price low to high', 'Price high to low']);
  const slider = /<input[^>]*type="range"[^>]*>/.exec(text)?.[0];
  expect(slider).toMatch(/min="0".*max="50000"/);
  const titles = async (query: string) =>
    [...(await page(`/gallery/oil?${query}`)).text.matchAll(/class="card-title"><a[^>]*>([^<]*)/g)].map(
      ([, title]) => title,
    );
  expect((await titles('sort=price-low'))[0]).toBe('Gone Marigolds');
  expect((await titles('sort=price-high'))[0]).toContain('Dawn');
  expect((await titles('sort=featured'))[0]).toContain('Dawn');
  expect(await titles('max=50000')).toHaveLength(2);
});

test('filters ignore case, and grid and list are addresses', async () => {
  expect((await page('/gallery?kind=OIL%20painting')).shown).toContain('2 artworks found');
  expect((await page('/gallery?medium=FABRIC')).shown).toContain('1 artwork found');
  const { text } = await page('/gallery?view=list');
  expect(text).toContain('artworks artworks-list');
  expect(text).toMatch(/aria-label="List"[^>]*aria-current="true"|aria-current="true"[^>]*aria-label="List"/);
});

test('a search matches title, description, category and tag, forgiving errors', async () => {
  const found = async (shown: string) => (await page(`/gallery?q=${encodeURIComponent(shown)}`)).shown;
  for (const shown of ['DAWN', 'first light', 'oil painting', 'Mountains'])
    expect(await found(shown)).toContain('Dawn');
  const slip = await found('dupata');
  expect(slip).toContain('Fish Dupatta');
  expect(await found('xylophone')).toContain('No artworks found');
});

describe('the artwork page', () => {
  test('an artwork page has price, details, care, policies and related artworks', async () => {
    const { shown, text } = await page(`/artwork/${slugs['Bowl 3']}`);
    for (const wanted of [
      'Back to Gallery',
      'Bowl 3',
      '₹503',
      'Handcraft',
      'Details',
      'Medium',
      'Care instructions',
      'Authenticity',
      'certificate of authenticity',
      'Shipping and returns',
      'Insured shipping ₹150, free above ₹2,000.',
      'Tracked by SMS and WhatsApp',
      'within 7 days of delivery',
    ])
      expect(shown).toContain(wanted);
    expect(text).toContain('aria-label="Add Bowl 3 to wishlist"');
    expect(shown).toContain('You may also like');
    expect(cards(text)).toBe(4);
    const dawn = await page(`/artwork/${slugs['Hill </script><b>Dawn']}`);
    expect(linksIn(dawn.text)).toContainEqual(['/gallery?q=mountains', 'mountains']);
    expect(dawn.shown).toContain('Featured');
    expect(dawn.shown).toContain('Free insured shipping above ₹2,000.');
  });

  test('shows care per medium: oil, skin care by label or 12 months', async () => {
    const care = async (title: string) => (await page(`/artwork/${slugs[title]}`)).shown;
    expect(await care('Gone Marigolds')).toContain('every 5 to 10 years');
    expect(await care('Neem Soap')).toContain('Use within 12 months');
    const soap = eq(artworks.id, ids['Neem Soap']!);
    await shop.database.update(artworks).set({ bestBefore: '24 months from making' }).where(soap);
    const labelled = await care('Neem Soap');
    await shop.database.update(artworks).set({ bestBefore: '' }).where(soap);
    expect(labelled).toContain('Best before: 24 months from making.');
    expect(labelled).not.toContain('12 months');
    expect(await care('Fish Dupatta')).toContain('Dry clean the first time; then wash by hand');
    expect(await care('Bowl 1')).toContain('soft, dry cloth');
  });

  test('promises a certificate with art, but not with soap', async () => {
    const certified = async (title: string) => /certificate/i.test((await page(`/artwork/${slugs[title]}`)).shown);
    expect(await certified('Bowl 1')).toBe(true);
    expect(await certified('Neem Soap')).toBe(false);
  });

  test('says when few are left, and takes at most five', async () => {
    const id = ids['Bowl 1']!;
    const at = async (stockCount: number) => {
      await shop.database.update(artworks).set({ stockCount }).where(eq(artworks.id, id));
      const { shown, text } = await page(`/artwork/${slugs['Bowl 1']}`);
      return [
        /(Only \d left|(?:In stock: .*?|Out of stock)(?= {2}| One| Insured))/.exec(shown)?.[1]?.trim(),
        /<input[^>]*name="quantity"[^>]*>/.exec(text)?.[0]?.match(/max="(\d+)"/)?.[1],
        shown.includes('Need more than 5? Change the quantity in your cart.'),
      ];
    };
    const [one, three, four, nine] = [await at(1), await at(3), await at(4), await at(9)];
    expect(one).toEqual(['Only 1 left', '1', false]);
    expect(three).toEqual(['Only 3 left', '3', false]);
    expect(four).toEqual([expect.stringContaining('In stock: 4 pieces'), '4', false]);
    expect(nine.slice(1)).toEqual(['5', true]);
  });

  test('asks a guest for sign-in on heart, and offers a request', async () => {
    const { text, shown } = await page(`/artwork/${slugs['Gone Marigolds']}`);
    const [, heart = ''] = /<a class="heart"[^>]* href="([^"]*)"/.exec(text) ?? [];
    const asked = await page(heart.replaceAll('&amp;', '&'));
    expect(asked.shown).toContain('Gone Marigolds');
    expect(asked.shown).toContain('Please login to add items to wishlist');
    expect(shown).toContain('Request this piece');
    expect(shown).toContain('We reply within 24 hours');
  });

  test('a made-to-order artwork names its date and no returns', async () => {
    const promised = async (title: string) => {
      const { shown } = await page(`/artwork/${slugs[title]}`);
      return ['Ships in', 'Made in 2–3 weeks, then', 'Made for you, so not returnable', 'Return it undamaged'].filter(
        (promise) => shown.includes(promise),
      );
    };
    expect(await promised('Gone Marigolds')).toEqual(['Made in 2–3 weeks, then', 'Made for you, so not returnable']);
    expect(await promised('Neem Soap')).toEqual(['Ships in', 'Return it undamaged']);
  });

  test('links fabric to a custom order, whatever the stock', async () => {
    const { shown, text } = await page(`/artwork/${slugs['Fish Dupatta']}`);
    expect(shown).toContain('Customize & Order');
    expect(shown).not.toContain('Add to Cart');
    expect(text).toContain(`href="/custom-order?piece=${ids['Fish Dupatta']}"`);
  });

  test('can be shared: by WhatsApp without JavaScript', async () => {
    const { text } = await page(`/artwork/${slugs['Bowl 3']}`);
    expect(text).toContain(
      `https://wa.me/?text=${encodeURIComponent(`Bowl 3 http://shop.test/artwork/${slugs['Bowl 3']}`)}`,
    );
  });
});

test('without artworks the last catalogue shows, without buying', async () => {
  await pageOfOne('/gallery');
  await shop.database.execute(sql`alter table artworks rename to artworks_away`);
  try {
    const gallery = await pageOfOne('/gallery/handcraft');
    expect(gallery.shown).toContain(
      'We can’t reach our catalogue, so this page may be out of date. Buying is paused for now.',
    );
    expect(gallery.shown).not.toContain('Add to Cart');
    const bowl = await pageOfOne(`/artwork/${slugs['Bowl 3']}`);
    expect(bowl.status).toBe(200);
    expect(bowl.shown).toContain('Buying is paused for now.');
    expect(bowl.shown).not.toContain('Add to Cart');
    expect((await pageOfOne('/gallery?category=Pottery')).shown).toMatch(/Error loading artworks: \S/);
  } finally {
    await shop.database.execute(sql`alter table artworks_away rename to artworks`);
  }
});

test.each([
  ['a demo', 'demo', 'this page may be out of date', 'Add to Cart', '14 artworks found'],
  ['a live shop', 'live', 'Error loading artworks: ', 'Rose Petal Soap', '0 artworks found'],
])('without any catalogue, %s says so and sells nothing', async (_, mode, said, absent, found) => {
  const empty = await openRequestShop({ SHOP_MODE: mode, SHOP_URL: 'http://shop.test' });
  await empty.database.execute(sql`alter table artworks rename to artworks_away`);
  const [home, gallery] = await Promise.all([empty.visitor().get('/'), empty.visitor().get('/gallery')]);
  await empty.database.execute(sql`alter table artworks_away rename to artworks`);
  await empty.close();
  for (const { status, text } of [home, gallery]) {
    expect(status).toBe(200);
    expect(textOf(text)).toContain(said);
    expect(textOf(text)).not.toContain(absent);
  }
  expect(textOf(gallery.text)).toContain(found);
});

describe('while artworks can’t be read', () => {
  const paths = ['/', '/gallery', '/artwork/', '/services'];
  test.each(['a guest', 'a customer'])('%s sees the last state, without failing buttons', async (who) => {
    const visitor = shop.visitor();
    if (who === 'a customer') await visitor.signUpAs('Tara Rana');
    await visitor.get('/gallery');
    await visitor.post('/visitor-state', { intent: 'wish', artworkId: ids['Neem Soap']!, wanted: 'yes' });
    await shop.database.execute(sql`alter table artworks rename to artworks_away`);
    try {
      for (const path of [...paths, ...(who === 'a customer' ? ['/profile/wishlist'] : [])]) {
        const { status, text } = await visitor.get(path === '/artwork/' ? path + slugs['Neem Soap']! : path);
        expect([path, status]).toEqual([path, 200]);
        expect(textOf(text)).not.toContain('Add to Cart');
        if (path.startsWith('/profile')) expect(textOf(text)).toContain('Neem Soap');
        else if (path !== '/services') expect(textOf(text)).toContain('We can’t reach our catalogue');
      }
    } finally {
      await shop.database.execute(sql`alter table artworks_away rename to artworks`);
    }
  });
});

describe('when something breaks', () => {
  test.each([
    ['a page', 'artwork_purchases', () => `/artwork/${slugs['Neem Soap']}`, 'aria-label="Main"'],
    ['all pages', 'settings', () => '/about', 'class="header"'],
  ])('an error of %s keeps the header and "Try again"', async (_, table, path, header) => {
    await shop.database.execute(sql.raw(`alter table ${table} rename to ${table}_away`));
    await shop.database.execute(sql`select pg_notify('pages', '')`);
    try {
      const broken = await pageOfOne(path());
      expect(broken.status).toBe(500);
      expect(broken.shown).toContain('Something went wrong');
      expect(broken.shown).toContain('Try again');
      expect(broken.text).toContain(header);
      expect(broken.text).toContain('href="/gallery"');
    } finally {
      await shop.database.execute(sql.raw(`alter table ${table}_away rename to ${table}`));
    }
  });
});

describe('the filters of the gallery', () => {
  const group = (text: string, legend: string) =>
    new RegExp(`<legend>${legend}</legend>(.*?)</fieldset>`, 's').exec(text)?.[1];
  test('merges media, counts by kind, and knows size and availability', async () => {
    const { text, shown } = await page('/gallery?medium=fabric&available=to-order');
    expect(shown).toContain('1 artwork found');
    expect(group(text, 'Category')).toBeUndefined();
    expect(textOf(group(text, 'Availability')!)).toMatch(/Made to order\s*1/);
    expect(textOf(group(text, 'Medium')!)).toMatch(/Fabric\s*1/);
    expect(textOf(group(text, 'Medium')!)).not.toContain('Oil');
    const all = await page('/gallery');
    expect(textOf(group(all.text, 'Availability')!)).toMatch(/Ready to ship\s*13.*Made to order\s*1/s);
    expect((await page('/gallery?available=ready')).shown).toContain('13 artworks found');
    expect((await page('/gallery?available=nonsense')).shown).toContain('15 artworks found');
    expect((await page('/gallery?style=Aipan')).shown).toMatch(/15 artworks found.*We no longer filter by style/);
  });
});

test('a guest with a full wishlist is informed which heart was removed', async () => {
  const visitor = shop.visitor();
  const heart = async (id: string) =>
    visitor.post('/visitor-state.data', { intent: 'wish', artworkId: id, wanted: 'yes' });
  visitor.cookies.set('guest_wishlist', Array.from({ length: 50 }, () => crypto.randomUUID()).join('~'));
  expect(await (await heart(ids['Neem Soap']!)).text()).toContain('We removed the oldest piece');
  expect(await (await heart(ids['Neem Soap']!)).text()).not.toContain('We removed the oldest piece');
  const list = await visitor.get('/wishlist/guest');
  expect(textOf(list.text)).toContain('Neem Soap');
  expect(list.text).toContain('<meta name="robots" content="noindex"/>');
});
