import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { copyTree, makeDataDirectory } from '#tests/support/database.ts';
import { findHarm, migrationsDirectory } from './soundness.ts';

const rounds = Number(process.env.KILLS ?? 2);

let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'bisvar-kill-'));
  await makeDataDirectory(made, migrationsDirectory);
  expect(await findHarm(made, 0)).toEqual([]);
});
afterAll(() => rm(made, { recursive: true, force: true }));

let home: string;
let writers: ChildProcess[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bisvar-kill-'));
  copyTree(made, home);
  writers = [];
});
afterEach(async () => {
  for (const writer of writers) writer.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

function startWriter() {
  const process_ = spawn(process.execPath, ['--liftoff-only', join(import.meta.dirname, 'writer.ts'), home], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  writers.push(process_);
  const { promise: began, resolve } = Promise.withResolvers<void>();
  let acknowledged = 0;
  let complaints = '';
  process_.stderr.on('data', (part: Buffer) => (complaints += part.toString()));
  const read = async () => {
    for await (const line of createInterface({ input: process_.stdout })) {
      const said = JSON.parse(line) as { began?: number; written?: number };
      if (said.written) acknowledged = said.written;
      else resolve();
    }
  };
  const ended = Promise.all([once(process_, 'exit'), read()]);
  return {
    began: Promise.race([began, ended]),
    async kill() {
      process_.kill('SIGKILL');
      await ended;
      return acknowledged;
    },
    async outcome() {
      const [[code]] = await ended;
      return { code: code as number, complaints };
    },
  };
}

describe('kill -9', () => {
  test(
    `of a writing process, ${rounds} times, loses nothing acknowledged`,
    { timeout: 60_000 + rounds * 10_000 },
    async () => {
      let last = 0;
      for (let round = 0; round < rounds; round += 1) {
        const writer = startWriter();
        await writer.began;
        await wait(100 + Math.random() * 700);
        last = Math.max(last, await writer.kill());
        expect(await findHarm(home, last)).toEqual([]);
      }
      expect(last).toBeGreaterThan(rounds);
    },
  );

  test('during a first start does not block the next start', async () => {
    for (const pauseMillis of [400, 1_600]) {
      await rm(home, { recursive: true });
      const writer = startWriter();
      await wait(pauseMillis * (0.5 + Math.random()));
      expect(await findHarm(home, await writer.kill())).toEqual([]);
    }
  });
});

describe('two processes on one directory', () => {
  test('the second exits, naming the first process and what to do', async () => {
    const first = startWriter();
    await first.began;
    const { code, complaints } = await startWriter().outcome();
    expect(code).toBe(1);
    expect(complaints).toContain(
      `The database in ${home} is already open in process ${writers[0]!.pid}. Stop that one first`,
    );
    expect(await findHarm(home, await first.kill())).toEqual([]);
  });

  test('nor can one process open it twice', async () => {
    const opened = await openDatabase({ dataDirectory: home, migrationsDirectory });
    try {
      await expect(openDatabase({ dataDirectory: home, migrationsDirectory })).rejects.toThrow('is already open');
    } finally {
      await opened.close();
    }
    expect(await findHarm(home, 0)).toEqual([]);
  });
});
