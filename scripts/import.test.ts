import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { makeDataDirectory } from '#tests/support/database.ts';
import { runHere } from '#tests/support/run-command.ts';
import { importShop } from './import.ts';

let directory: string;
const importing = (...args: string[]) =>
  runHere(importShop, args, { DATA_DIR: join(directory, 'data'), DATABASE_URL: '' });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bisvar-import-'));
  await makeDataDirectory(join(directory, 'data'));
  await mkdir(join(directory, 'table', 'pictures'), { recursive: true });
  await writeFile(
    join(directory, 'table', 'artworks.csv'),
    'title,price,category,images\nBrass Diya,80,Handcraft,https://hosted.example/diya%20one.png\nLost,5,Oil,gone.png\n',
  );
  await sharp({ create: { width: 60, height: 60, channels: 3, background: '#c04020' } })
    .png()
    .toFile(join(directory, 'table', 'pictures', 'diya one.png'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('imports a folder with its pictures after asking, once', { timeout: 120_000 }, async () => {
  const folder = join(directory, 'table');
  const asked = await importing(folder, '--dry-run');
  expect(asked.stdout).toContain('1 added, 0 changed, 0 unchanged, 1 refused; nothing was written');
  expect(asked.stdout).toContain('gone.png is not in Photos');
  expect((await importing(folder)).stdout).toContain('1 added, 0 changed, 0 unchanged, 1 refused\n');
  const { database, close } = await openDatabase({
    dataDirectory: join(directory, 'data'),
    migrationsDirectory: resolve('database/migrations'),
  });
  const rows = await database.select().from(artworks);
  await close();
  expect(rows).toMatchObject([
    { title: 'Brass Diya', price: 8000, images: [expect.stringMatching(/^\/media\/[0-9a-f]{32}\.webp$/)] },
  ]);
});

test('uses no ambiguous picture name without its folder', { timeout: 120_000 }, async () => {
  const folder = join(directory, 'alike');
  for (const part of ['one', 'two']) {
    await mkdir(join(folder, part), { recursive: true });
    await copyFile(join(directory, 'table', 'pictures', 'diya one.png'), join(folder, part, 'lota.png'));
  }
  const rows = ['Lota,80,Handcraft,https://hosted.example/two/lota.png', 'Urn,90,Oil,https://hosted.example/lota.png'];
  const asked = async (row: string) => {
    await writeFile(join(folder, 'artworks.csv'), `title,price,category,images\n${row}\n`);
    return (await importing(folder, '--dry-run')).stdout;
  };
  expect(await asked(rows[0]!)).toContain('1 added');
  expect(await asked(rows[1]!)).toContain('lota.png is not in Photos');
});

test('imports a folder with more tables completely, once, with a report', { timeout: 180_000 }, async () => {
  const folder = join(directory, 'backend');
  await mkdir(folder);
  await writeFile(join(folder, 'user_profiles.csv'), 'id,name,email\n1,Asha,asha@example.in\n2,Nobody,\n');
  await writeFile(
    join(folder, 'artworks.csv'),
    'id,title,price,category,images\n7,Clay Lamp,120.50,Handcraft,https://hosted.example/lamp.png\n',
  );
  await copyFile(join(directory, 'table', 'pictures', 'diya one.png'), join(folder, 'lamp.png'));
  const reportFile = join(directory, 'report.json');
  const asked = await importing(folder, '--dry-run');
  expect(asked.stdout).toContain('user_profiles: 2 read, 1 added, 0 unchanged, 0 kept, 1 refused');
  expect(asked.stdout).toContain('  user_profiles line 3, 2: refused. email: Email is required');
  expect(asked.stdout).toContain('nothing was written');
  const moved = await importing(folder, '--report', reportFile);
  expect(moved.stdout).toContain('artworks: 1 read, 1 added');
  expect(moved.stdout).toContain('total of people: 2 in the files = 1 in the shop + 1 refused');
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as { withoutPassword: unknown };
  expect(report.withoutPassword).toEqual([{ email: 'asha@example.in', name: 'Asha' }]);
  expect((await importing(folder)).stdout).toContain('artworks: 1 read, 0 added, 1 unchanged');
});

test('an unreadable file gets an error message', { timeout: 120_000 }, async () => {
  expect(await importing(join(directory, 'nowhere.csv'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no'),
  });
  await writeFile(join(directory, 'move.sql'), 'COPY public.orders (id) FROM stdin;\n1\n\\.\n');
  expect(await importing(join(directory, 'move.sql'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("\\copy auth.users to 'auth.users.csv' csv header"),
  });
  expect(await importing(join(directory, 'table'), '--invite')).toMatchObject({ code: 1 });
  const folder = join(directory, 'table');
  expect(await importing(folder, '--pictures-from', 'https://cdn.example/')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--pictures-from needs the name of one host, like cdn.shopify.com'),
  });
  await writeFile(join(directory, 'places.json'), '{"Mugs": {"medium": "clay"}}');
  expect(await importing(folder, '--map', join(directory, 'places.json'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('One of fabric, oil, handcraft, skin-care'),
  });
  expect(await importing(folder, '--pictures')).toMatchObject({ code: 2 });
  expect(await importing()).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run import') });
});
