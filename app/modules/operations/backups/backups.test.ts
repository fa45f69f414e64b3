import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bucketPlace, folderPlace } from '#app/adapters/storage/backup-places.server.ts';
import { copyFiles } from '#app/adapters/storage/storage.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { openBucket } from '#tests/support/bucket.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { checkNewestBackup, getBackupState, makeDueBackup } from './backups.server.ts';
import { backups } from './tables.server.ts';

vi.setConfig({ testTimeout: 120_000 });

const KEY = 'ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2';
let shop: TestShop;
let bucket: Awaited<ReturnType<typeof openBucket>>;
let directory: string;
beforeAll(async () => {
  shop = await openTestShop();
  bucket = await openBucket();
  directory = await mkdtemp(join(tmpdir(), 'bisvar-backups-'));
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: name } = bucket.settings;
  const away = { endpoint, region, bucket: name, accessKeyId: 'key', secretAccessKey: 'secret' };
  const dataDirectory = shop.config.dataDirectory;
  await mkdir(join(dataDirectory, 'media/inspiration'), { recursive: true });
  await writeFile(join(dataDirectory, 'media/lamp.avif'), 'not really a lamp');
  await writeFile(join(dataDirectory, 'media/inspiration/one.webp'), Buffer.from([0, 255, 13, 10, 7]));
  shop.suppliers.backups = { key: KEY, directory, places: [folderPlace(directory), await bucketPlace(away)] };
  shop.suppliers.copyPictures = (to) => copyFiles({ dataDirectory }, to);
});
beforeEach(async () => {
  await shop.empty();
  bucket.files.clear();
  await rm(directory, { recursive: true });
});
afterAll(async () => {
  await bucket.close();
  await shop.close();
  await rm(directory, { recursive: true, force: true });
});

const rowsOf = () => shop.database.select().from(backups).orderBy(backups.startedAt);
const state = async () => (await getBackupState(shop.as.admin()))!;

test('a backup made during writes is complete, encrypted, stored twice and restorable', async () => {
  const isWritten = Promise.all(Array.from({ length: 30 }, (_, n) => shop.makeArtwork({ title: `Piece ${n}` })));
  await makeDueBackup(shop.as.shop());
  await isWritten;
  const [backup] = await rowsOf();
  expect(backup).toMatchObject({ name: 'bisvar-20261121T100000Z.tar.gz.age', problem: '', fileCount: 2 });
  expect(await readdir(directory)).toEqual([backup!.name]);
  const bytes = await readFile(join(directory, backup!.name));
  expect(bytes.length).toBe(backup!.bytes);
  expect(bytes.includes('Kamla')).toBe(false);
  expect(bucket.files.get(backup!.name)?.bytes.equals(bytes)).toBe(true);
  expect(await state()).toMatchObject({
    problem: undefined,
    newest: { bytes: bytes.length },
    places: [directory, 's3://pictures'],
  });

  await checkNewestBackup(shop.as.shop());
  expect(await rowsOf()).toMatchObject([{ checkedAt: shop.clock.now, checkProblem: '' }]);
  expect(await readdir(directory)).toEqual([backup!.name]);
  await makeDueBackup(shop.as.shop());
  expect(await rowsOf()).toHaveLength(1);
});

test('backups from a fast clock neither block new ones nor seem newest', async () => {
  const startedAt = new Date(shop.clock.now.getTime() + 365 * 86_400_000);
  await shop.database.insert(backups).values([
    { name: 'made-ahead', startedAt, bytes: 1 },
    { name: 'begun-ahead', startedAt },
  ]);
  expect((await state()).problem).toMatch(/no backup yet/);
  await makeDueBackup(shop.as.shop());
  expect(await state()).toMatchObject({ problem: undefined, newest: { startedAt: shop.clock.now } });
});

