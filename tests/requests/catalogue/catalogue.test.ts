import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { CHANGED_OTHERWISE } from '#app/modules/catalogue/artworks/messages.ts';
import { getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let helper: Visitor;
let customer: Visitor;

beforeAll(async () => {
  shop = await openRequestShop();
  helper = await signInAdmin(shop, { role: 'helper' });
  ({ visitor: customer } = await signInCustomer(shop));
});
afterAll(() => shop.close());

const FIVE_MB = 5 * 1024 * 1024;
const photo = (width = 300, height = 200) => sharp({ create: { width, height, channels: 3, background: '#c04020' } });
const upload = async (bytes: Uint8Array, name = 'photo.png', by = helper, key?: string) => {
  const body = new FormData();
  if (key) body.set('key', key);
  body.set('picture', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  return by.ask('/admin/media/pictures', { method: 'POST', body });
};
const stored = async (bytes?: Uint8Array, name?: string) => {
  const response = await upload(bytes ?? (await photo().png().toBuffer()), name);
  const answer = (await response.json()) as { ok: boolean; picture: { id: string; url: string } };
  expect([response.status, answer.ok]).toEqual([201, true]);
  return answer.picture;
};
const storedFiles = async () => (await readdir(join(shop.config.dataDirectory, 'media')).catch(() => [])).length;
const form = async (path: string, fields: Record<string, string>, by = helper) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return by.ask(path, { method: 'POST', body });
};
const artwork = (over: Record<string, string> = {}) => ({
  title: 'Dawn',
  price: '1450',
  medium: 'oil',
  category: 'Oil Painting',
  stockCount: '2',
  unit: 'cm',
  ...over,
});
const addressOf = async (id: string) => `/artwork/${(await getArtwork(shop.systemContext(), id)).slug}`;
const added = async (over: Record<string, string> = {}) => {
  const images = over.images ?? (await stored()).url;
  const response = await form('/admin/artworks/new', artwork({ images, ...over }));
  expect(response.status).toBe(303);
  return /\/admin\/artworks\?done=save&of=([\w-]+)$/.exec(response.headers.get('location')!)![1]!;
};

describe('an upload', () => {
  test('is judged by content, not name; a refused file leaves nothing', async () => {
    const png = await photo(1, 1).png().toBuffer();
    png.writeUInt32BE(20_000, 16);
    png.writeUInt32BE(20_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    const jpeg = await photo(400, 400).jpeg().toBuffer();
    const tests: [what: string, bytes: Uint8Array, visibleText: string][] = [
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'Please select an image file'],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'Please select an image file'],
      ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'Please select an image file'],
      ['a zip', Buffer.from('504b0304140000000800', 'hex'), 'Please select an image file'],
      ['a bomb', png, 'This picture has 400 megapixels. Choose one with at most 40.'],
      ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'Please select an image file'],
      ['5 MB', Buffer.concat([jpeg, Buffer.alloc(FIVE_MB - jpeg.length)]), 'Image size must be less than 5MB'],
    ];
    const files = await storedFiles();
    for (const [what, bytes, visibleText] of tests) {
      const response = await upload(bytes, 'photo.png');
      expect([what, response.status, await response.json()]).toMatchObject([
        what,
        400,
        { ok: false, message: visibleText },
      ]);
    }
    expect(await shop.database.$count(mediaGallery)).toBe(0);
    expect(await storedFiles()).toBe(files);
  });

  test('loses its location, and is logged', async () => {
    const taken = await photo()
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 35/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(taken.includes('secret place')).toBe(true);
    const picture = await stored(taken, 'IMG_0042.jpg');
    const directory = join(shop.config.dataDirectory, 'media');
    for (const name of await readdir(directory)) {
      const bytes = await readFile(join(directory, name));
      expect(bytes.includes('secret place')).toBe(false);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
    expect((await helper.get(picture.url)).headers.get('content-type')).toBe('image/webp');
    const [noted] = await shop.database.select().from(auditLog).where(eq(auditLog.subjectId, picture.id));
    expect(noted).toMatchObject({ action: 'media.upload', after: { originalFilename: 'IMG_0042.jpg' } });
  });

  test('without a script returns the library with its form', async () => {
    const body = new FormData();
    body.append('picture', new File([new Uint8Array(await photo().png().toBuffer())], 'by-form.png'));
    const response = await helper.ask('/admin/media', { method: 'POST', body });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/media']);
    expect((await helper.get('/admin/media?q=by-form')).text).toContain('by-form.png');
    const wrong = new FormData();
    wrong.append('picture', new File(['<svg/>'], 'evil.svg'));
    const page = textOf(await (await helper.ask('/admin/media', { method: 'POST', body: wrong })).text());
    expect(page).toMatch(/Some uploads failed:\s+evil\.svg: Please select an image file/);
  });
});

