import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { finishSignIn, readSignedCookie, type Session } from '#app/modules/identity/sign-in/sessions.server.ts';
import { findChallenge } from '#app/modules/identity/sign-in/better-auth-internals.server.ts';
import { logSecurityEvent, type WayIn } from '#app/platform/security-log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { cookiesToSend } from './better-auth.server.ts';

/** The cookies contain the challenge, not a session. */
export type SecondFactorNeeded = Refused<'second-factor-needed', { cookies: string[] }>;

export async function takeSession(
  shop: Shop,
  by: WayIn,
  { response, headers }: { response: { user: { id: string }; token: string } | object; headers: Headers },
  browser: Headers,
): Promise<Result<Session, SecondFactorNeeded | Refused<'switched-off'>>> {
  const cookies = headers.getSetCookie();
  if (!('user' in response)) {
    const challenge = await readChallenge(shop, cookiesToSend(cookies));
    logSecurityEvent(shop, 'second-factor-asked', { by, userId: challenge?.userId });
    return refused('second-factor-needed', { cookies });
  }
  return finishSignIn(shop, { userId: response.user.id, token: response.token, cookies, by }, browser);
}

export function refuseSignIn<Why extends Refused<string, unknown>>(
  shop: Shop,
  by: WayIn,
  refusal: Why,
  userId?: string,
): Why {
  logSecurityEvent(shop, 'sign-in-refused', { by, why: refusal.reason, userId });
  return refusal;
}

export async function readChallenge(
  shop: Shop,
  headers: Headers,
): Promise<{ userId: string; pair: string } | undefined> {
  const cookie = readSignedCookie(shop, headers, 'two_factor');
  const userId = cookie && (await findChallenge(shop, cookie.value));
  return userId ? { userId, pair: cookie.pair } : undefined;
}
