import { randomUUID } from 'node:crypto';
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
import { NotFound } from '#app/platform/errors.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { mediaAnswer } from '#app/routes/api/file-answer.ts';
import { openTestDatabase, truncateAll } from '#tests/support/database.ts';
import {
  cropPicture,
  deletePicture,
  describePicture,
  openMediaFile,
  storePicture,
  makeMissingPreviews,
  sweepOrphans,
} from './media.server.ts';
import { getPicture, listPictures, picturesByUrl } from './find-pictures.server.ts';
import { storeRefusal } from './messages.ts';
import { fileAtLeast, formatFileSize, sourceSet } from './picture.ts';
import { mediaGallery, mediaOrphans } from './tables.server.ts';

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
  const answer = mediaAnswer(await openMediaFile(shop, url.replace('/media/', '')));
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
const refusalOf = async (bytes: Uint8Array) => {
  const result = await store(bytes);
  return result.ok ? 'taken' : storeRefusal(result);
};
const NO_PICTURE = 'Please select an image file';

describe('an accepted picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'stores %s as WebP and AVIF in narrower widths only',
    async (format) => {
      const picture = await stored(await plain(900, 450).toFormat(format).toBuffer());
      expect(picture).toMatchObject({
        width: 900,
        height: 450,
        widths: [160, 400, 800, 900],
        alt: 'A wall',
        filename: 'photo.jpg',
      });
      const preview = Buffer.from(picture.preview!, 'base64');
      expect(preview.length).toBeLessThan(1024);
      expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 20, height: 10 });
      const [red, green, blue] = (await sharp(preview).stats()).channels.map(({ mean }) => Math.round(mean / 32));
      expect([red, green, blue]).toEqual([6, 2, 1]);
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

  test('limits large pictures to 1600 pixels for zoom and 1200 for pages', async () => {
    const picture = await stored(await plain(4000, 3000).jpeg().toBuffer());
    expect(picture).toMatchObject({ width: 1600, height: 1200, widths: [160, 400, 800, 1200] });
    expect(fileAtLeast(picture, 500)).toMatch(/-800\.webp$/);
  });

  test('is turned upright and loses its location', async () => {
    const bytes = await plain(300, 200)
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const picture = await stored(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]));
    expect(picture).toMatchObject({ width: 200, height: 300 });
    for (const name of await readdir(join(directory, 'media'))) {
      const storedFile = await readFile(join(directory, 'media', name), 'latin1');
      expect(storedFile).not.toContain('secret place');
      expect(storedFile).not.toContain('<script>');
    }
  });

  test('keeps the first frame of an animation', async () => {
    const frames = await sharp([await plain(50, 50).png().toBuffer(), await plain(50, 50, '#000').png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer();
    const picture = await stored(frames);
    expect(picture).toMatchObject({ width: 50, height: 50, widths: [50] });
  });

  test('gives two uploads of one file unguessable names, and lists both', async () => {
    const bytes = await plain(20, 20).png().toBuffer();
    const [one, two] = [await stored(bytes), await stored(bytes)];
    expect(one.url).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/);
    expect(one.url).not.toBe(two.url);
    expect((await listPictures(shop)).total).toBe(2);
    expect([...(await picturesByUrl(shop, [one.url, '/media/none.webp'])).keys()]).toEqual([one.url]);
  });

  test('processes many pictures at once', async () => {
    const bytes = await plain(40, 40).png().toBuffer();
    expect((await Promise.all(Array.from({ length: 6 }, () => store(bytes)))).every((result) => result.ok)).toBe(true);
  });
});

