import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { openMediaFile, sweepOrphans } from '#app/modules/catalogue/media/media.server.ts';
import { mediaOrphans } from '#app/modules/catalogue/media/tables.server.ts';
import { getRequest, listRequests } from './read-requests.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { mediaAnswer, privateAnswer } from '#app/routes/api/file-answer.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { type CustomOrderDraft, MAX_INSPIRATION, messageOf, missingOn, reachableStep, stepOf } from './custom-order.ts';
import { sendCustomOrder } from './requests.server.ts';
import {
  checkInspirationUploads,
  inspirationOf,
  openInspiration,
  removeInspiration,
  sweepInspiration,
  uploadInspiration,
  waitingInspiration,
} from './pictures.server.ts';
import { customOrderSchema } from './forms.ts';
import { CUSTOM_ORDER_REFUSALS, inspirationRefusal } from './messages.ts';
import { orderRequestImages } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.storage = await openStorage(shop.config);
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const typed = (artworkId: string) => ({
  key: crypto.randomUUID(),
  artworkId,
  fabricSource: 'purchase_for_me',
  fabricNotes: 'Tussar silk, five metres',
  designStyle: 'Peacock on the left side only.\nDeep green.',
  wantStitching: 'yes',
  name: 'Asha Rawat',
  email: 'asha@example.in',
  phone: '98765 43210',
});
const form = (artworkId: string, changes: Partial<ReturnType<typeof typed>> = {}) => ({
  ...customOrderSchema.parse({ ...typed(artworkId), ...changes }),
  uploadKey: undefined as string | undefined,
});
const photo = (side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c04020' } })
    .jpeg()
    .toBuffer();
async function uploaded(context: Shop, uploadKey: string): Promise<string> {
  const taken = await uploadInspiration(context, { uploadKey, bytes: await photo() });
  if (!taken.ok) throw new Error(inspirationRefusal(taken));
  return taken.value.id;
}
const files = () => readdir(join(shop.config.dataDirectory, 'media', 'inspiration')).catch(() => []);

describe('a custom order', () => {
  test('is stored once with answers, message and one event', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric', title: 'Peacock panel', stockCount: 0 });
    const order = form(id);
    const answers = await Promise.all([1, 2, 3].map(() => sendCustomOrder(shop.as.guest(), order)));
    const [request, ...others] = (await listRequests(shop.as.admin())).requests;
    expect(answers).toEqual([1, 2, 3].map(() => ({ ok: true, value: { number: request!.number } })));
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      kind: 'custom',
      artworkTitle: 'Peacock panel',
      name: 'Asha Rawat',
      email: 'asha@example.in',
      phone: '9876543210',
    });
    expect(request!.message).toBe(
      'Fabric source: Purchase for the customer\nFabric notes: Tussar silk, five metres\nDesign: Peacock on the left side only.\nDeep green.\nStitching: Yes',
    );
    expect(await getRequest(shop.as.shop(), request!.id)).toMatchObject({
      fabricSource: 'purchase_for_me',
      wantStitching: true,
    });
    expect(await shop.database.select().from(outbox)).toMatchObject([
      { name: 'custom-orders.sent', payload: { requestId: request!.id } },
    ]);
  });

  test('stores measurements for stitching and the date; remembers them if ticked', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric' });
    const asked = { ...form(id), measurements: 'Bust 92 cm', neededBy: '2026-12-24' };
    let sent = 0;
    const send = async (person: Shop, changes: { keepMeasurements: boolean; wantStitching?: boolean }) => {
      sent += 1;
      const email = `asha${sent}@example.in`;
      expect((await sendCustomOrder(person, { ...asked, email, key: crypto.randomUUID(), ...changes })).ok).toBe(true);
      const [request] = (await listRequests(shop.as.admin(), { search: email })).requests;
      return getRequest(shop.as.admin(), request!.id);
    };
    expect(await send(shop.as.customer(1), { keepMeasurements: false })).toMatchObject({
      measurements: 'Bust 92 cm',
      neededBy: '2026-12-24',
    });
    expect(await send(shop.as.customer(1), { keepMeasurements: true, wantStitching: false })).toMatchObject({
      measurements: '',
    });
    expect((await getProfile(shop.as.customer(1))).measurements).toBe('');
    await send(shop.as.customer(1), { keepMeasurements: true });
    expect((await getProfile(shop.as.customer(1))).measurements).toBe('Bust 92 cm');
    expect((await getProfile(shop.as.customer(2))).measurements).toBe('');
    expect(await send(shop.as.guest(), { keepMeasurements: true })).toMatchObject({ userId: null });
  });

  test('refuses a past day in India, but accepts its repeat', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric' });
    shop.clock.now = new Date('2026-11-23T19:00:00Z');
    expect(await sendCustomOrder(shop.as.guest(), { ...form(id), neededBy: '2026-11-23' })).toMatchObject({
      reason: 'needed-in-the-past',
    });
    const today = { ...form(id), neededBy: '2026-11-24' };
    const sent = await sendCustomOrder(shop.as.guest(), today);
    expect(sent.ok).toBe(true);
    shop.later(24 * 60);
    expect(await sendCustomOrder(shop.as.guest(), today)).toEqual(sent);
    const broken = customOrderSchema.safeParse({ ...typed(id), neededBy: '2026-02-30' });
    expect(broken.error?.issues.map(({ path, message }) => [path, message])).toEqual([[['neededBy'], 'Pick a day']]);
  });

  test('refuses another text under its key', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric' });
    const order = form(id);
    await sendCustomOrder(shop.as.guest(), order);
    expect(await sendCustomOrder(shop.as.guest(), { ...order, designStyle: 'Two peacocks' })).toMatchObject({
      reason: 'sent-before',
    });
  });

  test('a repeat after a lost answer adds new pictures', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric' });
    const uploadKey = crypto.randomUUID();
    const order = { ...form(id), uploadKey };
    const first = await uploaded(shop.as.guest(), uploadKey);
    const sent = await sendCustomOrder(shop.as.guest(), order);
    const added = await uploaded(shop.as.guest(), uploadKey);
    for (const _ of [1, 2]) expect(await sendCustomOrder(shop.as.guest(), order)).toEqual(sent);
    const otherKey = crypto.randomUUID();
    await uploaded(shop.as.guest(), otherKey);
    expect(await sendCustomOrder(shop.as.guest(), { ...order, uploadKey: otherKey })).toEqual(sent);
    const [request] = (await listRequests(shop.as.admin())).requests;
    expect(await inspirationOf(shop.as.admin(), request!.id)).toEqual([{ id: first }, { id: added }]);
  });

  test('needs an artwork that is in the shop', async () => {
    expect(await sendCustomOrder(shop.as.guest(), form(crypto.randomUUID()))).toMatchObject({ reason: 'no-design' });
    for (const status of ['draft', 'archived'] as const) {
      const { id } = await shop.makeArtwork({ medium: 'fabric', status });
      expect(await sendCustomOrder(shop.as.guest(), form(id))).toMatchObject({ reason: 'no-design' });
    }
    const unchosen = customOrderSchema.safeParse({ ...typed(''), artworkId: '' });
    expect(unchosen.error?.issues.map((issue) => issue.message)).toEqual([CUSTOM_ORDER_REFUSALS['no-design']]);
    expect((await listRequests(shop.as.admin())).requests).toEqual([]);
  });

  test('limits requests per email address, from any network address', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric' });
    const answers = [];
    for (let n = 0; n < 6; n++)
      answers.push((await sendCustomOrder({ ...shop.as.guest(), visitorAddress: `198.51.100.${n}` }, form(id))).ok);
    expect(answers).toEqual([true, true, true, true, true, false]);
  });

  test('includes the pictures of its key only', async () => {
    const { id } = await shop.makeArtwork({ medium: 'fabric' });
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
    const pictures = [await uploaded(shop.as.guest(), mine), await uploaded(shop.as.guest(), mine)];
    const other = await uploaded(shop.as.guest(), theirs);
    await sendCustomOrder(shop.as.customer(), { ...form(id), uploadKey: mine });
    const [request] = (await listRequests(shop.as.admin())).requests;
    expect(await inspirationOf(shop.as.admin(), request!.id)).toEqual(pictures.map((picture) => ({ id: picture })));
    expect(await waitingInspiration(shop.as.guest(), mine)).toEqual([]);
    expect(await waitingInspiration(shop.as.guest(), theirs)).toEqual([{ id: other }]);
    await expect(inspirationOf(shop.as.customer(), request!.id)).rejects.toThrow('Not found');
    await removeInspiration(shop.as.guest(), { id: pictures[0]!, uploadKey: mine });
    expect(await inspirationOf(shop.as.admin(), request!.id)).toHaveLength(2);
  });
});