test('a refused bulk change says why over the same selection', async () => {
  const id = await added({ title: 'Bell', stockCount: '2' });
  const [stock, price] = await Promise.all(
    ['stock', 'price'].map(async (what) => {
      const { text } = await helper.get(`/admin/artworks/${what}?id=${id}&q=Bell`);
      const [, action] = /<form[^>]*action="(\/admin\/artworks\/(?:stock|price)[^"]*)"/.exec(text)!;
      return action!.replaceAll('&amp;', '&');
    }),
  );
  const key = crypto.randomUUID();
  const raised = { id, key, step: 'raise', count: '8', reason: '' };
  const wrong = await form(price!, { id, key: crypto.randomUUID(), step: 'raise-percent', amount: 'much' });
  expect(wrong.status).toBe(400);
  expect(textOf(await wrong.text())).toContain('Bell');
  expect((await form(stock!, { ...raised, count: 'many' })).status).toBe(400);
  const done = await form(stock!, raised);
  expect([done.status, done.headers.get('location')]).toEqual([303, expect.not.stringContaining(id)]);
  const otherwise = await form(stock!, { ...raised, count: '9' });
  expect(otherwise.status).toBe(409);
  const text = textOf(await otherwise.text());
  expect(text).toContain(CHANGED_OTHERWISE);
  expect(text).toContain('Bell');
});

test('others get not found, and nothing changes', async () => {
  const id = await added({ title: 'Kept as it is' });
  const { id: pictureId } = await stored();
  const pages = [
    '/admin/artworks',
    '/admin/artworks/new',
    `/admin/artworks/${id}`,
    `/admin/artworks/delete?id=${id}`,
    `/admin/artworks/out-of-stock?id=${id}`,
    '/admin/artworks/import',
    '/admin/media',
    '/admin/media/pictures',
    `/admin/media/${pictureId}`,
    `/admin/media/${pictureId}/delete`,
  ];
  const buttons: [string, Record<string, string>][] = [
    ['/admin/artworks/new', artwork()],
    [`/admin/artworks/${id}`, artwork()],
    ['/admin/artworks', { id, intent: 'feature' }],
    ['/admin/artworks', { intent: 'undo', change: 'feature', at: '2026-11-22T10:00:00Z' }],
    ['/admin/artworks/delete', { id }],
    ['/admin/artworks/import', { text: `id,title\n${id},Stolen`, key: 'x' }],
    [`/admin/media/${pictureId}`, { altText: 'x', focalX: '0', focalY: '0' }],
    [`/admin/media/${pictureId}/delete`, {}],
    [`/admin/media/${pictureId}`, { intent: 'crop', left: '0', top: '0', width: '90', height: '90' }],
  ];
  const pictures = await shop.database.$count(mediaGallery);
  const paintings = await shop.database.$count(artworks);
  for (const visitor of [shop.visitor(), customer]) {
    const unknown = textOf((await visitor.get('/nothing-is-here')).text);
    for (const path of pages) {
      const { status, text } = await visitor.get(path);
      expect([path, status, textOf(text)]).toEqual([path, 404, unknown]);
    }
    for (const [path, fields] of buttons)
      expect([path, (await form(path, fields, visitor)).status]).toEqual([path, 404]);
    expect((await upload(await photo().png().toBuffer(), 'x.png', visitor)).status).toBe(404);
    expect((await form('/admin/media/pictures', { intent: 'remove', id: pictureId }, visitor)).status).toBe(404);
  }
  expect([await shop.database.$count(mediaGallery), await shop.database.$count(artworks)]).toEqual([
    pictures,
    paintings,
  ]);
  expect((await helper.get(`/admin/artworks/${id}`)).text).toContain('Kept as it is');
});

