import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freePort } from '#scripts/machine.mjs';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).map(Number);

test.skipIf(process.platform !== 'linux')(
  'two processes survive one kill, and SIGTERM ends all with 0',
  async () => {
    const server = await startPostgresServer();
    const [port, dataDirectory] = [await freePort(), await mkdtemp(join(tmpdir(), 'bisvar-processes-'))];
    const url = `http://localhost:${port}`;
    const shop = spawn(process.execPath, ['server/start.ts'], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: 'localhost',
        DATA_DIR: dataDirectory,
        ...(await server.createServedDatabase()),
        PROCESSES: '2',
        LOG_LEVEL: 'info',
        SHOP_MODE: 'live',
        SHOP_URL: url,
        SESSION_SECRET: 'a secret that only tests have, 32+',
        ADMIN_EMAIL: 'owner@example.in',
        ADMIN_PASSWORD: 'bindu-and-lotus',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    shop.stdout.on('data', (part: Buffer) => (printed += part.toString()));
    const serving = () =>
      [...printed.matchAll(/"pid":(\d+),"msg":"a process of the shop serves"/g)].map(([, pid]) => Number(pid));
    const ended = once(shop, 'exit');
    const isReady = () =>
      fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
        (answer) => answer.ok,
        () => false,
      );
    const workers = () => childrenOf(shop.pid!);
    try {
      await vi.waitFor(() => expect(serving()).toHaveLength(2), { timeout: 60_000 });
      const [first, second] = serving();
      process.kill(first!, 'SIGKILL');
      await vi.waitFor(async () => expect(await workers()).not.toContain(first), 30_000);
      await vi.waitFor(async () => expect(await isReady()).toBe(true), 30_000);
      await vi.waitFor(async () => expect(await workers()).toHaveLength(2), 30_000);
      expect(await workers()).toContain(second);

      const held = [0, 1].map(() => connect(port, 'localhost').on('error', () => {}));
      for (const socket of held)
        socket.write('POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nemail');
      await wait(500);
      const began = Date.now();
      shop.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(Date.now() - began).toBeLessThan(10_000);
      expect(await isReady()).toBe(false);
    } finally {
      shop.kill('SIGKILL');
      await ended;
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    }
  },
  120_000,
);
