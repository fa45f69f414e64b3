import { href } from 'react-router';
import { done, refused, type Result } from '#app/basics/result.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { isOwnPassword, type WrongPassword } from './credentials.server.ts';
import { findSessionOf, finishSignIn, readSignedCookie } from './sessions.server.ts';
import { attemptsFrom, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { readOAuthState } from './better-auth-internals.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import {
  authOf,
  cookiesToSend,
  sessionHeaders,
  visitorHeaders,
  visitorRequest,
} from './internal/better-auth.server.ts';
import { readChallenge, refuseSignIn } from './internal/take-session.server.ts';

export type Leaving = { address: string; cookies: string[] };

export const offersGoogle = ({ config }: Pick<Shop, 'config'>): boolean => config.google !== undefined;

/** Redirects a guest to Google. Throws not-found when sign-in with Google is not set up. */
export async function leaveForGoogle(
  shop: Shop,
  { returnTo }: { returnTo: string },
  browser: Headers,
): Promise<Result<Leaving, TooManyAttempts>> {
  if (!offersGoogle(shop)) throw notFound();
  const tooMany = await takeAttempt(shop, attemptsFrom(shop, 'google'));
  if (tooMany) return tooMany;
  const { response, headers } = await authOf(shop).api.signInSocial({
    body: {
      provider: 'google',
      callbackURL: safeReturn(returnTo),
      errorCallbackURL: href('/login'),
      disableRedirect: true,
    },
    headers: visitorHeaders(shop, browser),
    returnHeaders: true,
  });
  return done({ address: response.url!, cookies: headers.getSetCookie() });
}

const LINKED = `${href('/profile/security')}?google=linked`;

/** Redirects to Google to link an account. Needs the password, because it adds a way to sign in. */
export async function leaveToLinkGoogle(
  shop: Shop,
  { currentPassword }: { currentPassword: string },
  browser: Headers,
): Promise<Result<Leaving, WrongPassword | TooManyAttempts>> {
  signedIn(shop);
  if (!offersGoogle(shop)) throw notFound();
  const right = await isOwnPassword(shop, currentPassword);
  if (!right.ok) return right;
  const tooMany = await takeAttempt(shop, attemptsFrom(shop, 'google'));
  if (tooMany) return tooMany;
  const { response, headers } = await authOf(shop).api.linkSocialAccount({
    body: {
      provider: 'google',
      callbackURL: LINKED,
      errorCallbackURL: href('/profile/security'),
      disableRedirect: true,
    },
    headers: await sessionHeaders(shop, browser),
    returnHeaders: true,
  });
  return done({ address: response.url, cookies: headers.getSetCookie() });
}

/**
 * Signs in, asks for the second factor, or links the account. A deactivated account gets the same answer as a wrong
 * password.
 */
export async function returnFromGoogle(shop: Shop, request: Request): Promise<Leaving> {
  if (!offersGoogle(shop)) throw notFound();
  // `returnFromGoogle` deletes the OAuth state, so the state is read first.
  const state = await readOAuthState(shop, new URL(request.url).searchParams.get('state') ?? '');
  const response = await authOf(shop).handler(visitorRequest(shop, request));
  const cookies = response.headers.getSetCookie();
  const sent = cookiesToSend(cookies);
  const challenge = await readChallenge(shop, sent);
  if (challenge) {
    logSecurityEvent(shop, 'second-factor-asked', { by: 'google', userId: challenge.userId });
    const next = new URLSearchParams({ mode: 'second-factor', returnTo: safeReturn(state?.callbackURL) });
    return { address: `${href('/login')}?${next}`, cookies };
  }
  const { shopUrl } = shop.config;
  const location = URL.parse(response.headers.get('location') ?? '/', shopUrl);
  const address = location?.origin === new URL(shopUrl).origin ? safeReturn(location.pathname + location.search) : '/';
  if (state?.linkTo && address === LINKED) await announceLink(shop, state.linkTo);
  const token = readSignedCookie(shop, sent, 'session_token')?.value;
  if (!token) {
    if (!state?.linkTo) refuseSignIn(shop, 'google', refused('not-let-in'));
    else if (address !== LINKED) logSecurityEvent(shop, 'google-link-refused', { userId: state.linkTo });
    return {
      address:
        location?.pathname === href('/api/auth/*', { '*': 'error' }) ? `${href('/login')}?error=google` : address,
      cookies,
    };
  }
  const session = await findSessionOf(shop, token);
  if (!session) return { address: `${href('/login')}?error=google`, cookies: [] };
  const entered = await finishSignIn(shop, { userId: session.userId, token, cookies, by: 'google' }, request.headers);
  return entered.ok
    ? { address, cookies: entered.value.cookies }
    : { address: `${href('/login')}?error=google`, cookies: [] };
}

const announceLink = (shop: Shop, userId: string): Promise<void> =>
  inTransaction(shop, async (shop) => {
    await announce(shop, 'accounts.google-changed', { userId, isLinked: true });
    logSecurityEvent(shop, 'google-changed', { isLinked: true, userId });
  });
