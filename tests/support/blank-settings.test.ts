import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '#app/platform/config.server.ts';

test('no test shop reads a setting from environment or .env', async () => {
  const home = await mkdtemp(join(tmpdir(), 'bisvar-blank-'));
  await writeFile(join(home, '.env'), SETTING_NAMES.map((name) => `${name}=of the owner\n`).join(''));
  const source = `process.loadEnvFile('.env'); process.stdout.write(JSON.stringify(process.env));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', source], { cwd: home });
  await rm(home, { recursive: true });
  const read = JSON.parse(stdout) as Record<string, string>;
  const given = SETTING_NAMES.flatMap((name) => (read[name] ? [`${name}=${read[name]}`] : []));
  expect(given).toEqual([`LOG_LEVEL=${process.env.LOG_LEVEL}`]);
});