describe('an inspiration picture', () => {
  test('at most five, even when six arrive together; freed slots are reusable', async () => {
    const uploadKey = crypto.randomUUID();
    const bytes = await photo();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => uploadInspiration(shop.as.guest(), { uploadKey, bytes })),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(5);
    expect(answers.find((answer) => !answer.ok)).toMatchObject({ reason: 'enough-pictures' });
    const waiting = await waitingInspiration(shop.as.guest(), uploadKey);
    await removeInspiration(shop.as.guest(), { id: waiting[2]!.id, uploadKey: crypto.randomUUID() });
    expect(await uploadInspiration(shop.as.guest(), { uploadKey, bytes })).toMatchObject({ ok: false });
    await removeInspiration(shop.as.guest(), { id: waiting[2]!.id, uploadKey });
    expect(await uploadInspiration(shop.as.guest(), { uploadKey, bytes })).toMatchObject({ ok: true });
  });

  test('is the same picture under one key, even with all slots used', async () => {
    const uploadKey = crypto.randomUUID();
    const bytes = await photo();
    const before = new Set(await files());
    const send = (fileKey: string, under = uploadKey) =>
      uploadInspiration(shop.as.guest(), { uploadKey: under, fileKey, bytes });
    const fileKeys = Array.from({ length: MAX_INSPIRATION }, () => crypto.randomUUID());
    const answers = [];
    for (const fileKey of fileKeys) answers.push(await Promise.all([send(fileKey), send(fileKey)]));
    for (const [first, second] of answers) expect(second).toEqual(first);
    expect(await send(fileKeys[0]!)).toEqual(answers[0]![0]);
    expect(await send(crypto.randomUUID())).toMatchObject({ reason: 'enough-pictures' });
    expect(await waitingInspiration(shop.as.guest(), uploadKey)).toHaveLength(MAX_INSPIRATION);
    expect((await files()).filter((name) => !before.has(name))).toHaveLength(MAX_INSPIRATION);
    expect(await shop.database.select().from(mediaOrphans)).toEqual([]);
    const elsewhere = crypto.randomUUID();
    expect(await send(fileKeys[0]!, elsewhere)).not.toEqual(answers[0]![0]);
    await removeInspiration(shop.as.guest(), { id: fileKeys[0]!, uploadKey: elsewhere });
    expect(await waitingInspiration(shop.as.guest(), uploadKey)).toHaveLength(MAX_INSPIRATION);
    await removeInspiration(shop.as.guest(), { id: fileKeys[0]!, uploadKey });
    expect(await waitingInspiration(shop.as.guest(), uploadKey)).toHaveLength(MAX_INSPIRATION - 1);
  });

  test('a picture removed while processing stays removed', async () => {
    const guest = shop.as.guest();
    const { storage } = guest.suppliers;
    const made = Promise.withResolvers<void>();
    const isMade = Promise.withResolvers<void>();
    const slow: Shop = {
      ...guest,
      suppliers: {
        ...guest.suppliers,
        storage: {
          ...storage,
          put: async (name, bytes, type) => {
            isMade.resolve();
            await made.promise;
            await storage.put(name, bytes, type);
          },
        },
      },
    };
    const before = await files();
    const [uploadKey, fileKey, bytes] = [crypto.randomUUID(), crypto.randomUUID(), await photo()];
    const sending = uploadInspiration(slow, { uploadKey, fileKey, bytes });
    await isMade.promise;
    for (const _ of [1, 2]) await removeInspiration(guest, { id: fileKey, uploadKey });
    made.resolve();
    expect(await sending).toMatchObject({ ok: false });
    expect(await waitingInspiration(guest, uploadKey)).toEqual([]);
    expect(await files()).toEqual(before);
    expect(await shop.database.select().from(mediaOrphans)).toEqual([]);
    expect(await uploadInspiration(guest, { uploadKey, fileKey: crypto.randomUUID(), bytes })).toMatchObject({
      ok: true,
    });
  });

  test('an interrupted upload leaves no file', async () => {
    const guest = shop.as.guest();
    const { storage } = guest.suppliers;
    const dying: Shop = {
      ...guest,
      suppliers: {
        ...guest.suppliers,
        storage: {
          ...storage,
          put: async (name, bytes, type) => {
            await storage.put(name, bytes, type);
            throw new Error('the process is gone');
          },
        },
      },
    };
    const before = await files();
    const upload = { uploadKey: crypto.randomUUID(), bytes: await photo() };
    await expect(uploadInspiration(dying, upload)).rejects.toThrow('the process is gone');
    expect(await files()).toHaveLength(before.length + 1);
    await sweepOrphans({ ...shop.as.shop(), now: new Date(guest.now.getTime() + 61 * 60_000) });
    expect(await files()).toEqual(before);
  });

  test('is judged by content, and 5 MB exactly is too large', async () => {
    const uploadKey = crypto.randomUUID();
    const refusalOf = async (bytes: Uint8Array) => {
      const taken = await uploadInspiration(shop.as.guest(), { uploadKey, bytes });
      return taken.ok ? 'taken' : inspirationRefusal(taken);
    };
    const jpeg = await photo();
    const five = 5 * 1024 * 1024;
    expect(await refusalOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(
      'Please select an image file',
    );
    expect(await refusalOf(jpeg.subarray(0, 200))).toBe('Please select an image file');
    expect(await refusalOf(Buffer.concat([jpeg, Buffer.alloc(five - jpeg.length)]))).toBe(
      'Image size must be less than 5MB',
    );
    expect(await refusalOf(Buffer.concat([jpeg, Buffer.alloc(five - 1 - jpeg.length)]))).toBe('taken');
  });

  test('loses its location', async () => {
    const before = new Set(await files());
    const bytes = await sharp(await photo())
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect(bytes.toString('latin1')).toContain('secret place');
    await uploadInspiration(shop.as.guest(), { uploadKey: crypto.randomUUID(), bytes });
    const [name] = (await files()).filter((each) => !before.has(each));
    const stored = await readFile(join(shop.config.dataDirectory, 'media', 'inspiration', name!));
    expect(stored.toString('latin1')).not.toContain('secret place');
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
  });

  test('is visible only to owner, sender and its browser', async () => {
    const { id: artworkId } = await shop.makeArtwork({ medium: 'fabric' });
    const uploadKey = crypto.randomUUID();
    const id = await uploaded(shop.as.customer(1), uploadKey);
    const open = (context: Shop, key?: string, picture = id) =>
      openInspiration(context, { id: picture, uploadKey: key }).then(
        (file) => {
          const answer = privateAnswer(file);
          return `${answer.status} ${answer.headers.get('content-type')} ${answer.headers.get('cache-control')}`;
        },
        (problem: Error) => `${problem.name} ${problem.message}`,
      );
    const seen = '200 image/webp no-store';
    const never = await open(shop.as.customer(2), undefined, crypto.randomUUID());
    expect(never).toBe('NotFound Not found');
    expect(await open(shop.as.guest(), uploadKey)).toBe(seen);
    expect(await open(shop.as.customer(1))).toBe(never);
    await sendCustomOrder(shop.as.customer(1), { ...form(artworkId), uploadKey });
    expect(await open(shop.as.customer(1))).toBe(seen);
    expect(await open(shop.as.admin())).toBe(seen);
    expect(await open(shop.as.guest(), uploadKey)).toBe(seen);
    for (const stranger of [
      open(shop.as.guest()),
      open(shop.as.customer(2)),
      open(shop.as.customer(2), crypto.randomUUID()),
      open(shop.as.guest(), uploadKey, 'no-id'),
    ])
      expect(await stranger).toBe(never);
  });

  test('cannot be fetched under the shop’s picture addresses', async () => {
    await uploaded(shop.as.guest(), crypto.randomUUID());
    const [row] = await shop.database.select().from(orderRequestImages);
    const { storage } = shop.suppliers;
    expect(await storage.open(row!.filePath)).toBeDefined();
    for (const name of [
      row!.filePath,
      `/${row!.filePath}`,
      encodeURIComponent(row!.filePath),
      row!.filePath.replace('/', '\\'),
      `x/../${row!.filePath}`,
      row!.filePath.split('/')[1]!,
    ])
      expect(mediaAnswer(await openMediaFile(shop.as.guest(), name)).status).toBe(404);
  });

  test('expires with its file after two days unless sent', async () => {
    const { id: artworkId } = await shop.makeArtwork({ medium: 'fabric' });
    const [sent, left] = [crypto.randomUUID(), crypto.randomUUID()];
    await uploaded(shop.as.guest(), sent);
    await uploaded(shop.as.guest(), left);
    await sendCustomOrder(shop.as.guest(), { ...form(artworkId), uploadKey: sent });
    const [forgotten] = (await shop.database.select().from(orderRequestImages)).filter(
      (image) => image.uploadKey === left,
    );
    expect(await sweepInspiration(shop.as.shop())).toBe(0);
    shop.clock.now = new Date(shop.clock.now.getTime() + 49 * 3_600_000);
    await uploaded(shop.as.guest(), crypto.randomUUID());
    expect(await sweepInspiration(shop.as.shop())).toBe(1);
    expect(await shop.suppliers.storage.open(forgotten!.filePath)).toBeUndefined();
    expect(await shop.database.select().from(orderRequestImages)).toHaveLength(2);
  });

  test('is deleted from storage, also after the storage was unreachable', async () => {
    const key = crypto.randomUUID();
    await uploaded(shop.as.guest(), key);
    const [image] = await shop.database.select().from(orderRequestImages).where(eq(orderRequestImages.uploadKey, key));
    const { storage } = shop.suppliers;
    shop.suppliers.storage = { ...storage, remove: () => Promise.reject(new Error('the bucket is away')) };
    shop.clock.now = new Date(shop.clock.now.getTime() + 49 * 3_600_000);
    await expect(sweepInspiration(shop.as.shop())).rejects.toThrow('the bucket is away');
    shop.suppliers.storage = storage;
    shop.clock.now = new Date(shop.clock.now.getTime() + 2 * 3_600_000);
    await sweepOrphans(shop.as.shop());
    expect(await storage.open(image!.filePath)).toBeUndefined();
  });

  test('limits uploads from one address before reading large bodies', async () => {
    const bytes = Buffer.from('no picture');
    const context = shop.as.guest();
    expect(await checkInspirationUploads(context)).toMatchObject({ ok: true });
    for (let n = 0; n < 30; n++) await uploadInspiration(context, { uploadKey: crypto.randomUUID(), bytes });
    expect(await checkInspirationUploads(context)).toMatchObject({
      reason: 'too-many',
      data: { retryAfterSeconds: 60 },
    });
    const refusal = await uploadInspiration(context, { uploadKey: crypto.randomUUID(), bytes });
    expect(refusal.ok ? '' : inspirationRefusal(refusal)).toBe('Upload failed. Please try again. Wait a minute.');
  });
});

