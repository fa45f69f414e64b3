import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markProcess } from './process-markers.server.ts';

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'bisvar-markers-')), 'processes');
});
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }));

const sleeper = async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  await once(child, 'spawn');
  return child;
};

test('a stopped process leaves no marker, so no crash is found', async () => {
  const first = await markProcess(directory);
  expect(first.crashedAt).toBeUndefined();
  await first.touch();
  await first.remove();
  expect((await markProcess(directory)).crashedAt).toBeUndefined();
});

test('finds a killed process despite a reused id, and no running one', async () => {
  await markProcess(directory);
  const running = await sleeper();
  const killed = await sleeper();
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const seenAt = new Date('2026-11-21T10:00:00Z');
  for (const { pid } of [running, killed]) await writeFile(join(directory, String(pid)), '');
  await utimes(join(directory, String(killed.pid)), seenAt, seenAt);
  expect((await markProcess(directory)).crashedAt).toEqual(seenAt);
  expect((await readdir(directory)).sort()).toEqual([String(process.pid), String(running.pid)].sort());
  expect((await markProcess(directory)).crashedAt).toBeInstanceOf(Date);
  running.kill('SIGKILL');
});
