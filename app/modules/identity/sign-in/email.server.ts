import { href } from 'react-router';
import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { findAccountByEmail, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { mailsBy, mailsTo, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { dropSignInCodes } from './better-auth-internals.server.ts';
import {
  dropEmailChanges,
  dropLinks,
  findLink,
  makeLink,
  readPending,
  storePending,
  takeLink,
} from './verifications.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { isOwnPassword, type WrongPassword } from './credentials.server.ts';
import type { changeEmailSchema } from './password-forms.ts';

export const CONFIRM_LINK_HOURS = 24;
const CONFIRM_LINK_MINUTES = CONFIRM_LINK_HOURS * 60;

type Change = { userId: string; email: string };

export type ConfirmationMail = { kind: 'link'; email: string; link: string } | { kind: 'registered'; email: string };

/**
 * Returns whether sign-ups accept a taken address as unconfirmed, so that they do not reveal accounts. True only in a
 * live shop with email.
 */
export const isAddressClaimed = ({ config }: Pick<Shop, 'config'>): boolean =>
  config.mode === 'live' && config.smtpUrl !== undefined;

/** Emails the visitor another confirmation link, once per half minute. */
export async function requestConfirmation(shop: Shop): Promise<Result<undefined, TooManyAttempts>> {
  const { userId, email } = signedIn(shop);
  const tooMany = await takeAttempt(shop, mailsTo('confirm-email', email));
  if (tooMany) return tooMany;
  return inTransaction(shop, async (shop) => {
    await announce(shop, 'accounts.confirmation-requested', { userId });
    return done();
  });
}

/**
 * Requests a new email address, which takes effect when its link is opened. Needs the password. Does not reveal taken
 * addresses.
 */
export async function requestEmailChange(
  shop: Shop,
  { email, currentPassword }: z.infer<typeof changeEmailSchema>,
): Promise<Result<undefined, WrongPassword | TooManyAttempts>> {
  const { userId } = signedIn(shop);
  const right = await isOwnPassword(shop, currentPassword);
  if (!right.ok) return right;
  const tooMany = await takeAttempt(shop, [mailsBy('email-change', userId), ...mailsTo('email-change', email)]);
  if (tooMany) return tooMany;
  const change: Change = { userId, email };
  return inTransaction(shop, async (shop) => {
    await dropEmailChanges(shop, userId);
    const requestId = await storePending(shop, 'email-change-asked', change, CONFIRM_LINK_MINUTES);
    await announce(shop, 'accounts.email-change-requested', { requestId });
    return done();
  });
}

export async function prepareConfirmationMail(
  shop: Shop,
  about: { userId: string } | { requestId: string },
): Promise<ConfirmationMail | undefined> {
  shopOnly(shop);
  const change: Partial<Change> | undefined =
    'requestId' in about ? await readPending<Change>(shop, 'email-change-asked', about.requestId) : about;
  if (!change?.userId) return undefined;
  const { userId } = change;
  const [person] = await shop.database
    .select({
      email: userProfiles.email,
      signsInBy: authUsers.email,
      isConfirmed: authUsers.emailVerified,
      off: userProfiles.deactivatedAt,
    })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(eq(userProfiles.id, userId));
  const email = change.email ?? person?.email;
  if (!person || person.off || !email || (email === person.signsInBy && person.isConfirmed)) return undefined;
  const owner = await findAccountByEmail(shop, email);
  if (owner && owner.id !== userId) return { kind: 'registered', email };
  const value: Change = { userId, email };
  const token = await makeLink(shop, 'confirm-email', JSON.stringify(value), CONFIRM_LINK_MINUTES);
  return { kind: 'link', email, link: linkTo(shop, token) };
}

export async function findFormerAddress(
  shop: Shop,
  requestId: string,
): Promise<{ former: string; email: string; name: string } | undefined> {
  shopOnly(shop);
  const pending = await readPending<Change>(shop, 'email-changed', requestId);
  if (!pending) return undefined;
  const [person] = await shop.database
    .select({ email: userProfiles.email, name: userProfiles.name })
    .from(userProfiles)
    .where(eq(userProfiles.id, pending.userId));
  return person && { former: pending.email, ...person };
}

export async function findConfirmation(
  shop: Shop,
  token: string,
): Promise<{ email: string; newAccount?: { name: string } } | undefined> {
  const change = await findLink(shop, 'confirm-email', token);
  if (change === undefined) return undefined;
  const { userId, email } = JSON.parse(change) as Change;
  const [claiming] = await shop.database
    .select({ name: userProfiles.name })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(and(eq(userProfiles.id, userId), eq(userProfiles.email, email), ne(authUsers.email, email)));
  return { email, newAccount: claiming };
}

/** Confirms an address by its link, once. Does not sign in, because somebody else may have set the password. */
export async function confirmEmail(
  shop: Shop,
  token: string,
): Promise<Result<'confirmed' | 'changed', Refused<'link-not-good'>>> {
  return inTransaction(shop, async (shop) => {
    const change = await takeLink(shop, 'confirm-email', token);
    if (change === undefined) return refused('link-not-good');
    return changeAddress(shop, JSON.parse(change) as Change);
  });
}

async function changeAddress(shop: Shop, { userId, email }: Change) {
  const [person] = await shop.database
    .select({ email: userProfiles.email, signsInBy: authUsers.email })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.id, authUsers.id))
    .where(eq(authUsers.id, userId))
    .for('update');
  if (!person) return refused('link-not-good');
  const isChange = person.email !== email;
  if (!(await verifyEmail(shop, userId, isChange ? email : undefined))) return refused('link-not-good');
  if (!isChange) return done('confirmed' as const);
  // Invalidates links emailed to the former address.
  await dropLinks(shop, 'reset-password', userId);
  await dropEmailChanges(shop, userId);
  await dropSignInCodes(shop, person.signsInBy);
  if (person.signsInBy !== person.email) return done('changed' as const);
  const former: Change = { userId, email: person.email };
  const requestId = await storePending(shop, 'email-changed', former, CONFIRM_LINK_MINUTES);
  await announce(shop, 'accounts.email-changed', { requestId });
  logSecurityEvent(shop, 'email-changed', { userId });
  return done('changed' as const);
}

const linkTo = ({ config }: Shop, token: string) => `${config.shopUrl}${href('/verify-email')}?token=${token}`;
