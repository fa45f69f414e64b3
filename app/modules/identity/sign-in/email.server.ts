import { href } from 'react-router';
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { findAccountByEmail, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { attemptsFrom, mailsBy, mailsTo, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
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
import { createAccount, isOwnPassword, type WrongPassword } from './credentials.server.ts';
import type { accountSchema, changeEmailSchema } from './password-forms.ts';
import { isKnownPassword } from './known-passwords.server.ts';

export const CONFIRM_LINK_HOURS = 24;
const CONFIRM_LINK_MINUTES = CONFIRM_LINK_HOURS * 60;

type Wanted = { name: string; email: string; hash: string };
type Change = { userId: string; email: string };

export type ConfirmationMail = { kind: 'link'; email: string; link: string } | { kind: 'registered'; email: string };

/** Returns whether an address must be proven first: in a live shop that can send email. */
export const provesAddressFirst = ({ config }: Pick<Shop, 'config'>): boolean =>
  config.mode === 'live' && config.smtpUrl !== undefined;

/**
 * Requests an account. Known and unknown addresses get the same answer in the same time. The password works only
 * through the emailed link.
 */
export async function requestSignUp(
  shop: Shop,
  { name, email, password }: z.infer<typeof accountSchema>,
): Promise<Result<undefined, Refused<'common-password'> | TooManyAttempts>> {
  const tooMany = await takeAttempt(shop, attemptsFrom(shop, 'sign-up'));
  if (tooMany) return tooMany;
  if (await isKnownPassword(shop, password)) return refused('common-password');
  const tooManyMails = await takeAttempt(shop, mailsTo('sign-up', email));
  if (tooManyMails) return tooManyMails;
  const wanted: Wanted = { name, email, hash: await hashPassword(password) };
  return inTransaction(shop, async (shop) => {
    const requestId = await storePending(shop, 'sign-up-asked', wanted, CONFIRM_LINK_MINUTES);
    await announce(shop, 'accounts.sign-up-requested', { requestId });
    return done();
  });
}

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
 * Requests another address, with the password. It counts once its link is opened. Does not reveal whether it is taken.
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

export async function prepareSignUpMail(shop: Shop, requestId: string): Promise<ConfirmationMail | undefined> {
  shopOnly(shop);
  const wanted = await readPending<Wanted>(shop, 'sign-up-asked', requestId);
  if (!wanted) return undefined;
  const { email } = wanted;
  if (await findAccountByEmail(shop, email)) return { kind: 'registered', email };
  const token = await makeLink(shop, 'sign-up', JSON.stringify(wanted), CONFIRM_LINK_MINUTES);
  return { kind: 'link', email, link: linkTo(shop, token) };
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
      email: authUsers.email,
      isConfirmed: authUsers.emailVerified,
      off: userProfiles.deactivatedAt,
    })
    .from(userProfiles)
    .innerJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(eq(userProfiles.id, userId));
  const email = change.email ?? person?.email;
  if (!person || person.off || !email || (email === person.email && person.isConfirmed)) return undefined;
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
  const wanted = await findLink(shop, 'sign-up', token);
  if (wanted !== undefined) {
    const { email, name } = JSON.parse(wanted) as Wanted;
    return { email, newAccount: { name } };
  }
  const change = await findLink(shop, 'confirm-email', token);
  return change === undefined ? undefined : { email: (JSON.parse(change) as Change).email };
}

/** Uses a confirmation link once. Does not sign in, because its reader may not be the person who set the password. */
export async function confirmEmail(
  shop: Shop,
  token: string,
): Promise<Result<'account-made' | 'confirmed' | 'changed', Refused<'link-not-good'>>> {
  return inTransaction(shop, async (shop) => {
    const wanted = await takeLink(shop, 'sign-up', token);
    if (wanted !== undefined) return makeAccount(shop, JSON.parse(wanted) as Wanted);
    const change = await takeLink(shop, 'confirm-email', token);
    if (change === undefined) return refused('link-not-good');
    return changeAddress(shop, JSON.parse(change) as Change);
  });
}

async function makeAccount(shop: Shop, wanted: Wanted) {
  return (await createAccount(shop, wanted)) ? done('account-made' as const) : refused('link-not-good');
}

async function changeAddress(shop: Shop, { userId, email }: Change) {
  const [person] = await shop.database
    .select({ email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
    .for('update');
  if (!person) return refused('link-not-good');
  const owner = await findAccountByEmail(shop, email);
  if (owner && owner.id !== userId) return refused('link-not-good');
  if (person.email === email) {
    await verifyEmail(shop, userId);
    return done('confirmed' as const);
  }
  await verifyEmail(shop, userId, email);
  // Invalidates links emailed to the former address.
  await dropLinks(shop, 'reset-password', userId);
  await dropEmailChanges(shop, userId);
  await dropSignInCodes(shop, person.email);
  const former: Change = { userId, email: person.email };
  const requestId = await storePending(shop, 'email-changed', former, CONFIRM_LINK_MINUTES);
  await announce(shop, 'accounts.email-changed', { requestId });
  logSecurityEvent(shop, 'email-changed', { userId });
  return done('changed' as const);
}

const linkTo = ({ config }: Shop, token: string) => `${config.shopUrl}${href('/verify-email')}?token=${token}`;
