import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BadConfig, readConfig } from '#app/platform/config.server.ts';
import { openTextStandIn, type TextStandIn } from '#tests/support/text-stand-in.ts';
import { openCdn } from './cdn.server.ts';

const settings = { CDN_ZONE: '023e105f4ecef8ad9ca31a8372d0c353', CDN_TOKEN: 'a-token' };
let server: TextStandIn;
beforeAll(async () => (server = await openTextStandIn()));
beforeEach(() => server.reset());
afterAll(() => server.stop());

const cdnOf = (provider: string) =>
  openCdn(readConfig({ ...settings, CDN_PROVIDER: provider, CDN_API_URL: `${server.url}/` }), {
    answersWithinMs: 2_000,
  })!;
const tags = Array.from({ length: 31 }, (_, n) => `artwork-${n}`);
const purged = { status: 200, body: { success: true, errors: [], messages: [], result: { id: '023e' } } };

test('without settings there is none, and half of them are refused', () => {
  expect(openCdn(readConfig({}))).toBeUndefined();
  expect(() => readConfig({ CDN_PROVIDER: 'cloudflare', CDN_ZONE: 'zone' })).toThrow(BadConfig);
});

describe('Cloudflare', () => {
  test('is asked to forget by tags, at most thirty at a time', async () => {
    server.answerNext(purged, purged);
    await cdnOf('cloudflare').purge(tags);
    expect(server.asked).toEqual([
      {
        path: `/client/v4/zones/${settings.CDN_ZONE}/purge_cache`,
        headers: expect.objectContaining({ authorization: 'Bearer a-token', 'content-type': 'application/json' }),
        body: { tags: tags.slice(0, 30) },
      },
      expect.objectContaining({ body: { tags: ['artwork-30'] } }),
    ]);
  });

  test('what it refuses is said in its words, without the token; what it doesn’t answer is thrown too', async () => {
    server.answerNext({
      status: 403,
      body: { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
    });
    await expect(cdnOf('cloudflare').purge(['page'])).rejects.toThrow('Cloudflare refused: Authentication error');
    server.answerNext('hang');
    await expect(cdnOf('cloudflare').purge(['page'])).rejects.toThrow('Cloudflare did not answer in time');
    server.answerNext({ status: 429, body: {} });
    await expect(cdnOf('cloudflare').purge(['page'])).rejects.toThrow('Cloudflare answered 429');
  });

  test('a page says in its headers how long it may be held, and its tags', () => {
    expect(cdnOf('cloudflare').headers(300, ['page', 'artwork-1'])).toEqual({
      'CDN-Cache-Control': 'public, max-age=300, stale-if-error=86400',
      'Cache-Tag': 'page,artwork-1',
    });
  });
});

describe('Fastly', () => {
  test('is asked to forget by surrogate keys', async () => {
    server.answerNext({ status: 200, body: { 'artwork-0': '1-2' } });
    await cdnOf('fastly').purge(tags);
    expect(server.asked).toEqual([
      {
        path: `/service/${settings.CDN_ZONE}/purge`,
        headers: expect.objectContaining({ 'fastly-key': 'a-token' }),
        body: { surrogate_keys: tags },
      },
    ]);
    expect(cdnOf('fastly').headers(300, ['page', 'artwork-1'])).toEqual({
      'Surrogate-Control': 'max-age=300, stale-if-error=86400',
      'Surrogate-Key': 'page artwork-1',
    });
  });

  test('what it refuses is said in its words', async () => {
    server.answerNext({ status: 401, body: { msg: 'Provided credentials are missing or invalid' } });
    await expect(cdnOf('fastly').purge(['page'])).rejects.toThrow('Fastly refused: Provided credentials are missing');
  });
});
