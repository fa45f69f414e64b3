import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { create, extract } from 'tar';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyFiles } from '#app/adapters/storage/storage.server.ts';
import { checkArchive, writeArchive } from '#app/modules/operations/backups/archive.server.ts';
import { backupName } from '#app/modules/operations/backups/backup.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { quote, readLayout } from '#app/platform/database/layout.server.ts';
import { RENAMED_MIGRATIONS } from '#app/platform/database/migrations.server.ts';
import { backup } from '#scripts/backup.ts';
import { exportTables } from '#scripts/export.ts';
import { restore } from '#scripts/restore.ts';
import { openBucket } from '#tests/support/bucket.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { checkoutOf, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { copyTree, makeDataDirectory } from '#tests/support/database.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';
import { runHere } from '#tests/support/run-command.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

// A restore creates a database, which takes up to 90 seconds while other tests run.
vi.setConfig({ testTimeout: 300_000 });

const migrationsDirectory = resolve('database/migrations');
let home: string;
let server: PostgresServer;
const at = (name: string) => join(home, name);
const KEY = 'ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2';
const backupFile = () => at('backup.tar.gz');

type Place = {
  DATA_DIR: string;
  DATABASE_URL?: string;
  DATABASE_OWNER_URL?: string;
  [setting: string]: string | undefined;
};
const COMMANDS = { backup, restore, export: exportTables };
const run = (place: Place, command: keyof typeof COMMANDS, ...args: string[]) =>
  runHere(COMMANDS[command], args, { DATABASE_URL: '', ...place });
async function complete(...asked: Parameters<typeof run>): Promise<void> {
  expect(await run(...asked)).toMatchObject({ code: 0, stderr: '' });
}
const open = (place: Place) =>
  openDatabase({
    dataDirectory: place.DATA_DIR,
    databaseUrl: place.DATABASE_URL,
    databaseOwnerUrl: place.DATABASE_OWNER_URL,
    migrationsDirectory,
  });

