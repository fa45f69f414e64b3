import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { and, eq, like, not } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { isOwnPassword, type WrongPassword } from './credentials.server.ts';
import { endSessions, findSessionOf, finishSignIn, readSignedCookie, type Session } from './sessions.server.ts';
import { attemptsAt, attemptsFrom, returnAttempt, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { decrypt, encrypt, presentPrefix } from './better-auth-internals.server.ts';
import { takeTurn } from '#app/platform/limits.server.ts';
import { log } from '#app/platform/log.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { authOf, catchApiError, cookiesToSend, sessionHeaders, visitorHeaders } from './internal/better-auth.server.ts';
import { hashRecoveryCodes, readStoredCodes, storedFormOf } from './internal/recovery-codes.server.ts';
import { readChallenge, refuseSignIn } from './internal/take-session.server.ts';
import { authTwoFactors } from './tables.server.ts';

const DIGITS = /^\d{6}$/;
/** A code is valid once, from 30 seconds before its own period to 30 seconds after (RFC 6238, 5.2). */
const ONE_USE = { capacity: 1, refillPerMinute: 1 / 2 };

export async function getSecondFactor(
  shop: Shop,
): Promise<{ isOn: boolean; isRequired: boolean; recoveryCodesLeft: number }> {
  const person = signedIn(shop);
  const [row] = await shop.database
    .select({ isOn: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, person.userId));
  const isOn = row?.isOn ?? false;
  return {
    isOn,
    isRequired: isRequired(shop),
    recoveryCodesLeft: isOn ? (await findStoredCodes(shop, person.userId)).length : 0,
  };
}

/** Checks a code of the visitor's app. Visitors without a second factor pass. Limits wrong codes. */
export async function proveSecondFactor(
  shop: Shop,
  typed: string,
  browser: Headers,
): Promise<Result<undefined, Refused<'wrong-code'> | Refused<'second-factor-unreadable'> | TooManyAttempts>> {
  const { userId } = signedIn(shop);
  const [person] = await shop.database
    .select({ isOn: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  if (!person?.isOn) return done();
  const limits = attemptsAt('second-factor', userId);
  const tooMany = await takeAttempt(shop, limits);
  if (tooMany) return tooMany;
  if (!(await isReadable(shop, userId, 'app-code'))) return refused('second-factor-unreadable');
  const code = typed.replaceAll(/[\s-]/g, '');
  const answer =
    DIGITS.test(code) && (await isFirstUse(shop, userId, code))
      ? await catchApiError(
          authOf(shop).api.verifyTOTP({
            body: { code },
            headers: await sessionHeaders(shop, browser),
          }),
        )
      : undefined;
  if (answer instanceof APIError && answer.statusCode >= 500) throw answer;
  if (!answer || answer instanceof APIError) {
    logSecurityEvent(shop, 'second-factor-refused', {});
    return refused('wrong-code');
  }
  await returnAttempt(shop, limits);
  return done();
}

/** Removes the second factor. Needs the password. Refused for an admin of a live shop. */
export async function endSecondFactor(
  shop: Shop,
  password: string,
  browser: Headers,
): Promise<Result<{ cookies: string[] }, WrongPassword | TooManyAttempts | Refused<'required'>>> {
  if (isRequired(shop)) return refused('required');
  const right = await isOwnPassword(shop, password);
  if (!right.ok) return right;
  const answer = await authOf(shop).api.disableTwoFactor({
    body: { password },
    headers: await sessionHeaders(shop, browser),
    returnHeaders: true,
  });
  const cookies = answer.headers.getSetCookie();
  await recordChange(shop, { isOn: false, cookies });
  return done({ cookies });
}

export async function isSecondFactorPending(shop: Shop, browser: Headers): Promise<boolean> {
  return (await readChallenge(shop, browser)) !== undefined;
}

/**
 * Completes a sign-in with an app code or an unused recovery code. Allows five attempts per sign-in and ten per
 * account, then a wait of 15 minutes.
 */
export async function passSecondFactor(
  shop: Shop,
  typed: string,
  browser: Headers,
): Promise<
  Result<
    Session,
    Refused<'wrong-code'> | Refused<'start-again'> | Refused<'second-factor-unreadable'> | TooManyAttempts
  >
> {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  const by = DIGITS.test(code) ? 'app-code' : 'recovery-code';
  const challenge = await readChallenge(shop, browser);
  const refuse = <Why extends Refused<string, unknown>>(why: Why) => refuseSignIn(shop, by, why, challenge?.userId);
  if (!challenge) return refuse(refused('start-again'));
  const { userId, pair } = challenge;
  const limits = [...attemptsFrom(shop, 'second-factor'), ...attemptsAt('second-factor', userId)];
  const tooMany = await takeAttempt(shop, limits);
  if (tooMany) return refuse(tooMany);
  if (!(await isReadable(shop, userId, by))) return refuse(refused('second-factor-unreadable'));
  if (by === 'app-code' && !(await isFirstUse(shop, userId, code))) return refuse(refused('wrong-code'));
  const headers = visitorHeaders(shop, browser, pair);
  const { api } = authOf(shop);
  const answer = await catchApiError(
    by === 'app-code'
      ? api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : api.verifyBackupCode({
          body: { code: await findStoredForm(shop, userId, code) },
          headers,
          returnHeaders: true,
        }),
  );
  if (answer instanceof APIError) {
    const why = answer.body?.code;
    if (why === 'INVALID_CODE' || why === 'INVALID_BACKUP_CODE') return refuse(refused('wrong-code'));
    if (why === 'ACCOUNT_TEMPORARILY_LOCKED')
      return refuse(refused('too-many-tries', { retryAfterSeconds: await secondsLocked(shop, userId) }));
    if (answer.statusCode < 500) return refuse(refused('start-again'));
    throw answer;
  }
  const cookies = answer.headers.getSetCookie();
  const token = answer.response.token;
  if (!token) throw new Error('The second factor was right and no session was begun');
  const session = await finishSignIn(shop, { userId, token, cookies, by }, browser);
  if (!session.ok) return refused('start-again');
  await returnAttempt(shop, limits);
  return session;
}

export async function forgetSecondFactor(shop: Shop, userId: string): Promise<void> {
  await shop.database.delete(authTwoFactors).where(eq(authTwoFactors.userId, userId));
}

/** Re-encrypts second factors with the current secret and hashes older recovery codes. */
export async function renewStoredSecondFactors(shop: Shop, signal: AbortSignal): Promise<void> {
  shopOnly(shop);
  const { id, secret, backupCodes } = authTwoFactors;
  const isRenewed = and(like(secret, `${presentPrefix(shop)}%`), like(backupCodes, '[%'));
  const rows = await shop.database.select({ id, secret, backupCodes }).from(authTwoFactors).where(not(isRenewed!));
  let lost = 0;
  for (const row of rows) {
    if (signal.aborted) return;
    const opened = await openStored(shop, row);
    lost += opened ? 0 : 1;
    if (opened)
      await shop.database
        .update(authTwoFactors)
        .set({ secret: await encrypt(shop, opened.secret), backupCodes: await hashRecoveryCodes(opened.codes) })
        .where(and(eq(id, row.id), eq(secret, row.secret), eq(backupCodes, row.backupCodes)));
  }
  if (lost > 0)
    log.warn({ secondFactors: lost }, 'are encrypted under a secret that SESSION_SECRET_PREVIOUS no longer lists');
}

async function openStored(shop: Shop, stored: { secret: string; backupCodes: string }) {
  try {
    return {
      secret: await decrypt(shop, stored.secret),
      codes: await readStoredCodes(shop, stored.backupCodes),
    };
  } catch {
    return undefined;
  }
}

async function isReadable({ config, database }: Shop, userId: string, by: 'app-code' | 'recovery-code') {
  const { secret, backupCodes } = authTwoFactors;
  const [stored] = await database
    .select({ secret, backupCodes })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId));
  if (!stored) return true;
  const opening =
    by === 'app-code' ? decrypt({ config }, stored.secret) : readStoredCodes({ config }, stored.backupCodes);
  return opening.then(
    () => true,
    () => false,
  );
}

/** Admins of a live shop need two factors (T3). */
function isRequired(shop: Shop): boolean {
  const { actor, config } = shop;
  return (
    config.mode === 'live' &&
    (actor.kind === 'admin' || (actor.kind === 'customer' && Boolean(actor.needsSecondFactor)))
  );
}

export async function isFirstUse(shop: Shop, userId: string, code: string): Promise<boolean> {
  const used = createHash('sha256').update(`${userId}:${code}`).digest('base64url');
  return (await takeTurn(shop, `second-factor:used:${used}`, ONE_USE)).ok;
}

export async function recordChange(shop: Shop, { isOn, cookies }: { isOn: boolean; cookies: string[] }): Promise<void> {
  const { userId } = signedIn(shop);
  const token = readSignedCookie(shop, cookiesToSend(cookies), 'session_token')?.value;
  await inTransaction(shop, async (shop) => {
    const currentSession = token ? await findSessionOf(shop, token) : undefined;
    if (isOn) await endSessions(shop, userId, currentSession && { sessionId: currentSession.id });
    await announce(shop, 'accounts.second-factor-changed', { userId, isOn });
    logSecurityEvent(shop, 'second-factor-changed', { isOn });
  });
}

async function findStoredCodes(shop: Shop, userId: string): Promise<string[]> {
  const [row] = await shop.database
    .select({ stored: authTwoFactors.backupCodes })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId));
  return row ? readStoredCodes(shop, row.stored) : [];
}

const findStoredForm = async (shop: Shop, userId: string, code: string): Promise<string> =>
  storedFormOf(`${code.slice(0, 5)}-${code.slice(5)}`, await findStoredCodes(shop, userId));

async function secondsLocked(shop: Shop, userId: string): Promise<number> {
  const [row] = await shop.database
    .select({ until: authTwoFactors.lockedUntil })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId));
  return Math.max(1, Math.ceil(((row?.until?.getTime() ?? 0) - shop.now.getTime()) / 1000));
}
