import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#app/platform/config.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type OpenedShop, openShop } from './open-shop.server.ts';

let dataDirectory: string;
let opened: TestDatabase;
let shop: OpenedShop;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-stopping-'));
  opened = await openTestDatabase();
  shop = await openShop(readConfig({ DATA_DIR: dataDirectory }), opened);
});
afterAll(async () => {
  await shop.close();
  await opened.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function announced() {
  const event = { name: 'nobody.listens', payload: {} };
  const [row] = await opened.database.insert(outbox).values(event).returning({ id: outbox.id });
  return async () => (await opened.database.select().from(outbox).where(eq(outbox.id, row!.id)))[0];
}

test('a stopping shop claims no more events while it still answers', async () => {
  await expect.poll(await announced()).toMatchObject({ state: 'done' });
  await shop.stopWorking();
  const after = await announced();
  await wait(500);
  expect(await after()).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(await shop.checkReady()).toMatchObject({ ok: true });
});
