// Compares the time until the first page, and the memory at rest, with an earlier version.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithProcess } from '#scripts/end-with-process.mjs';
import { freePort } from '#scripts/machine.mjs';
import { BLANK_SETTINGS } from '#tests/support/blank-settings.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { earlierDirectory, startsNodeWith } from './earlier.ts';
import { type Figure, median, saveFigures } from './figures.ts';

const ROUNDS = 3;
const RESTS_MS = 3_000;
const OPENS_WITHIN_MS = 60_000;

type Start = { directory: string; databaseUrl: string; dataDirectory: string };

async function start({ directory, databaseUrl, dataDirectory }: Start): Promise<{ opened: number; memory: number }> {
  const port = await freePort();
  const shopUrl = `http://localhost:${port}`;
  const began = performance.now();
  const { flags, environment } = startsNodeWith(directory);
  const shop = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: directory,
    env: {
      ...process.env,
      ...environment,
      ...BLANK_SETTINGS,
      PORT: String(port),
      SHOP_URL: shopUrl,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: join(directory, 'node_modules/.cache/compiled'),
    },
    stdio: 'ignore',
  });
  endWithProcess(shop);
  const isOpen = () =>
    fetch(`${shopUrl}/about`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isOpen())) {
    if (shop.exitCode !== null || performance.now() - began > OPENS_WITHIN_MS)
      throw new Error(`the shop in ${directory} doesn't open`);
    await wait(5);
  }
  const opened = performance.now() - began;
  await wait(RESTS_MS);
  const smaps = await readFile(`/proc/${shop.pid}/smaps_rollup`, 'utf8');
  shop.kill('SIGTERM');
  await once(shop, 'exit');
  return { opened, memory: Number(/Rss:\s+(\d+)/.exec(smaps)![1]) / 1024 };
}

const server = await startPostgresServer();
const home = await mkdtemp(join(tmpdir(), 'bisvar-start-'));
const figures: Figure[] = [];
for (const [database, opensIn, holds] of [
  ['PostgreSQL', 'at most 0.7 s', 'at most 0.8 ×'],
  ['the embedded database', 'at most 1 s', 'at most 0.85 ×'],
] as const) {
  const versions = await Promise.all(
    [process.cwd(), earlierDirectory()].map(async (directory, index) => ({
      directory,
      databaseUrl: database === 'PostgreSQL' ? await server.createDatabase() : '',
      dataDirectory: join(home, `${database}-${index}`),
    })),
  );
  for (const version of versions) await start(version);
  const [now, before] = [[], []] as { opened: number; memory: number }[][];
  for (let round = 0; round < ROUNDS; round += 1) {
    before!.push(await start(versions[1]!));
    now!.push(await start(versions[0]!));
  }
  const add = (figure: string, key: 'opened' | 'memory', unit: string, target: string) => {
    const [value, reference] = [now!, before!].map((runs) => median(runs.map((each) => each[key])));
    figures.push({
      figure: `${figure} ${database}`,
      value: value!,
      unit,
      reference: { name: 'the earlier version', value: reference! },
      ratio: value! / reference!,
      target,
    });
  };
  add('start to the first page on', 'opened', 'ms', opensIn);
  add('memory at rest on', 'memory', 'MB', holds);
}
await server.stop();
await rm(home, { recursive: true, force: true });
await saveFigures('start', figures);
process.exit(0);
