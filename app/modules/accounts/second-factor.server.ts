import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { drawQr, type Qr } from '#app/platform/qr.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { authOf, visitorHeaders } from './auth.server.ts';
import { sentBack, signedCookie } from './cookies.server.ts';
import './events.server.ts';
import { isOwnPassword, type WrongPassword } from './password.server.ts';
import { asked, begun, endSessions, type Session } from './sessions.server.ts';
import { authSessions, authTwoFactors, authUsers, authVerifications } from './tables.server.ts';
import { type TooManyTries, tooManyTries, triesAt, triesFrom } from './tries.server.ts';

/** What an authenticator app is given: as a QR, and as letters to type. */
export type Enrolment = { secret: string; link: string; qr: Qr };

const DIGITS = /^\d{6}$/;
/** A code of an app is good for 30 seconds before and after its own; it opens one door in that time (RFC 6238, 5.2). */
const ONE_USE = { capacity: 1, refillPerMinute: 1 / 2 };

/** Whether the signed-in person has a second factor, whether they may do without, and how many recovery codes are left. */
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
    recoveryCodesLeft: isOn ? (await recoveryCodes(shop, person.userId)).length : 0,
  };
}

/** Begins enrolling for the right password: a new secret, in force once a code of it was typed. Refused where one is in force. */
export async function startEnrolment(
  shop: Shop,
  password: string,
  browser: Headers,
): Promise<Result<Enrolment, WrongPassword | TooManyTries | Refused<'already-on'>>> {
  const right = await isOwnPassword(shop, password);
  if (!right.ok) return right;
  const answer = await asked(
    authOf(shop).api.enableTwoFactor({ body: { password }, headers: sessionHeaders(shop, browser) }),
  );
  if (answer instanceof APIError) {
    if (answer.body?.code === 'TOTP_ALREADY_ENABLED') return refused('already-on');
    throw answer;
  }
  return done((await findEnrolment(shop))!);
}

/** What was begun and waits for its first code; undefined when nothing was. Only for the answer to a form that proves the person. */
export async function findEnrolment(shop: Shop): Promise<Enrolment | undefined> {
  const { userId, email } = signedIn(shop);
  const [begunOne] = await shop.database
    .select({ secret: authTwoFactors.secret })
    .from(authTwoFactors)
    .where(and(eq(authTwoFactors.userId, userId), eq(authTwoFactors.verified, false)));
  if (!begunOne) return undefined;
  const { secretConfig } = await authOf(shop).$context;
  const raw = await symmetricDecrypt({ key: secretConfig, data: begunOne.secret });
  const secret = base32(Buffer.from(raw));
  const label = encodeURIComponent(`Bisvar:${email}`);
  const link = `otpauth://totp/${label}?secret=${secret}&issuer=Bisvar&digits=6&period=30`;
  return { secret, link, qr: drawQr(link) };
}

/**
 * Puts the second factor into force by its first code, and answers the recovery codes, which are shown this once. The
 * session gets a new token and every other one of the person ends, since they came in by one factor.
 */
export async function confirmEnrolment(
  shop: Shop,
  code: string,
  browser: Headers,
): Promise<
  Result<{ recoveryCodes: string[]; cookies: string[] }, Refused<'wrong-code'> | Refused<'not-begun'> | TooManyTries>
