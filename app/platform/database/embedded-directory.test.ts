import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDirectory } from './embedded-directory.server.ts';

test('a new data directory is accessible only to its user', async () => {
  const home = await mkdtemp(join(tmpdir(), 'bisvar-directory-'));
  const dataDirectory = join(home, 'data');
  const unlock = await lockDirectory(dataDirectory);
  try {
    expect((await stat(dataDirectory)).mode & 0o777).toBe(0o700);
  } finally {
    await unlock();
    await rm(home, { recursive: true });
  }
});
