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
/** An address that a person wants, or had. */
type Change = { userId: string; email: string };

/** A mail with a link that confirms an address, or the news that the address has an account already. */
export type ConfirmationMail = { kind: 'link'; email: string; link: string } | { kind: 'registered'; email: string };

/** Whether an account is made only once its address is proven: in a live shop that can send mail. Without mail nobody could come in. */
export const provesAddressFirst = ({ config }: Pick<Shop, 'config'>): boolean =>
  config.mode === 'live' && config.smtpUrl !== undefined;

/**
 * Asks for an account whose address is proven first. Any address is answered alike and costs the same work, known or not:
 * what was given is stored, and the mail decides. The password is that of whoever opens the link of this very asking,
 * so that nobody can take an address before its owner does.
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

/** Has the signed-in person's address confirmed by a link, again; once in half a minute. */
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
 * Asks for another address, for the right password; it counts once the link that goes there was opened, and in place of
 * any that was asked for before. Says nothing of whether somebody has it.
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

/** What to mail to an address at which somebody wants an account. Makes the link, so only the shop itself may ask. */
export async function prepareSignUpMail(shop: Shop, requestId: string): Promise<ConfirmationMail | undefined> {
  shopOnly(shop);
  const wanted = await readPending<Wanted>(shop, 'sign-up-asked', requestId);
  if (!wanted) return undefined;
  const { email } = wanted;
  if (await findAccountByEmail(shop, email)) return { kind: 'registered', email };
  const token = await makeLink(shop, 'sign-up', JSON.stringify(wanted), CONFIRM_LINK_MINUTES);
  return { kind: 'link', email, link: linkTo(shop, token) };
}

/** What to mail to a person's own address that isn't confirmed yet, or to another one they want. For the shop itself. */
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

/** Whom to tell, and where, that an account has another address now. For the shop itself. */
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

/**
 * Returns what the link of a confirmation mail would confirm: an address, or a new account under the name that was given.
 * The link stays good. Undefined when it isn't.
 */
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

/**
 * Does what a confirmation mail's link stands for, once: makes the account that was wanted, confirms an address, or
 * changes it. Refused: a link that was used, has run out or never was, and an address that somebody else has by now.
 * Signs nobody in: the one who opens a link need not be the one whose password it is.
 */
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
  // What was mailed to the former address must open nothing any more.
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
