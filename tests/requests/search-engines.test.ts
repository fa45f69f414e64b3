import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { collectionArtworks, collections } from '#app/modules/catalogue/collections/tables.server.ts';
import { storePicture } from '#app/modules/catalogue/media/media.server.ts';
import { SITEMAP_PATHS } from '#app/route-facts.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let slug: string;
let picture: string;

beforeAll(async () => {
  shop = await openRequestShop();
  const bytes = await sharp({ create: { width: 1600, height: 2000, channels: 3, background: '#8c2f1d' } })
    .png()
    .toBuffer();
  const stored = await storePicture(shop.systemContext(), { bytes, originalFilename: 'dawn.png' });
  if (!stored.ok) throw new Error(stored.reason);
  picture = stored.value.url;
  const artwork = await insertArtwork(shop.database, {
    title: 'Hill </script> Dawn',
    description: 'First light.',
    price: rupees(14_500),
    medium: 'oil',
    category: 'Oil Painting',
    stockCount: 2,
    images: [picture],
  });
  slug = artwork.slug;
}, 60_000);
afterAll(() => shop.close());

type Facts = { '@type'?: string; '@graph'?: unknown[] } & Record<string, unknown>;
const page = async (path: string) => {
  const { status, text } = await shop.visitor().get(path);
  const head = (pattern: RegExp) => pattern.exec(text)?.[1];
  return {
    status,
    title: head(/<title>([^<]*)/),
    description: head(/<meta name="description" content="([^"]*)"/),
    robots: head(/<meta name="robots" content="([^"]*)"/),
    canonical: head(/<link rel="canonical" href="([^"]*)"/),
    image: head(/<meta property="og:image" content="([^"]*)"/),
    facts: [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json!) as Facts,
    ),
  };
};
const fact = (facts: Facts[], type: string) => facts.find((each) => each['@type'] === type);

test('the sitemap lists existing public pages, and artworks with their date', async () => {
  const { text } = await shop.visitor().get('/sitemap.xml');
  const entries = [...text.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)];
  expect(text.replace(/<url>.*<\/url>\n/g, '')).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset [^>]+>\n<\/urlset>\n$/,
  );
  const paths = entries.map(([, address]) => new URL(address!).pathname);
  expect(new Set(paths).size).toBe(paths.length);
  const lastmod = entries.find(([, address]) => address!.endsWith(`/artwork/${slug}`))?.[2];
  expect(Date.parse(lastmod ?? '')).toBeGreaterThan(Date.now() - 120_000);
  const heads = await Promise.all(paths.map(page));
  for (const [place, head] of heads.entries())
    expect([head.status, head.robots, head.canonical]).toEqual([
      200,
      'index, follow',
      `http://shop.test${paths[place]}`,
    ]);
  expect(new Set(heads.map((head) => head.title)).size).toBe(paths.length);
  expect(new Set(heads.map((head) => head.description)).size).toBe(paths.length);
});

test('a large sitemap has parts, with each artwork once', async () => {
  await shop.database.execute(sql`
    insert into artworks (title, price, medium, category, images)
    select 'Bowl ' || n, 50000, 'handcraft', 'Handcraft', array[${picture}] from generate_series(1, 300) n`);
  try {
    const locationsOf = async (path: string) => {
      const { status, text } = await shop.visitor().get(path);
      expect(status).toBe(200);
      return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
    };
    const parts = await locationsOf('/sitemap.xml');
    expect(parts).toEqual(['/sitemaps/pages.xml', '/sitemaps/artworks-1-of-2.xml', '/sitemaps/artworks-2-of-2.xml']);
    const [pages, ...listed] = await Promise.all(parts.map(locationsOf));
    expect(pages).toContain('/gallery');
    const { rows } = await shop.database.execute<{ slug: string }>('select slug from artworks');
    expect(listed.flat().toSorted()).toEqual(rows.map((row) => `/artwork/${row.slug}`).toSorted());
    for (const path of ['/sitemaps/artworks-1-of-3.xml', '/sitemaps/artworks-3-of-2.xml', '/sitemaps/other.xml'])
      expect((await shop.visitor().get(path)).status).toBe(404);
  } finally {
    await shop.database.execute(`delete from artworks where title like 'Bowl %'`);
  }
});

test.each(['/login', '/reset-password', '/admin', '/nowhere', '/track-order?order=BV-2222-2222'])(
  '%s is for no search engine',
  async (path) => {
    const { robots, canonical } = await page(path);
    expect([robots, canonical]).toEqual(['noindex', undefined]);
  },
);