> {
  const { userId } = signedIn(shop);
  const tooMany = await tooManyTries(shop, triesAt('second-factor', userId));
  if (tooMany) return tooMany;
  if (!(await findEnrolment(shop))) return refused('not-begun');
  if (!(await isFirstUse(shop, userId, code))) return refused('wrong-code');
  const answer = await asked(
    authOf(shop).api.verifyTOTP({
      body: { code },
      headers: sessionHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.statusCode < 500) return refused('wrong-code');
    throw answer;
  }
  const cookies = answer.headers.getSetCookie();
  await changed(shop, { isOn: true, cookies });
  return done({ recoveryCodes: await recoveryCodes(shop, userId), cookies });
}

/** Makes ten new recovery codes for the right password; those from before are worthless. */
export async function renewRecoveryCodes(
  shop: Shop,
  password: string,
  browser: Headers,
): Promise<Result<string[], WrongPassword | TooManyTries>> {
  const right = await isOwnPassword(shop, password);
  if (!right.ok) return right;
  const { backupCodes } = await authOf(shop).api.generateBackupCodes({
    body: { password },
    headers: sessionHeaders(shop, browser),
  });
  return done(backupCodes);
}

/** Switches the second factor off for the right password. Refused for an admin of a live shop, who may not be without. */
export async function endSecondFactor(
  shop: Shop,
  password: string,
  browser: Headers,
): Promise<Result<{ cookies: string[] }, WrongPassword | TooManyTries | Refused<'required'>>> {
  if (isRequired(shop)) return refused('required');
  const right = await isOwnPassword(shop, password);
  if (!right.ok) return right;
  const answer = await authOf(shop).api.disableTwoFactor({
    body: { password },
    headers: sessionHeaders(shop, browser),
    returnHeaders: true,
  });
  const cookies = answer.headers.getSetCookie();
  await changed(shop, { isOn: false, cookies });
  return done({ cookies });
}

/** Whether these headers carry a sign-in whose second factor is still asked for. */
export async function isSecondFactorAsked(shop: Shop, browser: Headers): Promise<boolean> {
  return (await whoIsAsked(shop, browser)) !== undefined;
}

/**
 * Ends a sign-in by its second factor: a code of the app, good for one sign-in only, or a recovery code, which is spent
 * by it. Five tries a sign-in, ten an account, then a quarter of an hour's wait. Refused: a wrong code, and a sign-in
 * that isn't waiting for one (any more).
 */
export async function passSecondFactor(
  shop: Shop,
  typed: string,
  browser: Headers,
): Promise<Result<Session, Refused<'wrong-code'> | Refused<'start-again'> | TooManyTries>> {
  const challenge = await whoIsAsked(shop, browser);
  if (!challenge) return refused('start-again');
  const { userId, pair } = challenge;
  const tooMany = await tooManyTries(shop, [...triesFrom(shop, 'second-factor'), ...triesAt('second-factor', userId)]);
  if (tooMany) return tooMany;
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (DIGITS.test(code) && !(await isFirstUse(shop, userId, code))) return refused('wrong-code');
  const headers = visitorHeaders(shop, browser, pair);
  const { api } = authOf(shop);
  const answer = await asked(
    DIGITS.test(code)
      ? api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : api.verifyBackupCode({ body: { code: `${code.slice(0, 5)}-${code.slice(5)}` }, headers, returnHeaders: true }),
  );
  if (answer instanceof APIError) {
    const why = answer.body?.code;
    if (why === 'INVALID_CODE' || why === 'INVALID_BACKUP_CODE') return refused('wrong-code');
    if (why === 'ACCOUNT_TEMPORARILY_LOCKED')
      return refused('too-many-tries', { retryAfterSeconds: await secondsLocked(shop, userId) });
    if (answer.statusCode < 500) return refused('start-again');
    throw answer;
  }
  const cookies = answer.headers.getSetCookie();
  const token = answer.response.token;
  if (!token) throw new Error('The second factor was right and no session was begun');
  const session = await begun(shop, { userId, token, cookies }, browser);
  return session.ok ? session : refused('start-again');
}

/** An admin of a live shop comes in with two factors or not at all (T3). */
function isRequired(shop: Shop): boolean {
  const { actor, config } = shop;
  return (
    config.mode === 'live' &&
    (actor.kind === 'admin' || (actor.kind === 'customer' && Boolean(actor.needsSecondFactor)))
  );
}

async function isFirstUse(shop: Shop, userId: string, code: string): Promise<boolean> {
  const used = createHash('sha256').update(`${userId}:${code}`).digest('base64url');
  return (await takeToken(shop, `second-factor:used:${used}`, ONE_USE)).ok;
}

async function changed(outer: Shop, { isOn, cookies }: { isOn: boolean; cookies: string[] }): Promise<void> {
  const { userId } = signedIn(outer);
  const token = signedCookie(outer, new Headers({ cookie: sentBack(cookies) }), 'session_token')?.value;
  await inTransaction(outer, async (shop) => {
    const [own] = await shop.database
      .select({ sessionId: authSessions.id })
      .from(authSessions)
      .where(eq(authSessions.token, token ?? ''));
    if (isOn) await endSessions(shop, userId, own);
    await announce(shop, 'accounts.second-factor-changed', { userId, isOn });
  });
}

async function recoveryCodes(shop: Shop, userId: string): Promise<string[]> {
  return (await authOf(shop).api.viewBackupCodes({ body: { userId } })).backupCodes;
}

async function whoIsAsked(shop: Shop, browser: Headers): Promise<{ userId: string; pair: string } | undefined> {
  const cookie = signedCookie(shop, browser, 'two_factor');
  if (!cookie) return undefined;
  const [waiting] = await shop.database
    .select({ userId: authVerifications.value, expiresAt: authVerifications.expiresAt })
    .from(authVerifications)
    .where(eq(authVerifications.identifier, cookie.value));
  return waiting && waiting.expiresAt > new Date() ? { userId: waiting.userId, pair: cookie.pair } : undefined;
}

async function secondsLocked(shop: Shop, userId: string): Promise<number> {
  const [row] = await shop.database
    .select({ until: authTwoFactors.lockedUntil })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId));
  return Math.max(1, Math.ceil(((row?.until?.getTime() ?? 0) - Date.now()) / 1000));
}

function sessionHeaders(shop: Shop, browser: Headers): Headers {
  return visitorHeaders(shop, browser, signedCookie(shop, browser, 'session_token')?.pair);
}

/** RFC 4648, without padding: how authenticator apps write a secret. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
