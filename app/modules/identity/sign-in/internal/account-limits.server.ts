import { findKnownDevice } from '#app/modules/identity/sign-in/sessions.server.ts';
import { attemptsByStranger, attemptsFrom, attemptsOnDevice } from '#app/modules/identity/sign-in/attempts.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * How often this visitor may try to sign in with what they typed. By what was typed and never by the account it leads to:
 * a phone and an email that share a limit would show that they belong to one account.
 */
export async function limitsOf(
  shop: Shop,
  what: 'sign-in' | 'code',
  typed: string,
  browser: Headers,
): Promise<ReturnType<typeof attemptsFrom>> {
  const device = await findKnownDevice(shop, typed, browser);
  return [
    ...attemptsFrom(shop, what),
    ...(device ? attemptsOnDevice(what, typed, device) : attemptsByStranger(shop, what, typed)),
  ];
}
