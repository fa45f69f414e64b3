import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BadConfig, readConfig } from '#app/platform/config.server.ts';
import {
  type BreachedPasswordsStandIn,
  openBreachedPasswordsStandIn,
} from '#tests/support/breached-passwords-stand-in.ts';
import { openBreachedPasswords } from './breached-passwords.server.ts';

const BREACHED = 'lotus-on-the-lake';
const BREACHED_PREFIX = 'DFF3B';
const PADDING = 'rice-flour-and-ochre';

let server: BreachedPasswordsStandIn;
beforeAll(async () => (server = await openBreachedPasswordsStandIn({ breached: [BREACHED], padding: [PADDING] })));
beforeEach(() => server.reset());
afterAll(() => server.stop());

const open = (answersWithinMs?: number) =>
  openBreachedPasswords(readConfig({ BREACHED_PASSWORDS_API_URL: `${server.url}/` }), { answersWithinMs })!;

test('asks no service without the setting, and refuses an invalid address', () => {
  expect(openBreachedPasswords(readConfig({}))).toBeUndefined();
  expect(() => readConfig({ BREACHED_PASSWORDS_API_URL: 'api.pwnedpasswords.com' })).toThrow(BadConfig);
});

test("sends only five digits of a password's hash, and pads the answer", async () => {
  await open().includes(BREACHED);
  expect(server.asked).toEqual([
    {
      path: `/range/${BREACHED_PREFIX}`,
      headers: expect.objectContaining({ 'add-padding': 'true', 'user-agent': 'Bisvar' }),
    },
  ]);
  expect(JSON.stringify(server.asked)).not.toContain(BREACHED);
});

test('counts a password as breached when its hash suffix is listed', async () => {
  expect(await open().includes(BREACHED)).toBe(true);
  expect(await open().includes(PADDING)).toBe(false);
  expect(await open().includes('bindu-and-lotus')).toBe(false);
  server.answerNext({ status: 200, body: '68CC39F509A3B2C82090503C0512A721606:1\n'.toLowerCase() });
  expect(await open().includes(BREACHED)).toBe(true);
});

test.each<[string, Parameters<BreachedPasswordsStandIn['answerNext']>[0], string]>([
  ['is silent', 'hang', 'did not answer in time'],
  ['hangs up', 'drop', 'could not be reached'],
  ['breaks off', 'cut-off', 'broke off its answer'],
  ['is broken', { status: 503, body: '' }, 'answered 503'],
  ['is asked too often', { status: 429, body: '' }, 'answered 429'],
  ['leads elsewhere', { status: 302, body: '' }, 'could not be reached'],
  ['says nothing', { status: 200, body: '' }, 'answered 200 with something that is no range of hashes'],
  ['shows a page', { status: 200, body: '<h1>Hello</h1>' }, 'answered 200 with something that is no range of hashes'],
  ['refuses', { status: 403, body: `${'A'.repeat(35)}:1` }, 'answered 403 with something that is no range of hashes'],
  ['never ends', { status: 200, body: `${'A'.repeat(35)}:1\r\n`.repeat(30_000) }, 'answered too much'],
])('throws when the service %s, without naming the password', async (_, answer, why) => {
  server.answerNext(answer);
  const error = await open(answer === 'hang' ? 200 : undefined)
    .includes(BREACHED)
    .catch((error: Error) => error);
  expect(error).toEqual(new Error(`The list of breached passwords ${why}`));
});

test('gives up within two seconds when the service is silent', async () => {
  server.answerNext('hang');
  const began = performance.now();
  await expect(open().includes(BREACHED)).rejects.toThrow('did not answer in time');
  expect(performance.now() - began).toBeGreaterThan(1_500);
});
