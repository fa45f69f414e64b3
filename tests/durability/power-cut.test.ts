import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTree, makeDataDirectory } from '#tests/support/database.ts';
import { randomFrom } from '#tests/support/random.ts';
import { Disk, type Survives } from './disk.ts';
import type { Operation } from './recorder.ts';
import { findHarm, migrationsDirectory } from './soundness.ts';

const states = Number(process.env.POWER_CUTS ?? 4);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const parcels = 200;

type Event = Operation | { written: number } | { began: number };

let home: string;
let base: string;
let baseFiles: string[];
let events: Event[];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bisvar-power-'));
  const dataDirectory = join(home, 'recorded');
  await makeDataDirectory(dataDirectory, migrationsDirectory);
  base = join(home, 'base');
  copyTree(join(dataDirectory, 'database'), base);
  const cluster = join(base, 'cluster');
  baseFiles = (await readdir(cluster, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(cluster, join(entry.parentPath, entry.name)));
  const recording = join(home, 'recording');
  await write(dataDirectory, recording);
  events = [];
  for await (const line of createInterface({ input: createReadStream(recording) }))
    events.push(JSON.parse(line) as Event);
});

afterAll(() => rm(home, { recursive: true, force: true }));

async function write(dataDirectory: string, recording: string) {
  const writer = spawn(
    process.execPath,
    ['--liftoff-only', join(import.meta.dirname, 'writer.ts'), dataDirectory, String(parcels), recording],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'recorder.ts')}`,
        RECORD_TO: recording,
      },
    },
  );
  const [code] = (await once(writer, 'exit')) as [number];
  if (code !== 0) throw new Error(`the writer ended with ${code}`);
}

async function harmOf(cuts: Cut[], honoursSync: boolean, chance: () => number): Promise<string[][]> {
  const disk = new Disk(join(base, 'cluster'), baseFiles, honoursSync);
  const dataDirectory = join(home, 'cut');
  const harms: string[][] = [];
  let acknowledged = 0;
  let done = 0;
  for (const { at, survives } of cuts.toSorted((one, other) => one.at - other.at)) {
    for (const event of events.slice(done, at)) {
      if ('op' in event) disk.apply(event);
      else if ('written' in event) acknowledged = event.written;
    }
    done = at;
    await rm(dataDirectory, { recursive: true, force: true });
    await mkdir(join(dataDirectory, 'database'), { recursive: true });
    await cp(join(base, 'bisvar.json'), join(dataDirectory, 'database/bisvar.json'));
    disk.cut(join(dataDirectory, 'database/cluster'), survives, chance);
    const description = `cut at ${at} of ${events.length}, ${survives} of the unsynced survives, SEED=${seed}`;
    harms.push((await findHarm(dataDirectory, acknowledged)).map((harm) => `${description}: ${harm}`));
  }
  return harms;
}

type Cut = { at: number; survives: Survives };

const acknowledgements = () => events.flatMap((event, index) => ('written' in event ? [index + 1] : []));

/** An acknowledgement promises most, so half of the power cuts are directly after one. */
function cutsOf(count: number, chance: () => number): Cut[] {
  const acknowledged = acknowledgements();
  const survivals: Survives[] = ['nothing', 'some', 'names', 'some', 'everything', 'some'];
  return Array.from({ length: count }, (_, n) => ({
    at: n % 2 === 0 ? acknowledged[Math.floor(chance() * acknowledged.length)]! : Math.floor(chance() * events.length),
    survives: survivals[n % survivals.length]!,
  }));
}

describe('a power cut under writes', () => {
  test('leaves a recording of written, synced and acknowledged data', () => {
    const counted = Object.groupBy(events, (event) =>
      'op' in event ? event.op : 'written' in event ? 'written' : 'began',
    );
    expect(counted.written).toHaveLength(parcels);
    expect(counted.sync!.length).toBeGreaterThan(parcels);
    for (const op of ['write', 'create', 'rename'] as const) expect(counted[op]?.length).toBeGreaterThan(0);
  });

  test(
    'loses nothing acknowledged, and the database opens correctly',
    { timeout: 60_000 + states * 10_000 },
    async () => {
      const chance = randomFrom(seed);
      const harm = (await harmOf(cutsOf(states, chance), true, chance)).flat();
      expect(harm).toEqual([]);
    },
  );

  test('fails when syncs do not reach the disk', async () => {
    const chance = randomFrom(seed);
    const late = acknowledgements().slice(parcels / 2);
    const cuts = [1, 2, 3].map((): Cut => ({ at: late[Math.floor(chance() * late.length)]!, survives: 'some' }));
    const harms = await harmOf(cuts, false, chance);
    expect(harms.map((harm) => harm.length > 0)).toEqual([true, true, true]);
  });
});