test.each(['price', 'stock'] as const)('a repeated form changes the %s of several artworks once', async (kind) => {
  const id = await added({ title: `By ${kind}` });
  const page = `/admin/artworks/${kind}?id=${id}`;
  const { key } = Object.fromEntries(fieldsOf((await helper.get(page)).text));
  const change = { id, key: key!, step: 'raise', ...(kind === 'price' ? { amount: '50' } : { count: '50' }) };
  const send = (fields: Record<string, string>) => form(page, fields);
  const [first, again] = [await send(change), await send(change)];
  expect(first.headers.get('location')).toMatch(/done=(price|stock)&count=1&at=/);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  const other = await send({ ...change, step: 'lower' });
  const html = await other.text();
  expect([other.status, textOf(html).includes('This form was already sent with another change')]).toEqual([409, true]);
  expect(Object.fromEntries(fieldsOf(html)).key).not.toBe(key);
  const { price, stockCount } = await getArtwork(shop.systemContext(), id);
  expect([price, stockCount]).toEqual(kind === 'price' ? [rupees(1500), 2] : [rupees(1450), 52]);
});

describe('the form of an artwork', () => {
  test('asks for missing fields in the specified words, keeping the input', async () => {
    const response = await form(
      '/admin/artworks/new',
      artwork({ title: '', category: '', style: 'Oil on jute', images: '' }),
    );
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(textOf(html)).toContain('Please fill in all required fields');
    expect(textOf(html)).toContain('Please add at least one image');
    expect(fieldsOf(html)).toContainEqual(['style', 'Oil on jute']);
  });

  test('shows tax fields to registered sellers only, and keeps their values', async () => {
    const id = await added({ title: 'Taxed', gstRate: '12', hsn: '4420' });
    const page = async () => (await helper.get(`/admin/artworks/${id}`)).text;
    expect(fieldsOf(await page())).toEqual(
      expect.arrayContaining([
        ['gstRate', '12'],
        ['hsn', '4420'],
      ]),
    );
    expect(textOf(await page())).not.toContain('GST rate');
    const { seller } = DEFAULT_SETTINGS;
    try {
      await updateSettings(shop.systemContext(), {
        seller: { ...seller, status: 'composition', gstin: '05ABCDE1234F1Z6' },
      });
      expect(textOf(await page())).toContain('GST rate');
    } finally {
      await updateSettings(shop.systemContext(), { seller });
    }
  });

  test('opens the details when one is set or wrong', async () => {
    const isOpen = (html: string) => /<details[^>]*\sopen=""[^>]*>\s*<summary><h2[^>]*>More details/.test(html);
    const pageOf = async (id: string) => isOpen((await helper.get(`/admin/artworks/${id}`)).text);
    expect(isOpen((await helper.get('/admin/artworks/new')).text)).toBe(false);
    expect(await pageOf(await added({ countryOfOrigin: 'India', status: 'published' }))).toBe(false);
    expect(await pageOf(await added({ countryOfOrigin: 'India', description: 'Painted at dawn.' }))).toBe(true);
    const wrong = await form('/admin/artworks/new', artwork({ images: (await stored()).url, height: 'tall' }));
    expect([wrong.status, isOpen(await wrong.text())]).toEqual([422, true]);
  });

  test('changes one price, and refuses one above the MRP at its field', async () => {
    const id = await added({ title: 'Priced', mrp: '2000' });
    const { text } = await helper.get(`/admin/artworks/price?id=${id}`);
    const sent = Object.fromEntries(fieldsOf(text).filter(([name]) => ['id', 'key', 'step', 'amount'].includes(name)));
    expect(sent).toMatchObject({ id, step: 'set', amount: '1450' });
    const above = await form(`/admin/artworks/price?id=${id}`, { ...sent, amount: '2001' });
    const answer = await above.text();
    expect([above.status, textOf(answer).includes('Enter a price up to the MRP')]).toEqual([409, true]);
    const { key } = Object.fromEntries(fieldsOf(answer));
    const changed = await form(`/admin/artworks/price?id=${id}`, { ...sent, key: key!, amount: '1999.50' });
    expect(changed.headers.get('location')).toContain('done=price&count=1');
    expect((await getArtwork(shop.systemContext(), id)).price).toBe(rupees(1999.5));
  });

  test('a form repeated after a lost answer adds one artwork', async () => {
    const fields = Object.fromEntries(fieldsOf((await helper.get('/admin/artworks/new')).text));
    const sent = artwork({ id: fields.id!, images: (await stored()).url, title: 'Sent twice' });
    const refused = await form('/admin/artworks/new', { ...sent, title: '' });
    expect(Object.fromEntries(fieldsOf(await refused.text())).id).toBe(fields.id);
    for (const _ of [1, 2])
      expect((await form('/admin/artworks/new', sent)).headers.get('location')).toBe(
        `/admin/artworks?done=save&of=${fields.id}`,
      );
    await shop.database.update(artworks).set({ stockCount: 1, version: 2 }).where(eq(artworks.id, fields.id!));
    const sold = await form('/admin/artworks/new', sent);
    expect([sold.status, textOf(await sold.text()).includes('Saved: 1')]).toEqual([409, true]);
    expect(await shop.database.$count(artworks, eq(artworks.title, 'Sent twice'))).toBe(1);
  });

  test('orders and removes pictures without script, and saves the result', async () => {
    const [one, two, three] = [await stored(), await stored(), await stored()].map(({ url }) => url);
    const after = async (images: string, intent: string) => {
      const response = await form('/admin/artworks/new', artwork({ images, intent }));
      expect(response.status).toBe(200);
      return Object.fromEntries(fieldsOf(await response.text())).images;
    };
    expect(await after(`${one} ${two} ${three}`, 'earlier 2')).toBe(`${one} ${three} ${two}`);
    expect(await after(`${one} ${two}`, 'later 0')).toBe(`${two} ${one}`);
    expect(await after(`${one} ${two}`, 'remove 0')).toBe(two);
    const body = new FormData();
    for (const [name, value] of Object.entries(artwork({ images: one!, title: 'With a file' }))) body.set(name, value);
    body.set('picture', new File([new Uint8Array(await photo().png().toBuffer())], 'second.png'));
    expect((await helper.ask('/admin/artworks/new', { method: 'POST', body })).status).toBe(303);
    const [row] = await shop.database.select().from(artworks).where(eq(artworks.title, 'With a file'));
    expect([row!.images.length, row!.images[0], row!.mainImageIndex]).toEqual([2, one, 0]);
  });

  test('a conflicting change shows both versions and overwrites nothing', async () => {
    const id = await added({ title: 'First' });
    const opened = Object.fromEntries(fieldsOf((await helper.get(`/admin/artworks/${id}`)).text));
    const version = opened.version!;
    const images = opened.images!;
    expect((await form(`/admin/artworks/${id}`, artwork({ images, version, title: 'Theirs' }))).status).toBe(303);
    const mine = await form(`/admin/artworks/${id}`, artwork({ images, version, title: 'Mine' }));
    expect(mine.status).toBe(409);
    const html = await mine.text();
    expect(textOf(html)).toMatch(/Someone else changed this.*Saved: Theirs\s+Yours: Mine/);
    const again = Object.fromEntries(fieldsOf(html));
    expect([again.title, again.version]).toEqual(['Mine', '2']);
    expect(
      (await form(`/admin/artworks/${id}`, artwork({ images, version: again.version!, title: 'Mine' }))).status,
    ).toBe(303);
    expect((await shop.database.select().from(artworks).where(eq(artworks.id, id)))[0]).toMatchObject({
      title: 'Mine',
      version: 3,
    });
  });

  test('an artwork’s page keeps the line breaks of its description', async () => {
    const id = await added({ description: 'Painted in oil.\nFramed in teak.' });
    expect((await helper.get(await addressOf(id))).text).toMatch(
      /<p class="[^"]*whitespace-pre-line[^"]*">Painted in oil\.\nFramed in teak\./,
    );
  });

  test('markup in a description is text everywhere', async () => {
    const markup = '<img src=x onerror=alert(1)> <b>bold</b>';
    const id = await added({ title: markup, description: markup, category: markup, tags: markup });
    for (const path of [
      await addressOf(id),
      '/gallery',
      '/admin/artworks',
      '/admin/artworks?view=list',
      `/admin/artworks/${id}`,
      `/admin/artworks/delete?id=${id}`,
    ]) {
      const { status, text } = await helper.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain('<img src=x');
      expect(text).not.toContain('<b>bold');
      expect(text).toContain('&lt;b&gt;bold');
    }
  });

  test.each([
    [
      'skin-care is stored as handcraft',
      { medium: 'skin-care', category: 'Soap' },
      { medium: 'handcraft', category: 'Skin Care' },
    ],
    ['a field that isn’t of the form is refused', { is_admin: 'true' }, undefined],
  ])('%s', async (_what, over, row) => {
    const images = (await stored()).url;
    const response = await form(
      '/admin/artworks/new',
      artwork({ ...(over as Record<string, string>), images, title: 'Odd' }),
    );
    expect(response.status).toBe(row ? 303 : 422);
    const rows = await shop.database.select().from(artworks).where(eq(artworks.title, 'Odd'));
    if (row) expect(rows[0]).toMatchObject(row);
    await shop.database.delete(artworks).where(eq(artworks.title, 'Odd'));
  });

  test('number 7 of the fallback catalogue, saved, becomes a new artwork', async () => {
    const images = (await stored()).url;
    const response = await form('/admin/artworks/7', artwork({ images, title: 'Seven' }));
    expect(response.headers.get('location')).toMatch(/^\/admin\/artworks\?done=save&of=[0-9a-f]{8}-/);
  });
});