describe('JPEGs of phones', () => {
  const jpeg = () => plain(600, 400).jpeg().toBuffer();
  /** Some Samsung cameras write this spectral selection. */
  const withOddScan = (bytes: Buffer) => {
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
    const odd = Buffer.from(bytes);
    odd[scan + 2 + bytes.readUInt16BE(scan + 2) - 2] = 0;
    return odd;
  };

  test('are accepted despite a warning of the decoder', async () => {
    const odd = withOddScan(await jpeg());
    await expect(sharp(odd, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow('Invalid SOS parameters');
    expect(await refusalOf(odd)).toBe('taken');
  });

  test('accepts a missing end marker, trailing bytes and CMYK', async () => {
    const bytes = await jpeg();
    expect(await refusalOf(bytes.subarray(0, -2))).toBe('taken');
    expect(await refusalOf(Buffer.concat([bytes, Buffer.alloc(1000)]))).toBe('taken');
    expect(await refusalOf(await plain(60, 40).toColourspace('cmyk').jpeg().toBuffer())).toBe('taken');
  });

  test('with 41 megapixels are named', async () => {
    expect(await refusalOf(await plain(8200, 5000).jpeg({ quality: 20 }).toBuffer())).toBe(
      'This picture has 41 megapixels. Choose one with at most 40.',
    );
  });
});

describe('refuses', () => {
  test('a file above 5 MB, in the specified words', async () => {
    const jpeg = await plain(20, 20).jpeg().toBuffer();
    expect(await refusalOf(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 - jpeg.length)]))).toBe(
      'Image size must be less than 5MB',
    );
    expect(await refusalOf(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 - 1 - jpeg.length)]))).toBe('taken');
  });

  test('a file that is not a supported picture, whatever its name', async () => {
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

  test('a truncated picture, or only the beginning of one', async () => {
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

  test('a picture of a billion pixels', async () => {
    const png = await plain(1, 1).png().toBuffer();
    png.writeUInt32BE(30_000, 16);
    png.writeUInt32BE(30_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    expect(await refusalOf(png)).toBe('This picture has 900 megapixels. Choose one with at most 40.');
  });

  test('everyone except admins and the shop, as not found', async () => {
    await expect(
      storePicture({ ...shop, actor: { kind: 'guest' } }, { bytes: new Uint8Array(), originalFilename: 'x' }),
    ).rejects.toThrow(NotFound);
    await expect(listPictures({ ...shop, actor: { kind: 'guest' } })).rejects.toThrow(NotFound);
  });
});

describe('the files’ addresses', () => {
  test('are cacheable for a year, with the right type', async () => {
    const { url } = await stored(await plain(20, 20).png().toBuffer());
    const { answer } = await fileOf(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-type': 'image/webp',
    });
  });

  test('lead to no other file', async () => {
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
      expect(mediaAnswer(await openMediaFile(shop, name)).status).toBe(404);
    }
  });
});

describe('the library', () => {
  const admin = (): Shop => ({
    ...shop,
    actor: {
      kind: 'admin',
      role: 'helper',
      userId: '00000000-0000-4000-8000-000000000001',
      sessionId: 'none',
      name: 'Kamla Bisht',
      email: 'admin@bisvar.example',
      emailVerified: true,
    },
  });
  const people = () =>
    shop.database.execute(
      "insert into auth_users (id, name, email) values ('00000000-0000-4000-8000-000000000001', 'Kamla Bisht', 'admin@bisvar.example')",
    );

  test('lists pages newest first, and searches file name and description', async () => {
    await shop.database.insert(mediaGallery).values(
      Array.from({ length: 50 }, (_, n) => ({
        filename: `${n}.webp`,
        originalFilename: n === 7 ? 'lotus_100%.jpg' : `photo-${n}.jpg`,
        filePath: `${n}.webp`,
        publicUrl: `/media/${n}.webp`,
        fileSize: 10,
        mimeType: 'image/webp',
        width: 20,
        height: 20,
        widths: [20],
        altText: n === 9 ? 'A Peacock' : '',
        createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 3))),
      })),
    );
    const first = await listPictures(shop);
    const second = await listPictures(shop, { cursor: first.nextCursor });
    expect([first.total, first.pictures.length, second.pictures.length, second.nextCursor]).toEqual([
      50,
      36,
      14,
      undefined,
    ]);
    const all = [...first.pictures, ...second.pictures];
    expect(new Set(all.map(({ id }) => id)).size).toBe(50);
    expect(all.map(({ uploadedAt }) => uploadedAt.getTime())).toEqual(
      all.map(({ uploadedAt }) => uploadedAt.getTime()).toSorted((a, b) => b - a),
    );
    const found = async (search: string) => (await listPictures(shop, { search })).pictures.map(({ url }) => url);
    expect(await found('100%')).toEqual(['/media/7.webp']);
    expect(await found('peacock')).toEqual(['/media/9.webp']);
  });

  test('saves a picture’s description and focal point, and logs both', async () => {
    await people();
    const { id } = await stored(await plain(20, 20).png().toBuffer());
    await describePicture(admin(), id, { altText: 'A lamp', focalX: 30, focalY: 100 });
    expect(await getPicture(shop, id)).toMatchObject({ alt: 'A lamp', focalX: expect.closeTo(0.3), focalY: 1 });
    expect(await shop.database.select().from(auditLog)).toMatchObject([{ action: 'media.describe', subjectId: id }]);
    await expect(describePicture(shop, 'nonsense', { altText: '', focalX: 0, focalY: 0 })).rejects.toThrow(NotFound);
  });

  test('cropping creates a new picture and keeps the old one', async () => {
    const left = await plain(100, 100, '#ffffff').png().toBuffer();
    const picture = await stored(
      await plain(200, 100, '#000000')
        .composite([{ input: left, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    );
    const cut = await cropPicture(shop, picture.id, { left: 100, top: 0, width: 100, height: 80 });
    if (!cut.ok) throw new Error(cut.reason);
    expect(cut.value).toMatchObject({ width: 100, height: 80, alt: 'A wall', filename: 'cropped-photo.jpg' });
    const [red] = (await sharp(Buffer.from(cut.value.preview!, 'base64')).stats()).channels;
    expect(red!.mean).toBeLessThan(20);
    expect((await listPictures(shop)).total).toBe(2);
    for (const area of [
      { left: 150, top: 0, width: 100, height: 80 },
      { left: 0, top: 0, width: 10, height: 10 },
    ])
      expect(await cropPicture(shop, picture.id, area)).toMatchObject({ reason: 'not-inside' });
  });

  test('stores no crop of a picture that is deleted in the meantime', async () => {
    const picture = await stored(await plain(200, 100).png().toBuffer());
    const { storage } = shop.suppliers;
    const slow: Shop = {
      ...shop,
      suppliers: {
        ...shop.suppliers,
        storage: {
          ...storage,
          open: async (name) => {
            const file = await storage.open(name);
            const { ok } = await deletePicture(shop, picture.id, async () => []);
            return ok ? file : undefined;
          },
        },
      },
    };
    const area = { left: 0, top: 0, width: 100, height: 80 };
    await expect(cropPicture(slow, picture.id, area)).rejects.toThrow('Not found');
    expect((await listPictures(shop)).total).toBe(0);
    expect(await sweepOrphans({ ...shop, now: new Date(shop.now.getTime() + 61 * 60_000) })).toBe(1);
  });

  test('creates missing previews, and an empty one for a lost file', async () => {
    const [there, gone] = [
      await stored(await plain(300, 200).png().toBuffer()),
      await stored(await plain(300, 200).png().toBuffer()),
    ];
    const filename = gone.url.replace('/media/', '');
    await shop.suppliers.storage.remove([filename.replace('.webp', '-160.webp')]);
    await shop.database.update(mediaGallery).set({ preview: null });
    expect(await makeMissingPreviews(shop)).toBe(2);
    const preview = Buffer.from((await getPicture(shop, there.id)).preview!, 'base64');
    expect(await sharp(preview).metadata()).toMatchObject({ width: 20, height: 13 });
    expect((await getPicture(shop, gone.id)).preview).toBe('');
    expect(await makeMissingPreviews(shop)).toBe(0);
  });

  test('deletes files of an interrupted upload after an hour', async () => {
    const storedFile = await stored(await plain(30, 30).png().toBuffer());
    const { storage } = shop.suppliers;
    let puts = 0;
    const failing: Shop = {
      ...shop,
      suppliers: {
        ...shop.suppliers,
        storage: {
          ...storage,
          put: async (name, bytes, type) => {
            if (puts++ > 0) throw new Error('the disk is gone');
            await storage.put(name, bytes, type);
          },
        },
      },
    };
    const bytes = await plain(40, 40).png().toBuffer();
    await expect(storePicture(failing, { bytes, originalFilename: 'x.png' })).rejects.toThrow('the disk is gone');
    const [left] = await shop.database.select().from(mediaOrphans);
    expect((await fileOf(`/media/${left!.filename}`)).answer.status).toBe(200);
    expect(await sweepOrphans(shop)).toBe(0);
    const name = storedFile.url.replace('/media/', '');
    await shop.database.insert(mediaOrphans).values({ filename: name, widths: storedFile.widths, createdAt: shop.now });
    expect(await sweepOrphans({ ...shop, now: new Date(shop.now.getTime() + 61 * 60_000) })).toBe(1);
    expect((await fileOf(`/media/${left!.filename}`)).answer.status).toBe(404);
    expect((await fileOf(storedFile.url)).answer.status).toBe(200);
  });

  test('stores an upload once per key, also when repeated at once', async () => {
    await people();
    const bytes = await plain(40, 40).png().toBuffer();
    const send = (key: string, as = admin()) => storePicture(as, { bytes, originalFilename: 'again.png', key });
    const idsOf = (answers: Awaited<ReturnType<typeof send>>[]) =>
      answers.map((answer) => (answer.ok ? answer.value.id : answer.reason));
    const count = () => shop.database.$count(mediaGallery);
    const before = await count();
    const key = randomUUID();
    const ids = idsOf([...(await Promise.all([send(key), send(key)])), await send(key)]);
    expect(new Set(ids).size).toBe(1);
    expect(await count()).toBe(before + 1);
    expect(await shop.database.select().from(mediaOrphans)).toEqual([]);
    expect(idsOf([await send(randomUUID()), await send(key, { ...admin(), actor: { kind: 'shop' } })])).not.toContain(
      ids[0],
    );
    expect(await count()).toBe(before + 3);
    await deletePicture(admin(), ids[0]!, async () => []);
    expect(idsOf([await send(key)])).toEqual([ids[0]]);
  });

  test('limits the uploads of one admin', async () => {
    await people();
    const junk = { bytes: new Uint8Array(3), originalFilename: 'x' };
    const reasons = new Set<string>();
    for (let n = 0; n < 301; n++) {
      const taken = await storePicture(admin(), junk);
      if (!taken.ok) reasons.add(taken.reason);
    }
    expect([...reasons]).toEqual(['not-an-image', 'too-many']);
  });

  test('shows sizes in B, KB, MB and GB', () => {
    expect([0, 820, 1024, 1_500_000, 5_242_879, 3_221_225_472].map(formatFileSize)).toEqual([
      '0 B',
      '820 B',
      '1 KB',
      '1.4 MB',
      '5 MB',
      '3 GB',
    ]);
  });
});
