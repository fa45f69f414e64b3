import { APIError } from 'better-auth/api';
import { and, eq } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isOwnPassword, type WrongPassword } from './credentials.server.ts';
import { attemptsAt, takeAttempt, type TooManyAttempts } from './attempts.server.ts';
import { decryptTotpUri } from './better-auth-internals.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { drawQr, type Qr } from '#app/platform/qr.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { authOf, catchApiError, sessionHeaders } from './internal/better-auth.server.ts';
import { hashRecoveryCodes, makeRecoveryCodes } from './internal/recovery-codes.server.ts';
import { authTwoFactors } from './tables.server.ts';
import { isFirstUse, recordChange } from './second-factor.server.ts';

export type Enrolment = { secret: string; link: string; qr: Qr };

/** Starts enrolment of a second factor. Needs the password. Refused when one is active. */
export async function startEnrolment(
  shop: Shop,
  password: string,
  browser: Headers,
): Promise<Result<Enrolment, WrongPassword | TooManyAttempts | Refused<'already-on'>>> {
  const right = await isOwnPassword(shop, password);
  if (!right.ok) return right;
  const answer = await catchApiError(
    authOf(shop).api.enableTwoFactor({ body: { password }, headers: await sessionHeaders(shop, browser) }),
  );
  if (answer instanceof APIError) {
    if (answer.body?.code === 'TOTP_ALREADY_ENABLED') return refused('already-on');
    throw answer;
  }
  if (!('totpURI' in answer)) throw new Error('Enrolling answered no address for an authenticator app');
  return done(toEnrolment(answer.totpURI));
}

/** Returns the pending enrolment. Call this function only to answer a form that verifies the person's identity. */
export async function findEnrolment(shop: Shop): Promise<Enrolment | undefined> {
  const { userId, email } = signedIn(shop);
  const [pending] = await shop.database
    .select({ secret: authTwoFactors.secret })
    .from(authTwoFactors)
    .where(and(eq(authTwoFactors.userId, userId), eq(authTwoFactors.verified, false)));
  return pending && toEnrolment(await decryptTotpUri(shop, { secret: pending.secret, email }));
}

/**
 * Activates the second factor with its first code and ends all other sessions. Returns the recovery codes, shown once.
 */
export async function confirmEnrolment(
  shop: Shop,
  code: string,
  browser: Headers,
): Promise<
  Result<{ recoveryCodes: string[]; cookies: string[] }, Refused<'wrong-code'> | Refused<'not-begun'> | TooManyAttempts>
> {
  const { userId } = signedIn(shop);
  const tooMany = await takeAttempt(shop, attemptsAt('second-factor', userId));
  if (tooMany) return tooMany;
  if (!(await findEnrolment(shop))) return refused('not-begun');
  const refuseCode = () => {
    logSecurityEvent(shop, 'second-factor-refused', {});
    return refused('wrong-code');
  };
  if (!(await isFirstUse(shop, userId, code))) return refuseCode();
  const answer = await catchApiError(
    authOf(shop).api.verifyTOTP({
      body: { code },
      headers: await sessionHeaders(shop, browser),
      returnHeaders: true,
    }),
  );
  if (answer instanceof APIError) {
    if (answer.statusCode < 500) return refuseCode();
    throw answer;
  }
  const cookies = answer.headers.getSetCookie();
  await recordChange(shop, { isOn: true, cookies });
  return done({ recoveryCodes: await giveRecoveryCodes(shop, userId), cookies });
}

/** Replaces the recovery codes. Needs the password. Throws not-found without a second factor. */
export async function renewRecoveryCodes(
  shop: Shop,
  password: string,
): Promise<Result<string[], WrongPassword | TooManyAttempts>> {
  const right = await isOwnPassword(shop, password);
  if (!right.ok) return right;
  const recoveryCodes = await giveRecoveryCodes(shop, signedIn(shop).userId);
  logSecurityEvent(shop, 'recovery-codes-renewed', {});
  return done(recoveryCodes);
}

async function giveRecoveryCodes(shop: Shop, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const updatedFactors = await shop.database
    .update(authTwoFactors)
    .set({ backupCodes: await hashRecoveryCodes(codes) })
    .where(and(eq(authTwoFactors.userId, userId), eq(authTwoFactors.verified, true)))
    .returning({ id: authTwoFactors.id });
  if (updatedFactors.length === 0) throw notFound();
  return codes;
}

const toEnrolment = (link: string): Enrolment => ({
  secret: new URL(link).searchParams.get('secret')!,
  link,
  qr: drawQr(link),
});
