import { href } from 'react-router';
import { hashPassword } from 'better-auth/crypto';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { findAccountByEmail, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { findAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import { endSessions, trustBrowser } from './sessions.server.ts';
import { takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { dropLinks, findLink, makeLink, takeLink } from './verifications.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { setPassword } from './credentials.server.ts';
import { isKnownPassword } from './known-passwords.server.ts';

export const RESET_LINK_MINUTES = 30;
const LINKS_AN_ACCOUNT = { capacity: 3, refillPerMinute: 3 / 60 };
const REQUESTS_AN_ADDRESS = { capacity: 10, refillPerMinute: 10 / 60 };

/** Requests a reset link. Known and unknown addresses get the same answer in the same time. */
export async function requestPasswordReset(
  shop: Shop,
  { email }: { email: string },
): Promise<Result<undefined, TooManyAttempts>> {
  const tooMany = await takeAttempt(shop, [
    { key: `password-reset:from:${shop.visitorAddress}`, ...REQUESTS_AN_ADDRESS },
    { key: `password-reset:to:${email}`, ...LINKS_AN_ACCOUNT },
  ]);
  if (tooMany) return tooMany;
  const account = await findAccountByEmail(shop, email);
  await inTransaction(shop, (shop) =>
    announce(shop, 'accounts.password-reset-requested', { userId: account?.id ?? null }),
  );
  return done();
}

/** Creates a link valid for 30 minutes and one use. Returns undefined for an inactive account. */
export async function makePasswordResetLink(
  shop: Shop,
  userId: string,
): Promise<{ email: string; name: string; link: string } | undefined> {
  shopOnly(shop);
  const person = await findAccount(shop, userId);
  if (!person) return undefined;
  const token = await makeLink(shop, 'reset-password', userId, RESET_LINK_MINUTES);
  return { ...person, link: `${shop.config.shopUrl}${href('/reset-password')}?token=${token}` };
}

/** Sets a password by a link, once, and ends every session (T16). Refuses invalid links and common passwords. */
export async function resetPassword(
  shop: Shop,
  { token, password }: { token: string; password: string },
  browser = new Headers(),
): Promise<Result<{ cookie: string }, Refused<'link-not-good'> | Refused<'common-password'>>> {
  if (!(await isGoodResetLink(shop, token))) {
    logSecurityEvent(shop, 'password-link-refused', { userId: undefined });
    return refused('link-not-good');
  }
  if (await isKnownPassword(shop, password)) return refused('common-password');
  const hash = await hashPassword(password);
  return inTransaction(shop, async (shop) => {
    const userId = await takeLink(shop, 'reset-password', token);
    if (userId === undefined) return refused('link-not-good');
    await setPassword(shop, userId, hash);
    await verifyEmail(shop, userId);
    await endSessions(shop, userId);
    await dropLinks(shop, 'reset-password', userId);
    return done({ cookie: await trustBrowser(shop, userId, browser) });
  });
}

export async function isGoodResetLink(shop: Shop, token: string): Promise<boolean> {
  return (await findLink(shop, 'reset-password', token)) !== undefined;
}