async function everything(place: Place) {
  const { database, close } = await open(place);
  const rows: Record<string, unknown> = {};
  for (const { name } of await readLayout(database)) {
    const found = await database.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.raw(quote(name))} t order by 1`,
    );
    rows[name] = found.rows.map(({ row }) => row);
  }
  await close();
  const files = await readdir(join(place.DATA_DIR, 'media'), { recursive: true, withFileTypes: true });
  const media = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async (file) => [file.name, (await readFile(join(file.parentPath, file.name))).toString('base64')]),
  );
  return { rows, media: media.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1)) };
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bisvar-drill-'));
  server = await startPostgresServer();
  await mkdir(at('shop/media/2026'), { recursive: true });
  await writeFile(at('shop/media/2026/saree.webp'), Buffer.from([0, 255, 13, 10, 7]));
  await writeFile(at('shop/media/lamp.avif'), 'not really a lamp');
  await makeDataDirectory(at('shop'));
  const shop = await openTestShop(() => open({ DATA_DIR: at('shop') }));
  const artwork = await shop.makeArtwork({ title: 'A "lamp",\n\\u0041 with ₹ and ॐ', tags: ['a,b', '{c}'] });
  await putIntoCart(shop.as.customer(), artwork.id);
  const placed = await placeOrder(shop.as.customer(), await checkoutOf(shop.as.customer()));
  if (!placed.ok) throw new Error(placed.reason);
  await setOrderStatus(shop.as.admin(), {
    orderId: placed.value.id,
    status: 'shipped',
    shipUnverified: true,
    reason: 'x',
  });
  await updateSettings(shop.as.admin(), { shopName: 'The drilled shop' });
  await shop.close();
});
afterAll(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
});

test('restores rows and pictures into a directory, then into a server', async () => {
  const source = { DATA_DIR: at('shop') };
  const before = await everything(source);
  expect((before.rows.order_history as string[]).length).toBeGreaterThan(1);
  await complete({ ...source, BACKUP_BY: 'update' }, 'backup', at('of-an-update.tar.gz'));
  await complete(source, 'backup', backupFile());
  expect((await stat(backupFile())).mode & 0o077).toBe(0);

  const embedded = { DATA_DIR: at('embedded') };
  await complete(embedded, 'restore', backupFile());
  expect(await everything(embedded)).toEqual(before);

  const onServer = { DATA_DIR: at('server'), ...(await server.createServedDatabase()) };
  await complete(onServer, 'restore', backupFile());
  expect(await everything(onServer)).toEqual(before);
  await complete(onServer, 'backup', at('again.tar.gz'));

  const shop = await open(onServer);
  const copyPictures = (directory: string) => copyFiles({ dataDirectory: onServer.DATA_DIR }, directory);
  await writeArchive({ database: shop.database, copyPictures }, { file: at('trial.age'), key: KEY });
  await shop.close();
  await mkdir(at('trial'));
  await checkArchive(at('trial.age'), { key: KEY, directory: at('trial'), migrationsDirectory });

  const { database, close } = await open(onServer);
  const added = await database.execute(sql`
    insert into order_history (order_id, to_status) select id, 'delivered' from orders
    returning sequence > (select max(sequence) from order_history) as later`);
  expect(added.rows).toEqual([{ later: true }]);
  await close();

  expect(await run(onServer, 'restore', at('again.tar.gz'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--replace'),
  });
  await complete(onServer, 'restore', at('again.tar.gz'), '--replace');
  expect(await everything(onServer)).toEqual(before);
});

test('restores an encrypted backup only with its key, from folder or bucket', async () => {
  const source = { DATA_DIR: at('shop') };
  const before = await everything(source);
  const name = backupName(new Date('2026-11-20T21:30:00Z'));
  const { database, close } = await open(source);
  const copyPictures = (directory: string) => copyFiles({ dataDirectory: source.DATA_DIR }, directory);
  await writeArchive({ database, copyPictures }, { file: at(`nightly/${name}`), key: KEY });
  await close();
  await writeFile(at('nightly/bisvar-20261119T213000Z.tar.gz.age'), 'an older one, which nobody asks for');

  const fresh = { DATA_DIR: at('fresh') };
  expect(await run(fresh, 'restore', at('nightly'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('set BACKUP_KEY'),
  });
  const wrong = { ...fresh, BACKUP_KEY: KEY.replace('A', 'B') };
  expect(await run(wrong, 'restore', at('nightly'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('or is incomplete'),
  });
  await complete({ ...fresh, BACKUP_KEY: KEY.toLowerCase().replaceAll('-', ' ') }, 'restore', at('nightly'));
  expect(await everything(fresh)).toEqual(before);
  expect(await readFile(at('fresh/backup-key'), 'utf8')).toBe(KEY);

  const bucket = await openBucket();
  bucket.files.set(name, { bytes: await readFile(at(`nightly/${name}`)), type: '' });
  const settings = Object.fromEntries(Object.entries(bucket.settings).map(([key, value]) => [`BACKUP_${key}`, value]));
  const fromBucket = { DATA_DIR: at('from-bucket'), DATABASE_URL: await server.createDatabase() };
  await complete({ ...fromBucket, ...settings, BACKUP_KEY: KEY }, 'restore', 's3://pictures');
  await bucket.close();
  expect(await everything(fromBucket)).toEqual(before);
});

async function orderUntil(shop: TestShop, artworkId: string, isEnough: () => boolean): Promise<string[]> {
  const placed: string[] = [];
  const shopperOf = async (number: number) => {
    while (!isEnough()) {
      await putIntoCart(shop.as.customer(number), artworkId);
      placed.push((await orderCart(shop.as.customer(number))).id);
    }
  };
  await Promise.all([1, 2, 3, 4].map(shopperOf));
  return placed;
}

test.each(bothDatabases)('a backup made during orders is one consistent moment (%s)', async (kind, openDatabase) => {
  const shop = await openTestShop(openDatabase);
  const { id } = await shop.makeArtwork({ stockCount: 1000 });
  let [before, isOver] = [0, false];
  const isOrdering = orderUntil(shop, id, () => isOver);
  try {
    await expect.poll(() => shop.database.$count(orders)).toBeGreaterThan(20);
    before = await shop.database.$count(orders);
    const copyPictures = (directory: string) => mkdir(directory, { recursive: true }).then(() => undefined);
    await writeArchive({ database: shop.database, copyPictures }, { file: at(`${kind}.age`), key: KEY });
  } finally {
    isOver = true;
  }
  const placed = await isOrdering;
  expect(placed.length).toBeGreaterThan(before);
  await shop.close();
  const place = { DATA_DIR: at(`of-${kind}`), BACKUP_KEY: KEY };
  await complete(place, 'restore', at(`${kind}.age`));
  const { database, close } = await open(place);
  const restored = await database.select({ id: orders.id }).from(orders);
  expect(restored.length).toBeGreaterThanOrEqual(before);
  expect(restored.length).toBeLessThanOrEqual(placed.length);
  expect(placed).toEqual(expect.arrayContaining(restored.map((each) => each.id)));
  expect(await database.$count(payments)).toBe(restored.length);
  const [left] = await database.select({ stock: artworks.stockCount }).from(artworks);
  expect(left!.stock).toBe(1000 - restored.length);
  expect(await checkLedger({ ...shop.as.shop(), database })).toEqual([]);
  await close();
});

test('restores a backup from before migrations were renamed', async () => {
  const unpacked = at('unpacked');
  await mkdir(unpacked);
  await extract({ file: backupFile(), cwd: unpacked });
  const contents = JSON.parse(await readFile(join(unpacked, 'backup.json'), 'utf8')) as { migrations: string[] };
  const nameBefore = new Map(Object.entries(RENAMED_MIGRATIONS).map(([before, now]) => [now, before]));
  const migrations = contents.migrations.map((name) => nameBefore.get(name) ?? name);
  expect(migrations).not.toEqual(contents.migrations);
  await writeFile(join(unpacked, 'backup.json'), JSON.stringify({ ...contents, migrations }));
  await create({ gzip: true, file: at('before.tar.gz'), cwd: unpacked }, ['backup.json', 'database', 'media']);
  const place = { DATA_DIR: at('before'), DATABASE_URL: await server.createDatabase() };
  await complete(place, 'restore', at('before.tar.gz'));
  const source = await everything({ DATA_DIR: at('shop') });
  // The backup is recorded after it is complete, so it does not contain the record.
  expect(source.rows.opening_checks).toEqual([expect.stringContaining(backupFile())]);
  expect(await everything(place)).toEqual({ ...source, rows: { ...source.rows, opening_checks: [] } });
});

test('replaces a newer shop by an older version’s backup', async () => {
  const before = await everything({ DATA_DIR: at('shop') });
  const place = { DATA_DIR: at('updated') };
  copyTree(at('shop'), place.DATA_DIR);
  const later = at('later-migrations');
  copyTree(migrationsDirectory, later);
  await writeFile(join(later, '9999-of-a-later-version.sql'), 'create table later_things (id uuid primary key);');
  await (await openDatabase({ dataDirectory: place.DATA_DIR, migrationsDirectory: later })).close();
  expect(await run(place, 'restore', backupFile())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--replace'),
  });
  await complete(place, 'restore', backupFile(), '--replace');
  expect(await everything(place)).toEqual({ ...before, rows: { ...before.rows, opening_checks: [] } });
});

test('refuses a file that is incomplete or not a backup, and changes nothing', async () => {
  const place = { DATA_DIR: at('untouched') };
  await writeFile(at('torn.tar.gz'), (await readFile(backupFile())).subarray(0, 4000));
  const noBackup = 'is not a backup of this shop, or is incomplete';
  for (const [file, message] of [
    [at('torn.tar.gz'), noBackup],
    [resolve('package.json'), noBackup],
    [at('nowhere.tar.gz'), 'does not exist'],
  ] as const)
    expect(await run(place, 'restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${file} ${message}`),
    });
  expect(await readdir(place.DATA_DIR)).toEqual([]);
  expect(await run(place, 'backup')).toMatchObject({ code: 2 });
  for (const command of ['backup', 'export'] as const)
    expect(await run(place, command, at('nothing')), 'nor is one made of no shop').toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no shop in ${place.DATA_DIR}`),
    });
  expect(await readdir(home)).not.toContain('nothing');
});

async function changedBackup(name: string, change: (rows: string[]) => string[]): Promise<string> {
  const unpacked = at(name);
  await mkdir(unpacked);
  await extract({ file: backupFile(), cwd: unpacked });
  const orders = join(unpacked, 'database/orders.ndjson');
  await writeFile(orders, change((await readFile(orders, 'utf8')).split('\n')).join('\n'));
  const file = at(`${name}.tar.gz`);
  await create({ gzip: true, file, cwd: unpacked }, ['backup.json', 'database', 'media']);
  return file;
}
const isRefused = { code: 1, stderr: expect.stringContaining('Nothing was changed') };

const BREAKS: [how: string, message: string, change: (rows: string[]) => string[]][] = [
  ['broken', 'Line 1 of orders is refused: invalid input syntax', ([first, ...rows]) => [first!.slice(0, -9), ...rows]],
  ['missing', 'The backup of orders has', (rows) => rows.slice(1)],
  [
    'against a rule',
    'Line 1 of orders is refused: new row for relation "orders" violates check',
    ([first, ...rows]) => [first!.replace(/"total": \d+/, '"total": -1'), ...rows],
  ],
  [
    'changed',
    'A row of orders was changed after the backup was made',
    ([first, ...rows]) => [first!.replace(/"phone": "[^"]*"/, '"phone": "9876501234"'), ...rows],
  ],
];

test('a backup with a changed, missing or added picture is refused', async () => {
  const unpacked = at('pictures');
  await mkdir(unpacked);
  await extract({ file: backupFile(), cwd: unpacked });
  const [picture] = (await readdir(join(unpacked, 'media'), { recursive: true })).filter((name) => /\.\w+$/.test(name));
  const path = join(unpacked, 'media', picture!);
  const bytes = await readFile(path);
  const flipped = Buffer.from(bytes);
  flipped[flipped.length >> 1]! ^= 1;
  const place = { DATA_DIR: at('without-pictures') };
  for (const [change, message] of [
    [() => writeFile(path, flipped), `the picture ${picture} has changed`],
    [() => rm(path), `the picture ${picture} has changed`],
    [
      async () => {
        await writeFile(path, bytes);
        await writeFile(join(unpacked, 'media/added.webp'), bytes);
      },
      'pictures, not',
    ],
  ] as const) {
    await change();
    const file = at('pictures.tar.gz');
    await create({ gzip: true, file, cwd: unpacked }, ['backup.json', 'database', 'media']);
    expect(await run(place, 'restore', file)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(await readdir(place.DATA_DIR)).toEqual([]);
  }
});

test('refuses a backup with broken, missing or invalid rows, changing nothing', async () => {
  const [keeps, nothing] = [
    { DATA_DIR: at('keeps') },
    { DATA_DIR: at('nothing'), DATABASE_URL: await server.createDatabase() },
  ];
  copyTree(at('shop'), keeps.DATA_DIR);
  const before = await everything(keeps);
  for (const [how, message, change] of BREAKS) {
    const file = await changedBackup(how, change);
    const refused = await run(keeps, 'restore', file, '--replace');
    expect([how, refused]).toEqual([how, expect.objectContaining(isRefused)]);
    expect(refused.stderr).toContain(message);
    expect([how, await run(nothing, 'restore', file)]).toEqual([how, expect.objectContaining(isRefused)]);
  }
  expect(await everything(keeps)).toEqual(before);
  await complete(nothing, 'restore', backupFile());
});

test('exports a file per table, except sign-in data', async () => {
  await complete({ DATA_DIR: at('shop') }, 'export', at('csv'));
  const files = await readdir(at('csv'));
  expect(files).toContain('artworks.csv');
  expect(files.filter((name) => name.startsWith('auth_'))).toEqual([]);
  expect(await readFile(join(at('csv'), 'settings.csv'), 'utf8')).toContain('The drilled shop');
});
