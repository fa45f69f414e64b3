import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeDataDirectory } from '#tests/support/database.ts';

test('an interrupted command does not end as successful', async () => {
  const home = await mkdtemp(join(tmpdir(), 'bisvar-broken-off-'));
  const dataDirectory = join(home, 'data');
  await makeDataDirectory(dataDirectory);
  const backup = spawn(process.execPath, ['scripts/with-data.mjs', 'backup', join(home, 'backup.tar.gz')], {
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '' },
    stdio: 'ignore',
  });
  const isOver = once(backup, 'exit');
  await setTimeout(500);
  backup.kill('SIGINT');
  const [code] = await isOver;
  expect(code).not.toBe(0);
  expect(existsSync(join(home, 'backup.tar.gz'))).toBe(false);
  await rm(home, { recursive: true });
});
