import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#scripts/machine.mjs';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '#scripts/node-flags.mjs';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from './database.ts';
import { startPostgresServer } from './postgres-server.ts';
import { putSamplePictures } from './sample-pictures.ts';

const megabyte = 1024 * 1024;

export type MeasuredShop = Awaited<ReturnType<typeof startMeasuredShop>>;
export type Footprint = Awaited<ReturnType<MeasuredShop['measure']>>;

export async function startMeasuredShop(settings: Record<string, string> = {}) {
  const server = await startPostgresServer();
  const databaseUrl = await server.createDatabase();
  const home = await mkdtemp(join(tmpdir(), 'bisvar-process-'));
  const temporary = join(home, 'tmp');
  await mkdir(temporary);
  const media = join(home, 'data/media');
  await mkdir(media, { recursive: true });
  const opened = await openDatabase({ databaseUrl, dataDirectory: '', migrationsDirectory });
  await putSamplePictures(opened.database, (filename, picture) => writeFile(join(media, filename), picture));
  await opened.close();
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const shop = spawn(process.execPath, ['--inspect=127.0.0.1:0', ...NODE_FLAGS, 'server/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SHOP_URL: url,
      SHOP_MODE: 'demo',
      TRUST_PROXY: 'on',
      DATA_DIR: join(home, 'data'),
      TMPDIR: temporary,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'a secret that only tests have, 32+',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...NODE_ENVIRONMENT,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(shop, 'exit');
  let said = '';
  for (const output of [shop.stdout, shop.stderr])
    output.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-20_000)));
  const stop = async () => {
    shop.kill('SIGKILL');
    await ended;
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    for (let tries = 0; ; tries += 1) {
      if (
        await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      if (tries > 1_200 || shop.exitCode !== null) throw new Error(`the shop did not open: ${said}`);
      await wait(100);
    }
    const debuggerUrl = /ws:\/\/\S+/.exec(said)![0];
    return {
      url,
      databaseUrl,
      said: () => said,
      measure: async () => {
        const inspector = await openInspector(debuggerUrl);
        try {
          for (let times = 0; times < 3; times += 1) await inspector.send('HeapProfiler.collectGarbage');
          const { usedSize } = await inspector.send<{ usedSize: number }>('Runtime.getHeapUsage');
          const { result } = await inspector.send<{ result: { value: number } }>('Runtime.evaluate', {
            expression: 'process.getActiveResourcesInfo().length',
          });
          const status = await readFile(`/proc/${shop.pid}/status`, 'utf8');
          return {
            heapMegabytes: usedSize / megabyte,
            residentMegabytes: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024,
            handles: result.value,
            sockets: await countSockets(shop.pid!),
            temporaryFiles: (await readdir(temporary, { recursive: true })).length,
          };
        } finally {
          inspector.close();
        }
      },
      countSockets: () => countSockets(shop.pid!),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function countSockets(pid: number): Promise<number> {
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:')).length;
}

async function openInspector(url: string) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no inspector at ${url}`)), { once: true });
  });
  let asked = 0;
  return {
    send: <Answer>(method: string, params: object = {}) =>
      new Promise<Answer>((resolve, reject) => {
        const id = (asked += 1);
        const listener = ({ data }: MessageEvent) => {
          const answer = JSON.parse(String(data)) as { id?: number; result?: Answer; error?: { message: string } };
          if (answer.id !== id) return;
          socket.removeEventListener('message', listener);
          if (answer.error) reject(new Error(answer.error.message));
          else resolve(answer.result!);
        };
        socket.addEventListener('message', listener);
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
