import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { finishSignIn, type Session } from '#app/modules/sessions/sessions.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** The first factor was right; the cookies carry the question for the second one, and no session. */
export type SecondFactorNeeded = Refused<'second-factor-needed', { cookies: string[] }>;

/** Ends a sign-in by what Better Auth answered to its first factor; the second one is asked for by a hook, which the type of its answer doesn't know of. */
export async function takeSession(
  shop: Shop,
  { response, headers }: { response: { user: { id: string }; token: string } | object; headers: Headers },
  browser: Headers,
): Promise<Result<Session, SecondFactorNeeded | Refused<'switched-off'>>> {
  const cookies = headers.getSetCookie();
  if (!('user' in response)) return refused('second-factor-needed', { cookies });
  return finishSignIn(shop, { userId: response.user.id, token: response.token, cookies }, browser);
}
