import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '#scripts/machine.mjs';
import { makeDataDirectory } from '#tests/support/database.ts';

test('SIGTERM ends requests, floods and streams within 10 seconds, with 0', async () => {
  const [port, home] = [await freePort(), await mkdtemp(join(tmpdir(), 'bisvar-stop-'))];
  const dataDirectory = join(home, 'data');
  await makeDataDirectory(dataDirectory);
  const url = `http://localhost:${port}`;
  // The shop is live, because a demo would add the sample. It stops before optimizing the database helps.
  const shop = spawn(process.execPath, ['--liftoff-only', 'server/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: 'localhost',
      DATA_DIR: dataDirectory,
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
      SHOP_MODE: 'live',
      SHOP_URL: url,
      SESSION_SECRET: 'a secret that only tests have, 32+',
    },
    stdio: 'ignore',
  });
  try {
    while (
      !(await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      await wait(200);
    const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ name: 'Asha Rawat', email: 'asha@example.in', password: 'bindu-and-lotus' }),
    });
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const stream = await fetch(`${url}/api/events`, { headers: { cookie } });
    const reader = stream.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('retry:');

    const slow = connect(port, 'localhost');
    slow.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const started = Date.now();
    await once(slow.resume(), 'close');
    expect(Date.now() - started).toBeGreaterThan(9_000);
    expect(Date.now() - started).toBeLessThan(16_000);

    const asks = (count: number) => {
      const socket = connect(port, 'localhost');
      let answers = 0;
      socket.on('data', (part) => (answers += part.toString('latin1').split('HTTP/1.1 200').length - 1));
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
      return { socket, answers: () => answers };
    };
    const many = asks(60);
    await once(
      many.socket.on('error', () => {}),
      'close',
    );
    expect(many.answers()).toBeLessThan(4);
    const two = asks(2);
    await expect.poll(two.answers).toBe(2);

    const sends = (part: string) => {
      const socket = connect(port, 'localhost');
      let answer = '';
      socket.on('data', (data) => (answer += data.toString('latin1')));
      socket.write(part);
      const closed = once(
        socket.on('error', () => {}),
        'close',
      );
      return { socket, closed, answer: () => answer };
    };
    const post = 'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nemail';
    const [stuck, sending, unsaid] = [sends(post), sends(post), sends('GET / HTTP/1.1\r\nHost: ')];
    await wait(500);

    const began = Date.now();
    shop.kill('SIGTERM');
    const exited = once(shop, 'exit') as Promise<[number | null]>;
    expect((await reader.read()).done).toBe(true);
    await wait(500);
    sending.socket.write('=a@b');
    await sending.closed;
    expect(sending.answer()).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(Date.now() - began).toBeLessThan(4_000);
    const [code] = await exited;
    expect(code).toBe(0);
    expect(Date.now() - began).toBeLessThan(9_000);
    await Promise.all([stuck.closed, unsaid.closed]);
    expect(await readdir(join(dataDirectory, 'processes'))).toEqual([]);
  } finally {
    shop.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  }
});
