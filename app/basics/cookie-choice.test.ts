import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenCookies, readCookieChoice, writeCookieChoice } from './cookie-choice.ts';

describe('the cookie choice', () => {
  test('comes back from the cookie as it was made', () => {
    fc.assert(
      fc.property(
        fc.record({ analytics: fc.boolean(), functional: fc.boolean(), marketing: fc.boolean() }),
        (choice) => {
          expect(readCookieChoice(`a=1; cookie_choice=${writeCookieChoice(choice)}; b=2`)).toEqual(choice);
        },
      ),
    );
  });

  test('is asked for again when the cookie is missing or not ours', () => {
    expect(readCookieChoice(null)).toBeUndefined();
    expect(readCookieChoice('cookie_choice=yes')).toBeUndefined();
    expect(readCookieChoice('not_cookie_choice=a')).toBeUndefined();
  });

  test('allows only what was ticked when it is customised', () => {
    expect(chosenCookies({ choice: 'custom', functional: 'on' })).toEqual({
      analytics: false,
      functional: true,
      marketing: false,
    });
    expect(chosenCookies({ choice: 'essential', analytics: 'on' })).toEqual({
      analytics: false,
      functional: false,
      marketing: false,
    });
  });
});
