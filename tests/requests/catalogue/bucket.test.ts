import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { storePicture } from '#app/modules/catalogue/media/media.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { openBucket } from '#tests/support/bucket.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

let bucket: Awaited<ReturnType<typeof openBucket>>;
let shop: RequestShop;
let artwork: string;
let url: string;

beforeAll(async () => {
  bucket = await openBucket();
  shop = await openRequestShop({ ...bucket.settings, S3_PUBLIC_URL: `${bucket.publicUrl}/` });
  const stored = await storePicture(shop.systemContext(), {
    bytes: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8c2f1d' } })
      .png()
      .toBuffer(),
    originalFilename: 'dawn.png',
  });
  if (!stored.ok) throw new Error(stored.reason);
  url = stored.value.url;
  const painting = await insertArtwork(shop.database, {
    title: 'Dawn',
    price: rupees(900),
    medium: 'oil',
    category: 'Oil Painting',
    stockCount: 2,
    images: [url],
  });
  artwork = painting.slug;
}, 60_000);
afterAll(async () => {
  await shop.close();
  await bucket.close();
});

const addressesIn = (html: string) =>
  [...html.matchAll(/(?:src|srcset|href)="([^"]*)"/gi)]
    .flatMap(([, value]) => value!.split(', ').map((part) => part.split(' ')[0]!))
    .filter((address) => /\/media\/[0-9a-f]{32}/.test(address));

describe('with a public bucket', () => {
  test('a page may load its pictures from there, and does', async () => {
    for (const path of [`/artwork/${artwork}`, '/gallery']) {
      const { text, headers } = await shop.visitor().get(path);
      const addresses = addressesIn(text);
      expect(addresses.length, path).toBeGreaterThan(5);
      for (const address of new Set(addresses)) {
        expect(address.startsWith(`${bucket.publicUrl}/media/`), address).toBe(true);
        expect((await fetch(address)).status, address).toBe(200);
      }
      const policy = headers.get('content-security-policy');
      expect(policy).toContain(`img-src 'self' data: blob: ${new URL(bucket.publicUrl).origin};`);
    }
  });

  test('search engines get the address of a picture', async () => {
    const { text } = await shop.visitor().get(`/artwork/${artwork}`);
    expect(/"image":\["([^"]+)"/.exec(text)?.[1]).toBe(`${bucket.publicUrl}${url.replace('.webp', '-900.webp')}`);
  });

  test('redirects earlier addresses, and a shared link’s picture once it exists', async () => {
    const visitor = shop.visitor();
    const led = async (path: string) => {
      const response = await visitor.ask(path);
      return { status: response.status, location: response.headers.get('location') };
    };
    expect(await led(url)).toEqual({ status: 302, location: `${bucket.publicUrl}${url}` });
    const { text } = await visitor.get(`/artwork/${artwork}`);
    const share = /<meta property="og:image" content="([^"]*)"/.exec(text)![1]!;
    const { status, location } = await led(new URL(share).pathname);
    expect(status).toBe(302);
    const picture = Buffer.from(await (await fetch(location!)).arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(await led('/media/never-share.jpg')).toEqual({ status: 404, location: null });
    expect(await led('/media/inspiration/one.webp')).toEqual({ status: 404, location: null });
  });

  test('serves a private picture only through the shop, to its audience', async () => {
    const sender = shop.visitor();
    const body = new FormData();
    const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#2a4374' } })
      .jpeg()
      .toBuffer();
    body.set('picture', new File([new Uint8Array(photo)], 'sky.jpg', { type: 'image/jpeg' }));
    const form = `/custom-order/pictures/${crypto.randomUUID()}`;
    const { id } = (await (await sender.ask(form, { method: 'POST', body })).json()) as { id: string };
    const own = await sender.ask(`${form}/${id}`);
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await shop.visitor().ask(`${form}/${id}`)).status).toBe(404);
    const [key] = [...bucket.files.keys()].filter((each) => !each.startsWith('media/'));
    expect(key).toMatch(/^inspiration\//);
    expect((await fetch(`${bucket.publicUrl}/${key}`)).status).toBe(403);
    expect(await readdir(join(shop.config.dataDirectory, 'media')).catch(() => [])).toEqual([]);
  });
});
