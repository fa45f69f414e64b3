import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readConfig } from '#app/platform/config.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { makeDataDirectory, migrationsDirectory } from '#tests/support/database.ts';
import { fieldsOf } from '#tests/support/html.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { visitorOf } from '#tests/support/request-shop.ts';
import { fillShop } from '#tests/support/shop-process.ts';
import { findShopHarm } from './shop-soundness.ts';

const SHOP_URL = 'http://shop.test';
const MEGABYTE = 1024 * 1024;
const { country: _country, ...TYPED_ADDRESS } = ADDRESS;

function mountDisk(megabytes: number): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'bisvar-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory];
  if (process.platform === 'linux' && spawnSync('mount', options).status === 0) return directory;
  rmSync(directory, { recursive: true });
  return undefined;
}

async function fillDisk(directory: string, leftMegabytes: number): Promise<void> {
  const file = await open(join(directory, 'filler'), 'a');
  const block = Buffer.alloc(MEGABYTE / 16);
  const free = () => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  };
  while (free() > leftMegabytes * MEGABYTE + block.length) await file.write(block);
  await file.close();
}

const cases = [
  { kind: 'server', size: 200, left: 0 },
  // The shop is read-only below 100 MB.
  { kind: 'embedded', size: 320, left: 60 },
] as const;

test.for(cases)(
  'a full disk of the $kind database stops only buying, losing nothing',
  async ({ kind, size, left }, { skip, onTestFinished }) => {
    const disk = mountDisk(size);
    if (!disk) return skip('nothing was tried: this user may not mount a disk');
    onTestFinished(() => {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    });
    const { TMPDIR } = process.env;
    process.env.TMPDIR = disk;
    const starting = kind === 'server' ? startPostgresServer() : undefined;
    const server = await starting?.finally(() => {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    });
    if (server) onTestFinished(() => server.stop());
    const dataDirectory = kind === 'server' ? mkdtempSync(join(tmpdir(), 'bisvar-full-')) : join(disk, 'data');
    mkdirSync(dataDirectory, { recursive: true });
    onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
    if (kind === 'embedded') await makeDataDirectory(dataDirectory);
    const settings = {
      SHOP_URL,
      DATA_DIR: dataDirectory,
      DATABASE_URL: (await server?.createDatabase()) ?? '',
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'a secret that only tests have, 32+',
    };
    const withShop = async <Value>(work: (shop: Shop) => Promise<Value>) => {
      const opened = await openDatabase({
        dataDirectory,
        databaseUrl: settings.DATABASE_URL || undefined,
        migrationsDirectory,
        log: { info() {}, warn() {}, error() {} },
      });
      const now = new Date();
      const context = { database: opened.database, actor: { kind: 'shop' }, now, visitorAddress: '' } as const;
      const shop = { ...context, config: readConfig(settings), suppliers: {} as Shop['suppliers'] };
      try {
        return await work(shop);
      } finally {
        await opened.close();
      }
    };
    const { stock } = await withShop((shop) => fillShop(shop, { shoppers: 0, artworkCount: 1, stockCount: 100_000 }));
    const built = pathToFileURL(resolve('build/server/index.js')).href;
    const { openApp } = (await import(built)) as { openApp: typeof import('#server/app.ts').openApp };
    const app = await openApp(readConfig(settings));
    const acknowledged = new Set<string>();
    try {
      const asha = visitorOf(app, SHOP_URL, '203.0.113.7');
      await asha.signUpAs('Asha Rawat');
      const [artworkId] = stock.keys();
      let form: URLSearchParams | undefined;
      const buy = async () => {
        if (!form) {
          const put = await asha.post('/visitor-state', { intent: 'add', artworkId: artworkId!, quantity: '1' });
          if (put.status === 503) return 503;
          const page = await asha.get('/checkout');
          if (page.status !== 200) return page.status;
          form = new URLSearchParams(fieldsOf(page.text));
          const typed = { ...TYPED_ADDRESS, paymentMethod: 'manual', paymentReferenceId: newReference() };
          for (const [name, value] of Object.entries(typed)) form.set(name, value);
        }
        const { status, headers } = await asha.ask('/checkout', { method: 'POST', body: form });
        if (status !== 303) return status;
        form = undefined;
        acknowledged.add(/placed=([0-9a-f-]{36})/.exec(headers.get('location')!)![1]!);
        return status;
      };
      expect(await buy()).toBe(303);
      await fillDisk(disk, left);
      const statuses = new Set<number>();
      const began = Date.now();
      while (!statuses.has(503) && Date.now() - began < 60_000) statuses.add(await buy());
      expect([...statuses].filter((status) => status !== 303)).toEqual([503]);
      for (const path of ['/', '/gallery', '/about']) expect((await asha.get(path)).status).toBe(200);
      await rm(join(disk, 'filler'));
      await expect.poll(buy, { timeout: 30_000, interval: 200 }).toBe(303);
      expect(await buy()).toBe(303);
    } finally {
      await app.close();
      await withShop(async (shop) => {
        expect(await findShopHarm(shop, acknowledged, { stock })).toEqual([]);
        const { rows } = await shop.database.execute(sql`select count(*)::int as orders from orders`);
        expect(rows).toEqual([{ orders: acknowledged.size }]);
      });
    }
  },
);
