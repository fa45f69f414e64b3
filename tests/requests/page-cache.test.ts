import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLine } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCollection } from '#app/modules/catalogue/collections/collections.server.ts';
import { collections } from '#app/modules/catalogue/collections/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { GUEST_PAGES, guestPagePattern } from '#app/route-facts.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInCustomer } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let address: string;
let closeServer: () => void;
let artworkId: string;
let artworkPaths: [string, string];

const get = async (path: string, cookie?: string) => {
  const response = await fetch(address + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, shown: textOf(text) };
};
const stateOf = async (cookie: string): Promise<unknown> => JSON.parse((await get('/visitor-state', cookie)).text);
const cookieOf = (cookies: Map<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

beforeAll(async () => {
  shop = await openRequestShop();
  const answer = getRequestListener((request, bindings) => shop.app.fetch(request, bindings as never));
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}`;
  closeServer = () => server.close();
  const common = {
    images: ['/media/none.webp'],
    description: '',
    price: 145_000,
    category: 'Oil Painting',
    medium: 'oil',
    stockCount: 5,
  };
  const made = await shop.database
    .insert(artworks)
    .values([
      { ...common, title: 'Dawn over Almora', featured: true } as typeof artworks.$inferInsert,
      { ...common, title: 'Lamp saree', category: 'Fabric Painting', medium: 'fabric' } as typeof artworks.$inferInsert,
    ])
    .returning({ id: artworks.id, slug: artworks.slug });
  artworkId = made[0]!.id;
  artworkPaths = made.map(({ slug }) => `/artwork/${slug}`) as [string, string];
});
afterAll(async () => {
  closeServer();
  await shop.close();
});

const plainPaths = [...GUEST_PAGES].flatMap(([path, { isFile }]) => (isFile || path.includes(':') ? [] : [path]));
const filePaths = [...GUEST_PAGES].flatMap(([path, { isFile }]) => (isFile ? [path] : []));
const allPaths = () => [...plainPaths, ...artworkPaths];
const etagOf = async (path: string) => (await get(path)).headers.get('etag');

describe('a page cached for every guest', () => {
  test('renders identically at any time for anyone, for scripts too', async () => {
    const pages = allPaths().flatMap((path) => [path, path === '/' ? '/_.data' : `${path}.data`]);
    for (const path of [...pages, ...filePaths]) {
      const first = await etagOf(path);
      expect([path, first]).toEqual([path, expect.any(String)]);
      shop.app.pageCache.drop();
      expect([path, await etagOf(path)]).toEqual([path, first]);
    }
  });

  test('contains nothing of the guest’s cart, hearts or choices', async () => {
    const plain = await get('/gallery');
    const guest = `guest_cart=abcdefgh~${artworkId}*3; guest_wishlist=${artworkId}; cookie_choice=a; dismissed_offer=X; delivery_pin=263601; has_script=1`;
    shop.app.pageCache.drop();
    const theirs = await get('/gallery', guest);
    expect(theirs.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(theirs.text).toBe(plain.text);
    const withoutScript = await get('/gallery', guest.replace('; has_script=1', ''));
    expect(withoutScript.headers.get('etag')).toBeNull();
    expect(withoutScript.text).toContain('Cart, 3 items');
  });

  test('is not served to signed-in visitors, nor holds their data', async () => {
    const { visitor } = await signInCustomer(shop, 'Pushpa Negi');
    const cookie = cookieOf(visitor.cookies);
    shop.app.pageCache.drop();
    const own = await get('/', cookie);
    expect(own.text).toContain('Pushpa Negi');
    expect([own.headers.get('etag'), own.headers.get('cache-control')]).toEqual([null, 'no-store']);
    expect((await get('/')).text).not.toContain('Pushpa');
    expect((await get('/', cookie)).text).toContain('Pushpa Negi');
  });

  test('is served to signed-in browsers with script, which fetch their state', async () => {
    const { visitor, context } = await signInCustomer(shop, 'Meera Bisht');
    const cookie = `${cookieOf(visitor.cookies)}; has_script=1`;
    await addLine(context, NO_GUEST_CART, { artworkId, quantity: 2 });
    const guests = await get('/gallery');
    shop.app.pageCache.takeCounts();
    const own = await get('/gallery', cookie);
    expect(shop.app.pageCache.takeCounts()).toMatchObject({ fromMemory: 1, rendered: 0 });
    expect(own.text).toBe(guests.text);
    expect([own.headers.get('etag'), own.headers.get('cache-control')]).toEqual([null, 'no-store']);
    expect(own.headers.get('content-security-policy')).toBe(guests.headers.get('content-security-policy'));
    const state = await stateOf(cookie);
    expect(state).toMatchObject({ visitor: { name: 'Meera Bisht', isAdmin: false }, cartCount: 2 });
    expect(await stateOf('bisvar.session_token=ended.ended; has_script=1')).not.toHaveProperty('visitor');
  });

  test('moves a guest’s data and shows a message once after sign-in', async () => {
    const { visitor } = await signInCustomer(shop, 'Hema Joshi');
    const cookies = `${cookieOf(visitor.cookies)}; has_script=1`;
    const first = await get('/visitor-state', `${cookies}; guest_cart=ijklmnop~${artworkId}*9`);
    expect(JSON.parse(first.text)).toMatchObject({
      cartCount: 5,
      flash: [expect.stringContaining('Dawn over Almora')],
    });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.getSetCookie().join()).toContain('guest_cart=');
    expect(await stateOf(cookies)).toMatchObject({ cartCount: 5, flash: [] });
  });

  test('renders a visitor’s state into the page, never its data', async () => {
    const { visitor } = await signInCustomer(shop, 'Rekha Pant');
    const cookie = cookieOf(visitor.cookies);
    expect((await get('/cart', cookie)).shown).toContain('Rekha Pant');
    for (const path of ['/gallery.data', '/cart.data']) expect((await get(path, cookie)).text).not.toContain('Rekha');
    const signedOut = shop.visitor();
    for (const [name, value] of visitor.cookies) signedOut.cookies.set(name, value);
    await signedOut.post('/logout', {});
    expect(await stateOf(`${cookie}; has_script=1`)).not.toHaveProperty('visitor');
  });

  test('allows its scripts by its own policy, cached copies included', async () => {
    const { headers } = await get('/');
    const again = await get('/');
    expect(again.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
    expect(headers.get('content-security-policy')).toMatch(/script-src ('sha256-[\w+/=]+' )+'strict-dynamic'/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('a page is evicted when something it shows changes', () => {
  async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
    const before = new Map<string, string | null>();
    for (const path of allPaths()) before.set(path, await etagOf(path));
    shop.app.pageCache.takeCounts();
    for (const path of allPaths()) await get(path);
    expect(shop.app.pageCache.takeCounts().rendered).toBe(0);
    await change();
    await expect.poll(async () => (await changed()).length, { timeout: 20_000 }).toBeGreaterThan(0);
    return changed();
    async function changed() {
      const found = [];
      for (const path of allPaths()) if ((await etagOf(path)) !== before.get(path)) found.push(path);
      return found;
    }
  }
  const lists = ['/', '/gallery', '/gallery/oil'];

  test('an artwork’s price: its page, and the lists that show it', async () => {
    const changed = await changedBy(() =>
      shop.database
        .update(artworks)
        .set({ price: sql`price + 5000` })
        .where(eq(artworks.id, artworkId)),
    );
    expect(changed).toEqual([...lists, artworkPaths[0]]);
  });

  test('a sale: its page only; of the last one: the lists too', async () => {
    const sell = (left: number) => () =>
      shop.database.update(artworks).set({ stockCount: left }).where(eq(artworks.id, artworkId));
    expect(await changedBy(sell(4))).toEqual([artworkPaths[0]]);
    expect(shop.app.pageCache.takeCounts().rendered).toBe(1);
    expect(await changedBy(sell(0))).toEqual([...lists, artworkPaths[0]]);
    await shop.database.update(artworks).set({ stockCount: 5 });
  });

  test('a new artwork, and a deleted one', async () => {
    expect((await get('/gallery')).shown).toContain('2 artworks found');
    const [added] = await shop.database
      .insert(artworks)
      .values({
        title: 'Kumaon hills',
        images: ['/media/none.webp'],
        price: 1000,
        medium: 'oil',
        category: 'Oil Painting',
      } as never)
      .returning({ id: artworks.id, slug: artworks.slug });
    await expect.poll(async () => (await get('/gallery')).shown).toContain('3 artworks found');
    expect((await get(`/artwork/${added!.slug}`)).status).toBe(200);
    await shop.database.delete(artworks).where(eq(artworks.id, added!.id));
    await expect.poll(async () => (await get(`/artwork/${added!.slug}`)).status).toBe(404);
    expect((await get('/gallery')).shown).toContain('2 artworks found');
  });

  test('a purchase count, changed by a late payment: its page only', async () => {
    const { context } = await signInCustomer(shop, 'Bina Shah');
    await putIntoCart(context, artworkId);
    await orderCart(context);
    const renderAll = async () => {
      shop.app.pageCache.takeCounts();
      for (const path of allPaths()) await get(path);
      return shop.app.pageCache.takeCounts().rendered;
    };
    await expect.poll(renderAll).toBe(0);
    await shop.database.execute(sql`delete from artwork_purchases`);
    await expect.poll(renderAll).toBe(1);
  });

  test('a setting: every page', async () => {
    expect(await changedBy(() => updateSettings(shop.systemContext(), { shopName: 'Aipan House' }))).toEqual(
      allPaths(),
    );
  });

  test('the first collection and the last one’s removal: every page', async () => {
    const add = () =>
      saveCollection(shop.systemContext(), {
        title: 'For a wedding',
        description: '',
        image: '',
        published: true,
        artworks: [artworkId],
      });
    expect(await changedBy(add)).toEqual(allPaths());
    expect(await changedBy(() => shop.database.delete(collections))).toEqual(allPaths());
  });

  test('lets a delivery network cache guest pages for the owner’s minutes only', async () => {
    const cookie = cookieOf((await signInCustomer(shop, 'Tulsi Rawat')).visitor.cookies);
    const publicControl = async (path: string, cookies?: string) => {
      const { headers } = await get(path, cookies);
      return headers.get('cache-control')?.includes('public') ? headers.get('cache-control') : null;
    };
    expect(await publicControl('/gallery')).toBeNull();
    await updateSettings(shop.systemContext(), { cdn: { maxAgeMinutes: 10 } });
    await expect.poll(() => publicControl('/gallery')).not.toBeNull();
    for (const path of [...allPaths(), '/gallery.data'])
      expect([path, await publicControl(path)]).toEqual([path, 'public, max-age=0, s-maxage=600']);
    for (const path of ['/cart', '/login', '/artwork/none', '/gallery?show=nothing&signin=1', '/api/events'])
      expect([path, await publicControl(path, 'has_script=1; cookie_choice=a')]).toEqual([path, null]);
    for (const cookies of [cookie, `${cookie}; has_script=1`, 'flash=x', 'guest_cart=x'])
      expect([cookies, await publicControl('/gallery', cookies)]).toEqual([cookies, null]);
    await updateSettings(shop.systemContext(), { cdn: { maxAgeMinutes: 0 } });
  });

  test('the start and end of an offer: every page; its use: none', async () => {
    const begin = () =>
      saveCoupon(shop.systemContext(), {
        code: 'DIWALI20',
        discountPercentage: 20,
        validFrom: '2020-01-01',
        validUntil: null,
        usageLimit: 3,
      });
    expect(await changedBy(begin)).toEqual(allPaths());
    shop.app.pageCache.takeCounts();
    await shop.database.execute(sql`update coupons set used_count = used_count + 1`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const path of allPaths()) await get(path);
    expect(shop.app.pageCache.takeCounts().rendered).toBe(0);
    expect(await changedBy(() => shop.database.execute(sql`update coupons set used_count = 3`))).toEqual(allPaths());
  });
});

test('without artworks serves the last good copy or an error', async () => {
  for (const path of allPaths()) await get(path);
  const before = await get('/gallery');
  await shop.database.execute(sql`alter table artworks rename to artworks_away`);
  try {
    shop.app.pageCache.drop();
    const { status, text } = await get('/gallery');
    expect([status, text]).toEqual([200, before.text]);
    expect((await get(artworkPaths[0])).status).toBe(200);
    expect((await get('/gallery?sort=oldest')).text).toContain('We can’t reach our catalogue');
  } finally {
    await shop.database.execute(sql`alter table artworks_away rename to artworks`);
    shop.app.pageCache.drop();
  }
});

test('no browser-cached page has a form with a key', async () => {
  const worker = await readFile('build/client/service-worker.js', 'utf8');
  expect(worker).toContain(JSON.stringify(guestPagePattern()));
  expect(plainPaths).toContain('/about');
  for (const path of allPaths()) expect([path, (await get(path)).text.includes('name="key"')]).toEqual([path, false]);
});
