import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Config } from '#app/platform/config.server.ts';
import { choiceOf, keepCookieChoice, readCookieChoice } from './cookie-choice.server.ts';

const shop = { config: { shopUrl: 'http://shop.test' } as Config, now: new Date('2026-11-21T10:00:00Z') };
const requestWith = (cookie: string) => new Request('http://shop.test/', { headers: { cookie } });

describe('the cookie choice', () => {
  test('is read back from the cookie', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ analytics: fc.boolean(), functional: fc.boolean(), marketing: fc.boolean() }),
        async (choice) => {
          const [pair] = (await keepCookieChoice(shop, choice)).split(';');
          expect(await readCookieChoice(shop, requestWith(`a=1; ${pair}; b=2`))).toEqual({
            ...choice,
            chosenAt: shop.now,
          });
        },
      ),
    ));

  test('stores policy version and time, and asks again for another version', async () => {
    const [pair] = (await keepCookieChoice(shop, { analytics: true, functional: true, marketing: false })).split(';');
    expect(pair).toBe('cookie_choice=af.1.1795255200');
    expect(await readCookieChoice(shop, requestWith('cookie_choice=af.2.1795255200'))).toBeUndefined();
    expect(await readCookieChoice(shop, requestWith('cookie_choice=af'))).toMatchObject({
      analytics: true,
      chosenAt: undefined,
    });
  });

  test('is asked again when the cookie is missing or invalid', async () => {
    expect(await readCookieChoice(shop, new Request('http://shop.test/'))).toBeUndefined();
    expect(await readCookieChoice(shop, requestWith('cookie_choice=yes'))).toBeUndefined();
    expect(await readCookieChoice(shop, requestWith('not_cookie_choice=a'))).toBeUndefined();
  });

  test('allows only the selected categories when customised', () => {
    expect(choiceOf({ choice: 'custom', functional: 'on' })).toEqual({
      analytics: false,
      functional: true,
      marketing: false,
    });
    expect(choiceOf({ choice: 'essential', analytics: 'on' })).toEqual({
      analytics: false,
      functional: false,
      marketing: false,
    });
  });
});
