import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { authOf, visitorHeaders, visitorRequest } from './auth.server.ts';
import { sentBack, signedCookie } from './cookies.server.ts';
import './events.server.ts';
import { begun } from './sessions.server.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from './tables.server.ts';
import { type TooManyTries, tooManyTries, triesFrom } from './tries.server.ts';

/** Where to send the browser, and the cookies by which it is known again when it comes back. */
export type Leaving = { address: string; cookies: string[] };

/** Whether signing in with Google is on offer. */
export const offersGoogle = ({ config }: Pick<Shop, 'config'>): boolean => config.google !== undefined;

/** Sends a guest to Google, to come back to a page of ours. Throws not-found where Google isn't on offer. */
export async function leaveForGoogle(
  shop: Shop,
  { returnTo }: { returnTo: string },
  browser: Headers,
): Promise<Result<Leaving, TooManyTries>> {
  if (!offersGoogle(shop)) throw notFound();
  const tooMany = await tooManyTries(shop, triesFrom(shop, 'google'));
  if (tooMany) return tooMany;
  const { response, headers } = await authOf(shop).api.signInSocial({
    body: {
      provider: 'google',
      callbackURL: safeReturn(returnTo),
      errorCallbackURL: '/login',
      disableRedirect: true,
    },
    headers: visitorHeaders(shop, browser),
    returnHeaders: true,
  });
  return done({ address: response.url!, cookies: headers.getSetCookie() });
}

const LINKED = '/profile/security?google=linked';

/** Sends the signed-in person to Google, to join their identity there to their account here. */
export async function leaveToLinkGoogle(shop: Shop, browser: Headers): Promise<Result<Leaving, TooManyTries>> {
  signedIn(shop);
  if (!offersGoogle(shop)) throw notFound();
  const tooMany = await tooManyTries(shop, triesFrom(shop, 'google'));
  if (tooMany) return tooMany;
  const { response, headers } = await authOf(shop).api.linkSocialAccount({
    body: {
      provider: 'google',
      callbackURL: LINKED,
      errorCallbackURL: '/profile/security',
      disableRedirect: true,
    },
    headers: visitorHeaders(shop, browser, signedCookie(shop, browser, 'session_token')?.pair),
    returnHeaders: true,
  });
  return done({ address: response.url, cookies: headers.getSetCookie() });
}

/**
 * Takes in whom Google sends back: begins the session, asks for the second factor where there is one, or joins the
 * identity, which its person is told by mail. State and PKCE are judged by Better Auth; a switched-off account is told no more than a wrong password is.
 */
export async function returnFromGoogle(shop: Shop, request: Request): Promise<Leaving> {
  if (!offersGoogle(shop)) throw notFound();
  const { wanted, linkTo } = await leftWith(shop, new URL(request.url).searchParams.get('state'));
  const response = await authOf(shop).handler(visitorRequest(shop, request));
  const cookies = response.headers.getSetCookie();
  const sent = new Headers({ cookie: sentBack(cookies) });
  if (signedCookie(shop, sent, 'two_factor')) {
    const next = new URLSearchParams({ mode: 'second-factor', returnTo: wanted });
    return { address: `/login?${next}`, cookies };
  }
  const { shopUrl } = shop.config;
  const location = URL.parse(response.headers.get('location') ?? '/', shopUrl);
  const address = location?.origin === new URL(shopUrl).origin ? safeReturn(location.pathname + location.search) : '/';
  if (linkTo && address === LINKED) await tellOfGoogle(shop, linkTo);
  const token = signedCookie(shop, sent, 'session_token')?.value;
  if (!token) return { address: location?.pathname === '/api/auth/error' ? '/login?error=google' : address, cookies };
  const [session] = await shop.database
    .select({ userId: authSessions.userId })
    .from(authSessions)
    .where(eq(authSessions.token, token));
  if (!session) return { address: '/login?error=google', cookies: [] };
  const entered = await begun(shop, { userId: session.userId, token, cookies }, request.headers);
  return entered.ok ? { address, cookies: entered.value.cookies } : { address: '/login?error=google', cookies: [] };
}

/** Whether the signed-in person's account is joined with one at Google. */
export async function isGoogleLinked(shop: Shop): Promise<boolean> {
  const rows = await shop.database
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.userId, signedIn(shop).userId), eq(authAccounts.providerId, 'google')));
  return rows.length > 0;
}

/** Parts the account from Google. Refused when there is no password: it is the last way to sign in. */
export async function unlinkGoogle(outer: Shop): Promise<Result<undefined, Refused<'last-way-in'>>> {
  const { userId } = signedIn(outer);
  return inTransaction(outer, async (shop) => {
    await shop.database.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.id, userId)).for('update');
    const ways = await shop.database
      .select({ provider: authAccounts.providerId })
      .from(authAccounts)
      .where(eq(authAccounts.userId, userId));
    if (!ways.some(({ provider }) => provider === 'google')) throw notFound();
    if (ways.length === 1) return refused('last-way-in');
    await shop.database
      .delete(authAccounts)
      .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, 'google')));
    await announce(shop, 'accounts.google-changed', { userId, isLinked: false });
    return done();
  });
}

/** Another way in is told like another password: a screen left open is enough to open it. */
const tellOfGoogle = (shop: Shop, userId: string): Promise<void> =>
  inTransaction(shop, (shop) => announce(shop, 'accounts.google-changed', { userId, isLinked: true }));

const stateSchema = z.object({ callbackURL: z.string(), link: z.object({ userId: z.string() }).optional() });

/** The page that was wanted before leaving, and whose account is to be joined: read ahead, because coming back spends it. */
async function leftWith(shop: Shop, state: string | null): Promise<{ wanted: string; linkTo?: string }> {
  if (!state) return { wanted: '/' };
  const [kept] = await shop.database
    .select({ value: authVerifications.value })
    .from(authVerifications)
    .where(eq(authVerifications.identifier, state));
  const read = kept && stateSchema.safeParse(JSON.parse(kept.value)).data;
  return { wanted: safeReturn(read?.callbackURL), linkTo: read?.link?.userId };
}
