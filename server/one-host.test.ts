import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseSecondHost } from './one-host.ts';

const server = createServer((incoming, outgoing) => {
  if (!refuseSecondHost(incoming, outgoing)) outgoing.end('taken');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const answerTo = (lines: string[]) =>
  new Promise<string>((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => void (answer += part.toString()));
    socket.on('close', () => resolve(answer));
    socket.end(['GET / HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));
  });

test('refuses a request with two Host headers, even equal ones', async () => {
  for (const second of ['evil.example', 'shop.example'])
    expect(await answerTo(['Host: shop.example', `hOST: ${second}`])).toContain('400 Bad Request');
  expect(await answerTo(['Host: shop.example'])).toContain('taken');
});