test('notices a damaged backup early and reports it', async () => {
  await makeDueBackup(shop.as.shop());
  const { name } = (await rowsOf())[0]!;
  const stored = bucket.files.get(name)!;
  stored.bytes[stored.bytes.length >> 1]! ^= 1;
  await checkNewestBackup(shop.as.shop());
  expect((await state()).problem).toMatch(/test restore of a backup failed/);
  shop.later(24 * 60);
  await makeDueBackup(shop.as.shop());
  await checkNewestBackup(shop.as.shop());
  expect((await state()).problem).toBeUndefined();
});

test('records a failure, retries after an hour, and leaves no files', async () => {
  const { copyPictures } = shop.suppliers;
  shop.suppliers.copyPictures = () => Promise.reject(new Error('no space left on device'));
  await expect(makeDueBackup(shop.as.shop())).rejects.toThrow('no space left');
  shop.suppliers.copyPictures = copyPictures!;
  expect((await state()).problem).toMatch(/^The last backup failed: no space left on device\./);
  expect(await readdir(directory)).toEqual([]);
  shop.later(30);
  await makeDueBackup(shop.as.shop());
  expect((await state()).newest).toBeUndefined();
  shop.later(30);
  await makeDueBackup(shop.as.shop());
  expect(await state()).toMatchObject({ problem: undefined, newest: { startedAt: shop.clock.now } });
});

test('deletes outdated backups and leftovers of a killed process in both places', async () => {
  const old = ['bisvar-20240101T213000Z.tar.gz.age', 'bisvar-20240102T213000Z.tar.gz.age'];
  await mkdir(join(directory, '.bisvar-backup-killed'), { recursive: true });
  const months = ['06', '07', '08', '09', '10'].map((month) => `bisvar-2026${month}15T213000Z.tar.gz.age`);
  for (const name of [...old, ...months, 'notes.txt']) await writeFile(join(directory, name), '');
  bucket.files.set(old[0]!, { bytes: Buffer.from(''), type: '' });
  await makeDueBackup(shop.as.shop());
  const left = await readdir(directory);
  expect(left).toContain('notes.txt');
  expect(left.filter((name) => name.startsWith('.'))).toEqual([]);
  expect(left.filter((name) => name.includes('-2024'))).not.toContain(old[0]);
  expect(left).toEqual(expect.arrayContaining(months));
});

test('stopping the shop cancels a backup, and the next start makes it', async () => {
  const stopping = new AbortController();
  stopping.abort();
  await makeDueBackup(shop.as.shop(), stopping.signal);
  expect(await rowsOf()).toEqual([]);
  expect(await readdir(directory)).toEqual([]);
  await makeDueBackup(shop.as.shop());
  expect(await rowsOf()).toHaveLength(1);
});

test('makes a backup again when a killed process had not copied it', async () => {
  const { backups: wanted } = shop.suppliers;
  const [folder, away] = wanted!.places;
  const { promise: isCopying, resolve: onCopying } = Promise.withResolvers<void>();
  const put = () => new Promise<void>(() => onCopying());
  shop.suppliers.backups = { ...wanted!, places: [folder!, { ...away!, put }] };
  void makeDueBackup(shop.as.shop());
  await isCopying;
  shop.suppliers.backups = wanted;
  expect((await state()).newest).toBeUndefined();
  shop.later(3 * 60);
  await makeDueBackup(shop.as.shop());
  expect((await state()).newest).toMatchObject({ startedAt: shop.clock.now });
  expect([...bucket.files.keys()]).toEqual([(await rowsOf())[0]!.name]);
});

test('only the shop makes backups; the demo has none', async () => {
  const others: Shop[] = [shop.as.guest(), shop.as.customer(), shop.as.helper()];
  for (const context of others) {
    await expect(getBackupState(context)).rejects.toThrow(NotFound);
    await expect(makeDueBackup(context)).rejects.toThrow(NotFound);
    await expect(checkNewestBackup(context)).rejects.toThrow(NotFound);
  }
  const demo = { ...shop.as.shop(), suppliers: { ...shop.suppliers, backups: undefined } } as unknown as Shop;
  expect(await getBackupState(demo)).toBeUndefined();
  await makeDueBackup(demo);
  expect(await rowsOf()).toEqual([]);
});