describe('structured data', () => {
  test('describes an artwork’s price, availability and place, without ratings', async () => {
    const { facts } = await page(`/artwork/${slug}`);
    expect(fact(facts, 'Product')).toMatchObject({
      name: 'Hill </script> Dawn',
      image: [expect.stringMatching(/^http:\/\/shop\.test\/media\/.+\.webp$/) as string],
      brand: { name: 'Bisvar' },
      sku: expect.any(String) as string,
      offers: {
        price: '14500.00',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        shippingDetails: { shippingRate: { value: '0.00' }, shippingDestination: { addressCountry: 'IN' } },
        hasMerchantReturnPolicy: { merchantReturnDays: 7 },
      },
    });
    expect(fact(facts, 'BreadcrumbList')?.['itemListElement']).toMatchObject([
      { position: 1, item: 'http://shop.test/' },
      { position: 2, name: 'Shop' },
      { position: 3, item: 'http://shop.test/gallery/oil' },
      { position: 4, item: `http://shop.test/artwork/${slug}` },
    ]);
    expect(JSON.stringify(facts)).not.toMatch(/rating|4\.9/i);
  });

  test('lists all twenty questions, and a gallery’s breadcrumb', async () => {
    const faq = fact((await page('/faq')).facts, 'FAQPage');
    expect(faq?.['mainEntity']).toHaveLength(20);
    expect(fact((await page('/gallery/skin-care')).facts, 'BreadcrumbList')?.['itemListElement']).toHaveLength(3);
    expect(fact((await page('/gallery')).facts, 'BreadcrumbList')?.['itemListElement']).toHaveLength(2);
  });
});

test('a shared link has a 1200×630 picture of artwork or shop', async () => {
  for (const path of [`/artwork/${slug}`, '/gallery/oil', '/about', '/']) {
    const { image } = await page(path);
    const response = await shop.visitor().ask(new URL(image!).pathname);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(bytes.length).toBeLessThan(120 * 1024);
  }
  expect((await page(`/artwork/${slug}`)).image).toBe(`http://shop.test${picture.replace('.webp', '-share.jpg')}`);
  expect((await shop.visitor().ask('/media/nothing-share.jpg')).status).toBe(404);
});

describe('the head of every page', () => {
  const PAGES: [path: string, title: string, kinds: string[]][] = [
    ['/', 'Bisvar - Handcrafted Indian Art', []],
    ['/gallery', 'Art Gallery', ['BreadcrumbList']],
    ['/gallery/fabric', 'Fabric Paintings', ['BreadcrumbList']],
    ['/gallery/oil', 'Oil Paintings', ['BreadcrumbList']],
    ['/gallery/handcraft', 'Handcrafted Items', ['BreadcrumbList']],
    ['/gallery/skin-care', 'Skin Care', ['BreadcrumbList']],
    ['/artwork/{slug}', 'Hill &lt;/script&gt; Dawn', ['Product', 'BreadcrumbList']],
    ['/collections', 'Collections', []],
    ['/about', 'About Us', []],
    ['/services', 'Our Services', []],
    ['/contact', 'Contact Us', []],
    ['/faq', 'Frequently Asked Questions', ['FAQPage']],
    ['/shipping', 'Shipping Info', []],
    ['/returns', 'Returns &amp; Exchanges', []],
    ['/size-guide', 'Size Guide', []],
    ['/care-instructions', 'Care Instructions', []],
    ['/cookies', 'Cookie Policy', []],
    ['/privacy', 'Privacy Policy', []],
    ['/terms', 'Terms of Service', []],
    ['/track-order', 'Track Order', []],
    ['/custom-order', 'Custom order', []],
  ];

  beforeAll(async () => {
    const [hills] = await shop.database.insert(collections).values({ title: 'Hills', position: 0 }).returning();
    const [artwork] = await shop.database.select({ id: artworks.id }).from(artworks).where(eq(artworks.slug, slug));
    const inCollection = { collectionId: hills!.id, artworkId: artwork!.id, position: 0 };
    await shop.database.insert(collectionArtworks).values(inCollection);
  });

  test('has a title for every page of the sitemap', () => {
    expect(PAGES.map(([path]) => path)).toEqual(expect.arrayContaining([...SITEMAP_PATHS]));
  });

  test.each(PAGES)('%s is “%s”', async (at, title, kinds) => {
    const path = at.replace('{slug}', slug);
    const { text } = await shop.visitor().get(path);
    const { facts, ...head } = await page(path);
    const whole = path === '/' ? title : `${title} | Bisvar`;
    expect(head).toMatchObject({
      status: 200,
      title: whole,
      robots: 'index, follow',
      canonical: `http://shop.test${path}`,
    });
    expect(head.description!.length).toBeGreaterThan(10);
    const meta = Object.fromEntries(
      [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
        name,
        content,
      ]),
    );
    expect(meta).toMatchObject({
      'og:title': whole,
      'og:description': head.description,
      'og:type': path.startsWith('/artwork/') ? 'product' : 'website',
      'og:url': `http://shop.test${path}`,
      'og:image': expect.stringMatching(/^http:\/\/shop\.test\/.+\.jpg$/) as string,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:site_name': 'Bisvar',
      'twitter:card': 'summary_large_image',
      'twitter:title': whole,
      'twitter:description': head.description,
      'twitter:image': meta['og:image'],
    });
    expect(facts.flatMap((each) => each['@type'] ?? [])).toEqual(expect.arrayContaining(kinds));
    expect(facts.every((each) => each['@context'] === 'https://schema.org')).toBe(true);
    const [organization, site] = facts.find((each) => each['@graph'])!['@graph'] as Facts[];
    expect(organization).toMatchObject({ '@type': 'Organization', name: 'Bisvar', url: 'http://shop.test/' });
    expect(site).toMatchObject({
      '@type': 'WebSite',
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: 'http://shop.test/gallery?q={search_term_string}' },
        'query-input': 'required name=search_term_string',
      },
    });
  });

  test('the search of the structured data finds', async () => {
    const { text } = await shop.visitor().get('/gallery?q=first%20light');
    expect(textOf(text)).toContain('1 artwork found');
  });
});