describe('the list and the library', () => {
  test('delete several at once after a question, and confirm it', async () => {
    const [one, two] = [await added({ title: 'Going one' }), await added({ title: 'Going two' })];
    const asked = await helper.ask('/admin/artworks?q=going', {
      method: 'POST',
      body: new URLSearchParams([
        ['id', one],
        ['id', two],
        ['intent', 'delete'],
      ]),
    });
    expect(asked.status).toBe(303);
    const question = await helper.get(asked.headers.get('location')!);
    expect(textOf(question.text)).toContain(
      'Are you sure you want to delete these 2 artworks? This action cannot be undone.',
    );
    expect((await shop.database.select().from(artworks).where(eq(artworks.id, one))).length).toBe(1);
    expect(textOf((await helper.get(`/admin/artworks/delete?id=${one}`)).text)).toContain(
      'Are you sure you want to delete this artwork? This action cannot be undone.',
    );
    const gone = await form('/admin/artworks/delete?q=going', { id: one });
    expect(textOf((await helper.get(gone.headers.get('location')!)).text)).toContain('Artwork deleted successfully!');
    expect((await helper.get(`/admin/artworks/delete?id=${one}`)).status).toBe(404);
    const again = await form('/admin/artworks/delete?q=going', { id: one });
    expect(textOf((await helper.get(again.headers.get('location')!)).text)).toContain(
      'Error deleting artwork: someone deleted it in the meantime',
    );
  });

  test('saving returns to the same list with a message', async () => {
    const id = await added({ title: 'Comes back' });
    const images = Object.fromEntries(fieldsOf((await helper.get(`/admin/artworks/${id}`)).text)).images!;
    const saved = await form(`/admin/artworks/${id}?q=comes&sort=title`, artwork({ images, title: 'Comes back' }));
    expect(saved.headers.get('location')).toBe(`/admin/artworks?q=comes&sort=title&done=save&of=${id}`);
    const list = await helper.get(saved.headers.get('location')!);
    expect(textOf(list.text)).toMatch(/Artwork saved successfully!\s+Edit again/);
    expect(list.text).toContain(`href="/admin/artworks/${id}?q=comes&amp;sort=title"`);
  });

  test('selling out asks first, and can be undone', async () => {
    const id = await added({ title: 'Sold at the fair', stockCount: '7' });
    const stock = async () =>
      (await shop.database.select().from(artworks).where(eq(artworks.id, id))).map(({ stockCount }) => stockCount);
    const asked = await form('/admin/artworks', { id, intent: 'out-of-stock' });
    const question = await helper.get(asked.headers.get('location')!);
    expect(textOf(question.text)).toContain('Set the stock count of this piece to 0?');
    expect(await stock()).toEqual([7]);
    const done = await form('/admin/artworks', { id, intent: 'out-of-stock', sure: 'yes' });
    expect(await stock()).toEqual([0]);
    const list = await helper.get(done.headers.get('location')!);
    expect(textOf(list.text)).toContain('1 artwork set to out of stock.');
    const at = new URL(done.headers.get('location')!, 'http://shop').searchParams.get('at')!;
    const undone = await form('/admin/artworks', { intent: 'undo', change: 'out-of-stock', at });
    expect(textOf((await helper.get(undone.headers.get('location')!)).text)).toContain('Undone for 1 artwork.');
    expect(await stock()).toEqual([7]);
  });

  test('a picture repeated under its key is the same one', async () => {
    const [bytes, key] = [await photo().png().toBuffer(), randomUUID()];
    const send = async () =>
      (await (await upload(bytes, 'lost.png', helper, key)).json()) as { picture: { id: string } };
    const first = await send();
    const files = await storedFiles();
    expect(await send()).toEqual(first);
    expect(await storedFiles()).toBe(files);
  });

  test('a used picture stays and says where it is used', async () => {
    const picture = await stored();
    const id = await added({ title: 'Holds on', images: picture.url });
    const path = `/admin/media/${picture.id}/delete`;
    expect(textOf((await helper.get(path)).text)).toContain(
      'Are you sure you want to delete this image? This action cannot be undone.',
    );
    const refused = await form(path, {});
    expect([refused.status, textOf(await refused.text())]).toEqual([
      409,
      expect.stringContaining('Error deleting image: used by Holds on'),
    ]);
    const byScript = await form('/admin/media/pictures', { intent: 'remove', id: picture.id });
    expect(byScript.status).toBe(409);
    expect(await byScript.json()).toMatchObject({ ok: false, message: 'Error deleting image: used by Holds on' });
    await form('/admin/artworks/delete', { id });
    expect((await form(path, {})).headers.get('location')).toBe('/admin/media?deleted=1');
    expect((await helper.get(picture.url)).status).toBe(404);
    expect((await helper.get(path)).status).toBe(404);
  });

  test('show only part of the artworks and pictures, however many exist', async () => {
    const numbers = sql`generate_series(1, 1000) n`;
    await shop.database.execute(sql`
      insert into media_gallery (filename, original_filename, file_path, public_url, file_size, mime_type, width, height, widths)
      select n || '.webp', 'photo ' || n, n || '.webp', '/media/' || n || '.webp', 1000, 'image/webp', 100, 100, '{100}' from ${numbers}`);
    await shop.database.execute(sql`
      insert into artworks (title, description, price, medium, category, images)
      select 'Piece ' || n, repeat('painted by hand on cloth ', 12), 1000 + n, 'oil', 'Oil Painting', array['/media/' || n || '.webp'] from ${numbers}`);
    for (const [path, each] of [
      ['/admin/artworks?q=piece', /Piece \d+/g],
      ['/admin/artworks?view=list&sort=title', /Piece \d+/g],
      ['/admin/media', /photo \d+/g],
      ['/admin/media?q=photo', /photo \d+/g],
    ] as const) {
      const { status, text } = await helper.get(path);
      expect(status, path).toBe(200);
      const shown = new Set(text.match(each)).size;
      expect(shown, path).toBeGreaterThan(0);
      expect(shown, path).toBeLessThanOrEqual(100);
    }
  });
});

