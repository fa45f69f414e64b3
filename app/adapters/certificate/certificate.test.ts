import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openCertificate, readCertificate } from './certificate.server.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
};

test('there is one to read in a live shop whose address is https', () => {
  expect(openCertificate({ mode: 'live', shopUrl: 'https://shop.in' })).toBeDefined();
  expect(openCertificate({ mode: 'live', shopUrl: 'http://shop.in' })).toBeUndefined();
  expect(openCertificate({ mode: 'demo', shopUrl: 'https://shop.in' })).toBeUndefined();
});

test.skipIf(!hasOpenssl)('one that nobody trusts is read all the same, and why it isn’t trusted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bisvar-certificate-'));
  const make = 'req -x509 -newkey rsa:2048 -nodes -days 20 -subj /CN=localhost -keyout key.pem -out cert.pem';
  await promisify(execFile)('openssl', make.split(' '), { cwd: directory });
  const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(join(directory, name))));
  const server = createServer({ key, cert });
  try {
    const found = await readCertificate(await listen(server));
    expect(found.problem).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    const days = (to: Date) => Math.round((to.getTime() - found.validFrom.getTime()) / 86_400_000);
    expect(days(found.validUntil)).toBe(20);
  } finally {
    server.close();
    await rm(directory, { recursive: true });
  }
});

test('who doesn’t answer, says nothing or speaks something else is given up in time', async () => {
  const silent = createTcpServer();
  const url = await listen(silent);
  await expect(readCertificate(url, { answersWithinMs: 100 })).rejects.toThrow('no answer');
  silent.close();
  const chatty = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(readCertificate(await listen(chatty))).rejects.toThrow();
  chatty.close();
  await expect(readCertificate(new URL('https://localhost:1'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
