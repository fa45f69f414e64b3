import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inPath } from '#scripts/machine.mjs';

// `npm test` must not depend on these programs, so this is for `npm run test:long -- deploy`.
const run = promisify(execFile);
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bisvar-tools-'));
});
afterAll(() => rm(directory, { recursive: true }));

test.skipIf(!inPath(['shellcheck']))('the scripts pass shellcheck', async () => {
  await run('shellcheck', ['deploy/install.sh', 'deploy/cluster/configure.sh', 'deploy/make-database.sh']);
});

test.skipIf(!inPath(['shellcheck']))('the commands of the container image pass shellcheck', async () => {
  const image = await readFile('deploy/Containerfile', 'utf8');
  const lines = [...image.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)].map(([, line]) => line!);
  expect(lines).toHaveLength(3);
  const path = join(directory, 'runs');
  await writeFile(path, lines.join('\n'));
  await run('shellcheck', ['--shell=sh', path]);
});

test.skipIf(!inPath(['systemd-analyze']))('systemd accepts the unit and rates its exposure as low', async () => {
  const path = join(directory, 'bisvar.service');
  const unit = await readFile('deploy/bisvar.service', 'utf8');
  await writeFile(path, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
  expect((await run('systemd-analyze', ['verify', path])).stderr).not.toContain('bisvar.service');
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', path]);
});
