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

/**
 * Asks for a link that sets a new password. Answers the same for any address, known or not, and does the
 * same work: the link is made and mailed by whoever listens. Refused: one address, or one visitor, too often.
 */
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

/**
 * Makes the link for a person, good for 30 minutes and once; only its hash is kept. For the mail to them and nowhere else:
 * only the shop itself may ask. Undefined for an account that was switched off or is gone.
 */
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

/**
 * Sets a new password by a link's token, once, and ends every session of the account (T16). The link proves the mailbox,
 * so the browser becomes known: guesses of others no longer make it wait. Refused: a bad link, a password everybody uses.
 */
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

/** Whether a link's token would still be taken; it stays good. */
export async function isGoodResetLink(shop: Shop, token: string): Promise<boolean> {
  return (await findLink(shop, 'reset-password', token)) !== undefined;
}
