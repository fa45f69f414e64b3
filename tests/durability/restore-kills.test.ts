import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyFiles } from '#app/adapters/storage/storage.server.ts';
import { writeArchive } from '#app/modules/operations/backups/archive.server.ts';
import { openShop } from '#app/open-shop.server.ts';
import { readConfig } from '#app/platform/config.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import type { Failpoint } from '#app/platform/failpoints.server.ts';
import { BLANK_SETTINGS } from '#tests/support/blank-settings.ts';
import { copyTree, makeDataDirectory } from '#tests/support/database.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';

const KILLS = Number(process.env.KILLS_AT_POINTS ?? 0);
const POINTS = ['restore.tried', 'restore.dropped', 'restore.filled'] as const satisfies Failpoint[];
const migrationsDirectory = resolve('database/migrations');

type Place = { DATA_DIR: string; DATABASE_URL: string };
const open = ({ DATA_DIR, DATABASE_URL }: Place) =>
  openDatabase({ dataDirectory: DATA_DIR, databaseUrl: DATABASE_URL || undefined, migrationsDirectory });
const shopNameIn = async (place: Place) => {
  const { database, close } = await open(place);
  const { rows } = await database.execute<{ name: string }>(
    sql`select value #>> '{}' as name from settings where key = 'shop_name'`,
  );
  await close();
  return rows[0]?.name;
};
const nameShop = async (place: Place, name: string) => {
  const { database, close } = await open(place);
  await database.execute(sql`insert into settings (key, value) values ('shop_name', ${JSON.stringify(name)}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  await close();
};

let home: string;
let server: PostgresServer | undefined;
const archive = () => join(home, 'backup.tar.gz');

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bisvar-restore-kills-'));
  if (KILLS) server = await startPostgresServer();
  const before = { DATA_DIR: join(home, 'made'), DATABASE_URL: '' };
  await makeDataDirectory(before.DATA_DIR);
  await nameShop(before, 'The shop of the backup');
  await mkdir(join(before.DATA_DIR, 'media'));
  await writeFile(join(before.DATA_DIR, 'media/lamp.avif'), 'a lamp');
  const { database, close } = await open(before);
  const copyPictures = (directory: string) => copyFiles({ dataDirectory: before.DATA_DIR }, directory);
  await writeArchive({ database, copyPictures }, { file: archive() });
  await close();
  await nameShop(before, 'The shop of today');
  await writeFile(join(before.DATA_DIR, 'media/of-today.avif'), 'a jug');
});
afterAll(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
});

const restore = (place: Place, shown: string[], at?: Failpoint) =>
  (async () => {
    const file = join(home, 'failpoint.json');
    await writeFile(file, at ? JSON.stringify({ at, passage: 1 }) : '');
    return promisify(execFile)(
      process.execPath,
      ['--liftoff-only', '--conditions=failpoints', 'scripts/restore.ts', archive(), ...shown],
      {
        env: { PATH: process.env.PATH, FAILPOINT_FILE: file, ...BLANK_SETTINGS, ...place },
      },
    );
  })();

describe.each(KILLS ? (['embedded', 'server'] as const) : (['embedded'] as const))('on the %s database', (kind) => {
  test.each(KILLS ? POINTS : (['restore.dropped'] as const))(
    `a restore killed at %s, ${KILLS || 1} times, changes nothing or is repeatable`,
    { timeout: 60_000 + (KILLS || 1) * 180_000 },
    async (at) => {
      for (let round = 0; round < (KILLS || 1); round += 1) {
        const place = { DATA_DIR: join(home, `${kind}-${at}-${round}`), DATABASE_URL: '' };
        copyTree(join(home, 'made'), place.DATA_DIR);
        if (kind === 'server') {
          await rm(join(place.DATA_DIR, 'database'), { recursive: true });
          place.DATABASE_URL = await server!.createDatabase();
          await nameShop(place, 'The shop of today');
        }
        await expect(restore(place, [])).rejects.toMatchObject({ stderr: expect.stringContaining('add --replace') });
        await expect(restore(place, ['--replace'], at)).rejects.toMatchObject({ signal: 'SIGKILL' });
        const files = async () => (await readdir(join(place.DATA_DIR, 'media'))).toSorted();
        if (at === 'restore.tried') {
          expect([await shopNameIn(place), await files()]).toEqual([
            'The shop of today',
            ['lamp.avif', 'of-today.avif'],
          ]);
          await restore(place, ['--replace']);
        } else {
          const config = readConfig({
            ...place,
            LOG_LEVEL: 'silent',
            SESSION_SECRET: 'a secret that only tests have, 32+',
          });
          await expect(openShop(config)).rejects.toThrow('A restore was interrupted');
          await restore(place, []);
        }
        expect([await shopNameIn(place), await files()]).toEqual(['The shop of the backup', ['lamp.avif']]);
        const left = await readdir(place.DATA_DIR);
        expect(left.filter((name) => name.startsWith('restore-'))).toEqual([]);
        await rm(place.DATA_DIR, { recursive: true });
      }
    },
  );
});