describe('the steps', () => {
  test('open one by one, never past the first error', () => {
    const answer = fc.option(fc.constantFrom('', ' ', 'yes', 'purchase_for_me'), { nil: undefined });
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3, 4),
        fc.record({ fabricSource: answer, designStyle: answer, wantStitching: answer }),
        (asked, draft: CustomOrderDraft) => {
          const shown = reachableStep(asked, draft);
          expect(shown).toBeLessThanOrEqual(asked);
          for (const before of [1, 2, 3] as const) if (before < shown) expect(missingOn(before, draft)).toBeUndefined();
          if (shown < asked) expect(missingOn(shown, draft)).toBeDefined();
        },
      ),
    );
    expect(missingOn(2, { designStyle: ' \n ' })).toBe('Describe the design in a few words.');
    expect(['1', '4', '5', 'x', null].map(stepOf)).toEqual([1, 4, 1, 1, 1]);
  });

  test('become lines the owner can read', () => {
    expect(
      messageOf({ fabricSource: 'client_provided', fabricNotes: '', designStyle: 'Lotus', wantStitching: false }),
    ).toBe('Fabric source: Provided by the customer\nFabric notes: None\nDesign: Lotus\nStitching: No');
    expect(
      messageOf({
        fabricSource: 'client_provided',
        fabricNotes: '',
        designStyle: 'Lotus',
        wantStitching: true,
        measurements: 'Bust 92 cm\nLength 140 cm',
        neededBy: '2026-12-24',
      }),
    ).toBe(
      'Fabric source: Provided by the customer\nFabric notes: None\nDesign: Lotus\nStitching: Yes\nMeasurements: Bust 92 cm\nLength 140 cm\nNeeded by: 24 December 2026',
    );
  });
});
