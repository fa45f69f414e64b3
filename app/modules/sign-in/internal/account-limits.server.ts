import { findKnownDevice } from '#app/modules/sessions/sessions.server.ts';
import { attemptsAt, attemptsOnDevice } from '#app/modules/verifications/attempts.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What may be tried at one account: by a browser that it knows as often as strangers leave it, by all others together. */
export async function limitsOf(
  shop: Shop,
  what: 'sign-in' | 'code',
  email: string,
  browser: Headers,
): Promise<ReturnType<typeof attemptsAt>> {
  const device = await findKnownDevice(shop, email, browser);
  return device ? attemptsOnDevice(what, email, device) : attemptsAt(what, email);
}
