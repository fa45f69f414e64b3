import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBrowser, openPushService, readVapid } from '#tests/support/push-service.ts';
import { webPush } from './web-push.server.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  service = await openPushService();
});
afterAll(() => service.stop());
beforeEach(() => service.reset());

const pair = createECDH('prime256v1');
pair.generateKeys();
const keys = { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
const options = { keys, contact: 'mailto:hello@bisvar.example', ttlSeconds: 600 };
const browser = newBrowser('phone');

describe('webPush', () => {
  test('sends what only the browser can read', async () => {
    const answer = await webPush({ pushServiceUrl: service.url }).send(browser.subscription, 'नमस्ते', options);
    expect(answer).toEqual({ state: 'sent' });
    const [sent] = service.received;
    expect(browser.decrypt(sent!.bytes)).toBe('नमस्ते');
    expect(() => newBrowser().decrypt(sent!.bytes)).toThrow();
    expect(sent).toMatchObject({
      path: '/send/phone',
      headers: { 'content-encoding': 'aes128gcm', ttl: '600', urgency: 'high' },
    });
    expect(sent!.bytes.length).toBeLessThanOrEqual(4096);
  });

  test('signs with the shop’s key, for one push service', async () => {
    await webPush({ pushServiceUrl: service.url }).send(browser.subscription, '', options);
    const claims = readVapid(service.received[0]!.headers.authorization!);
    expect(claims).toMatchObject({ key: keys.publicKey, aud: 'https://push.example', sub: options.contact });
    expect(claims.exp * 1_000 - Date.now()).toBeLessThan(24 * 60 * 60 * 1_000);
  });

  test('all messages have the same length', async () => {
    const push = webPush({ pushServiceUrl: service.url });
    for (const text of ['a', 'a'.repeat(900)]) await push.send(browser.subscription, text, options);
    const [short, long] = service.received.map(({ bytes }) => bytes.length);
    expect(short).toBe(long);
  });

  test.each([
    [404, { state: 'gone' }],
    [410, { state: 'gone' }],
    [403, { state: 'refused', reason: 'The push service answered 403' }],
    [307, { state: 'refused', reason: 'The push service answered 307' }],
  ])('understands status %i', async (status, expected) => {
    service.answerNext(status);
    expect(await webPush({ pushServiceUrl: service.url }).send(browser.subscription, '', options)).toEqual(expected);
  });

  test.each([429, 500, 503])('throws for a later attempt at status %i', async (status) => {
    service.answerNext(status);
    const sent = webPush({ pushServiceUrl: service.url }).send(browser.subscription, '', options);
    await expect(sent).rejects.toThrow(`answered ${status}`);
  });

  test.each(['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', '::ffff:10.0.0.1'])(
    'sends nothing to %s',
    async (address) => {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      expect(await webPush({}, { resolve }).send(browser.subscription, '', options)).toEqual({
        state: 'refused',
        reason: 'The push service is in a private network',
      });
    },
  );

  test('throws for a later attempt when the host is unknown', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const sent = webPush({}, { resolve }).send(browser.subscription, '', options);
    await expect(sent).rejects.toThrow('could not be found');
  });
});
