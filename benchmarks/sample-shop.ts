import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithProcess } from '#scripts/end-with-process.mjs';
import { freePort } from '#scripts/machine.mjs';
import { BLANK_SETTINGS } from '#tests/support/blank-settings.ts';
import { startsNodeWith } from './earlier.ts';

const OPEN_WITHIN_SECONDS = 120;

/**
 * A sample shop as `npm start` serves it, in its own folder. A shop that has artworks gets no sample. Closing empties
 * the folder.
 */
export async function startSampleShop({
  databaseUrl = '',
  dataDirectory: given,
  directory,
  settings = {},
}: {
  databaseUrl?: string;
  dataDirectory?: string;
  directory?: string;
  settings?: Record<string, string>;
} = {}): Promise<{
  address: string;
  /** The sample's pictures need more memory than any page, so this resets the peak. */
  forgetPeakMemory: () => Promise<void>;
  peakMemory: () => Promise<number>;
  close: () => Promise<void>;
}> {
  const port = await freePort();
  const dataDirectory = given ?? (await mkdtemp(join(tmpdir(), 'bisvar-bench-')));
  const address = `http://localhost:${port}`;
  const { flags, environment } = startsNodeWith(directory);
  const shop = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: directory,
    env: {
      ...process.env,
      ...environment,
      ...BLANK_SETTINGS,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  endWithProcess(shop);
  const close = async () => {
    if (shop.exitCode === null && shop.kill()) await once(shop, 'exit');
    await rm(dataDirectory, { recursive: true, force: true });
  };
  const isOpen = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let seconds = 0; !(await isOpen()); seconds += 1) {
    if (shop.exitCode === null && seconds < OPEN_WITHIN_SECONDS) await wait(1_000);
    else {
      await close();
      throw new Error('The sample shop did not open');
    }
  }
  const forgetPeakMemory = () => writeFile(`/proc/${shop.pid}/clear_refs`, '5');
  const peakMemory = async () => {
    const status = await readFile(`/proc/${shop.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
  };
  return { address, forgetPeakMemory, peakMemory, close };
}

export async function signIn(address: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: address, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${email} can't sign in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** Returns the headers of a signed-in browser whose script has run. */
export async function customerHeaders(address: string): Promise<Record<string, string>> {
  const cookie = await signIn(address, 'customer@bisvar.example', 'aipan-customer');
  return { 'Accept-Encoding': 'gzip, deflate, br', Cookie: `${cookie}; has_script=1` };
}
