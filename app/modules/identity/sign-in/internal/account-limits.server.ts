import { findKnownDevice } from '#app/modules/identity/sign-in/sessions.server.ts';
import { attemptsByStranger, attemptsFrom, attemptsOnDevice } from '#app/modules/identity/sign-in/attempts.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Limits are keyed by what was typed. A limit per account would reveal which phone and email belong together. */
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
