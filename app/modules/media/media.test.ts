import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { readConfig } from '#app/platform/config.server.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/trouble.server.ts';
import { openTestDatabase, truncateAll } from '#tests/support/database.ts';
import { listPictures, openMediaFile, picturesByUrl, storePicture } from './media.server.ts';
import { storeRefusal, TOO_LARGE_BYTES } from './messages.ts';
import { fileAtLeast, sourceSet } from './picture.ts';

let opened: OpenedDatabase;
let shop: Shop;
let directory: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'media-'));
  shop = {
    database: opened.database,
    actor: { kind: 'shop' },
    now: new Date('2026-11-21T10:00:00Z'),
    visitorAddress: '127.0.0.1',
    config: readConfig({ DATA_DIR: directory }),
    suppliers: { storage: await openStorage({ dataDirectory: directory }) } as Shop['suppliers'],
  };
});
beforeEach(() => truncateAll(opened.database));
afterAll(async () => {
  await opened.close();
  await rm(directory, { recursive: true });
});

const plain = (width: number, height: number, background = '#c04020') =>
  sharp({ create: { width, height, channels: 3, background } });
const store = (bytes: Uint8Array, originalFilename = 'photo.jpg') =>
  storePicture(shop, { bytes, originalFilename, alt: ' A wall ' });
async function stored(bytes: Uint8Array) {
  const result = await store(bytes);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}
async function fileOf(url: string) {
  const answer = await openMediaFile(shop.suppliers.storage, url.replace('/media/', ''));
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
const refusalOf = async (bytes: Uint8Array) => {
  const result = await store(bytes);
  return result.ok ? 'taken' : storeRefusal(result);
};
const NO_PICTURE = 'Please select an image file';

describe('a picture that is taken', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    '%s is kept as WebP and AVIF in every narrower width, never wider than it came',
    async (format) => {
      const picture = await stored(await plain(900, 450).toFormat(format).toBuffer());
      expect(picture).toMatchObject({
        width: 900,
        height: 450,
        widths: [160, 400, 800, 900],
        alt: 'A wall',
        filename: 'photo.jpg',
      });
      expect(picture.averageColour).toMatch(/^#[bc][0-9a-f][34][0-9a-f][12][0-9a-f]$/);
      for (const url of [
        picture.url,
        ...sourceSet(picture, 'avif').split(', '),
        ...sourceSet(picture, 'webp').split(', '),
      ].map((part) => part.split(' ')[0]!)) {
        const { answer, bytes } = await fileOf(url);
        expect(answer.headers.get('content-type')).toBe(url.endsWith('avif') ? 'image/avif' : 'image/webp');
        expect(answer.headers.get('content-length')).toBe(String(bytes.length));
        const wanted = /-(\d+)\.\w+$/.exec(url)?.[1] ?? '900';
        expect(bytes.length).toBeGreaterThan(50);
        expect(await sharp(bytes).metadata()).toMatchObject({ width: Number(wanted) });
      }
    },
  );

  test('a large one is kept within 1600 pixels for the zoom, and 1200 for pages', async () => {
    const picture = await stored(await plain(4000, 3000).jpeg().toBuffer());
    expect(picture).toMatchObject({ width: 1600, height: 1200, widths: [160, 400, 800, 1200] });
    expect(fileAtLeast(picture, 500)).toMatch(/-800\.webp$/);
  });

  test('it is turned upright and loses where it was taken', async () => {
    const bytes = await plain(300, 200)
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const picture = await stored(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]));
    expect(picture).toMatchObject({ width: 200, height: 300 });
    for (const name of await readdir(join(directory, 'media'))) {
      const kept = await readFile(join(directory, 'media', name), 'latin1');
      expect(kept).not.toContain('secret place');
      expect(kept).not.toContain('<script>');
    }
  });

  test('of an animation the first frame is kept', async () => {
    const frames = await sharp([await plain(50, 50).png().toBuffer(), await plain(50, 50, '#000').png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer();
    const picture = await stored(frames);
    expect(picture).toMatchObject({ width: 50, height: 50, widths: [50] });
  });

  test('two uploads of one file get two names nobody can guess, and the library lists them', async () => {
    const bytes = await plain(20, 20).png().toBuffer();
    const [one, two] = [await stored(bytes), await stored(bytes)];
    expect(one.url).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/);
    expect(one.url).not.toBe(two.url);
    expect((await listPictures(shop)).total).toBe(2);
    expect([...(await picturesByUrl(shop, [one.url, '/media/none.webp'])).keys()]).toEqual([one.url]);
  });

  test('many at once are all made', async () => {
    const bytes = await plain(40, 40).png().toBuffer();
    expect((await Promise.all(Array.from({ length: 6 }, () => store(bytes)))).every((result) => result.ok)).toBe(true);
  });
});

describe('what is refused', () => {
  test('exactly 5 MB, in the words of the specification', async () => {
    const jpeg = await plain(20, 20).jpeg().toBuffer();
    expect(await refusalOf(Buffer.concat([jpeg, Buffer.alloc(TOO_LARGE_BYTES - jpeg.length)]))).toBe(
      'Image size must be less than 5MB',
    );
    expect(await refusalOf(Buffer.concat([jpeg, Buffer.alloc(TOO_LARGE_BYTES - 1 - jpeg.length)]))).toBe('taken');
  });

  test('whatever is no picture we take, whatever it is called', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    );
    const tiff = await plain(9, 9).tiff().toBuffer();
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<html>'),
      Buffer.from('<?php echo 1;'),
      svg,
      Buffer.from('%PDF-1.4\n'),
      tiff,
    ])
      expect(await refusalOf(bytes)).toBe(NO_PICTURE);
  });

  test('a truncated picture, and one that only begins like a picture', async () => {
    const jpeg = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await refusalOf(jpeg.subarray(0, jpeg.length / 2))).toBe(NO_PICTURE);
    expect(await refusalOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html>')]))).toBe(
      NO_PICTURE,
    );
  });

  test('a picture of a billion pixels, at once', async () => {
    const png = await plain(1, 1).png().toBuffer();
    png.writeUInt32BE(30_000, 16);
    png.writeUInt32BE(30_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    const started = performance.now();
    expect(await refusalOf(png)).toBe(NO_PICTURE);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test('anybody but admins and the shop: there is nothing there', async () => {
    await expect(
      storePicture({ ...shop, actor: { kind: 'guest' } }, { bytes: new Uint8Array(), originalFilename: 'x' }),
    ).rejects.toThrow(NotFound);
    await expect(listPictures({ ...shop, actor: { kind: 'guest' } })).rejects.toThrow(NotFound);
  });
});

describe('the files’ addresses', () => {
  test('answer for a year, as what they are', async () => {
    const { url } = await stored(await plain(20, 20).png().toBuffer());
    const { answer } = await fileOf(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-type': 'image/webp',
    });
  });

  test('lead nowhere else', async () => {
    for (const name of [
      '',
      '.',
      '..',
      '../database/PG_VERSION',
      '..%2f..%2fetc%2fpasswd',
      'a/b.webp',
      'none.webp',
      'x.svg',
      '.env',
      'a\0.webp',
      `${'a'.repeat(300)}.webp`,
    ]) {
      expect((await openMediaFile(shop.suppliers.storage, name)).status).toBe(404);
    }
  });
});