describe('the import', () => {
  test('shows first what would change, then changes exactly that', async () => {
    const id = await added({ title: 'Before' });
    const text = `id,title,price\n${id},After,99\n,No picture,5`;
    const shown = await (await form('/admin/artworks/import', { text })).text();
    expect(textOf(shown)).toMatch(/0 new, 1 changed, 0 unchanged, 1 refused/);
    const key = Object.fromEntries(fieldsOf(shown)).key!;
    const [before] = await shop.database.select().from(artworks).where(eq(artworks.id, id));
    expect(before!.title).toBe('Before');
    const done = await form('/admin/artworks/import', { text, key });
    expect(done.headers.get('location')).toBe('/admin/artworks/import?added=0&changed=1');
    const [after] = await shop.database.select().from(artworks).where(eq(artworks.id, id));
    expect([after!.title, after!.price]).toEqual(['After', 9900]);
    expect((await form('/admin/artworks/import', { text, key })).status).toBe(409);
    expect(textOf(await (await form('/admin/artworks/import', { text: 'nothing' })).text())).toContain(
      'We can’t read this table',
    );
  });

  test('refuses a file that is not UTF-8, which would lose letters', async () => {
    const body = new FormData();
    body.set('file', new File([Buffer.from('title,price\nRâma,99\n', 'latin1')], 'artworks.csv'));
    const answer = await helper.ask('/admin/artworks/import', { method: 'POST', body });
    expect([answer.status, textOf(await answer.text())]).toEqual([
      422,
      expect.stringContaining('Save it as “CSV UTF-8”'),
    ]);
  });

  test('imports a Shopify file, with its results and unmapped values', async () => {
    const [image] = (
      await shop.database
        .select()
        .from(artworks)
        .where(eq(artworks.id, await added({})))
    ).at(0)!.images;
    const [picture] = await shop.database.select().from(mediaGallery).where(eq(mediaGallery.publicUrl, image!));
    const file = picture!.originalFilename;
    const text = [
      'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src,Status',
      `shawl,Pine shawl,"<p>Woven <b>by hand</b></p>",Shawls,Size,Large,2,4500,https://cdn.shopify.com/s/${file}?v=1,active`,
      'shawl,,,,,Small,1,3500,,',
      `mug,Mug,,Mugs,Title,Default Title,2,450,https://cdn.shopify.com/s/${file}?v=1,active`,
    ].join('\r\n');
    const shown = await (await form('/admin/artworks/import', { text })).text();
    expect(textOf(shown)).toMatch(/1 new, 0 changed, 0 unchanged, 1 refused/);
    expect(textOf(shown)).toContain('Large, ₹4,500, 2 in stock; Small, ₹3,500, 1 in stock');
    expect(textOf(shown)).toContain('Unknown medium and category: “Mugs”');
    const { key } = Object.fromEntries(fieldsOf(shown));
    const done = await form('/admin/artworks/import', { text, key: key! });
    expect(done.headers.get('location')).toBe('/admin/artworks/import?added=1&changed=0');
    const [shawl] = await shop.database.select().from(artworks).where(eq(artworks.title, 'Pine shawl'));
    expect(shawl).toMatchObject({ description: 'Woven by hand', hasVariants: true, price: 350_000, stockCount: 3 });
  });
});