test('the owner’s search text appears in an artwork’s head only', async () => {
  const said = { metaTitle: 'Oil painting of the Himalaya', metaDescription: 'Painted in Almora, framed in sal wood.' };
  await shop.database.update(artworks).set(said).where(eq(artworks.slug, slug));
  const { title, description } = await page(`/artwork/${slug}`);
  expect([title, description]).toEqual([`${said.metaTitle} | Bisvar`, said.metaDescription]);
  expect((await shop.visitor().get('/gallery')).text).not.toContain(said.metaTitle);
  await shop.database.update(artworks).set({ metaTitle: '', metaDescription: '' }).where(eq(artworks.slug, slug));
  expect((await page(`/artwork/${slug}`)).description).toBe('First light.');
});

test('marks made-to-order and discontinued artworks for machines', async () => {
  const artwork = { price: rupees(100), images: [picture], description: '' };
  const [fabric, gone] = await shop.database
    .insert(artworks)
    .values([
      { ...artwork, title: 'Saree', medium: 'fabric', category: 'Fabric Painting', stockCount: 0 },
      { ...artwork, title: 'Vase', medium: 'handcraft', category: 'Handcraft', stockCount: 0 },
    ])
    .returning({ slug: artworks.slug });
  for (const [which, availability] of [
    [fabric, 'MadeToOrder'],
    [gone, 'OutOfStock'],
  ] as const)
    expect(fact((await page(`/artwork/${which!.slug}`)).facts, 'Product')).toMatchObject({
      offers: { availability: `https://schema.org/${availability}` },
    });
});

test('robots, manifest and icons are there', async () => {
  expect((await shop.visitor().get('/robots.txt')).text).toContain('Sitemap: http://shop.test/sitemap.xml');
  const manifest = JSON.parse((await shop.visitor().get('/manifest.webmanifest')).text) as {
    name: string;
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(manifest.name).toBe('Bisvar');
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(['192x192', '512x512']);
  const { text } = await shop.visitor().get('/');
  const linked = [...text.matchAll(/ rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(([, href]) => href!);
  expect(linked).toHaveLength(3);
  for (const path of [...linked, ...manifest.icons.map((icon) => icon.src)]) {
    const icon = await shop.visitor().ask(path);
    expect([path, icon.status, icon.headers.get('content-type')?.startsWith('image/')]).toEqual([path, 200, true]);
  }
});

describe('the head of a page that belongs to one person', () => {
  const PAGES: [path: string, title: string][] = [
    ['/profile', 'My Dashboard'],
    ['/profile/orders', 'My Orders'],
    ['/profile/requests', 'My Requests'],
    ['/profile/wishlist', 'Wishlist'],
    ['/profile/settings', 'Settings'],
    ['/profile/security', 'Sign-in and security'],
    ['/profile/security/password', 'Change password'],
    ['/profile/addresses/new', 'Add an address'],
    ['/reset-password', 'Set a new password'],
    ['/checkout', 'Checkout'],
    ['/login', 'Sign in'],
  ];
  test('has title, description and share data, and is not for search engines', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Meera Joshi');
    for (const [path, title] of PAGES) {
      const { text } = await (path === '/login' ? shop.visitor() : visitor).get(path);
      expect([path, /<title>([^<]*)/.exec(text)?.[1]]).toEqual([path, `${title} | Bisvar`]);
      expect(text).toContain('<meta name="robots" content="noindex"/>');
      expect(text).toMatch(/<meta name="description" content=".{10,}"/);
      expect(text).toContain(`<meta property="og:title" content="${title} | Bisvar"/>`);
      expect(text).toMatch(/<meta property="og:image" content="http:\/\/shop\.test\/.+\.jpg"/);
      expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    }
  });
});
