import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { sessionSecret } from '#app/modules/sessions/sessions.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { authVerifications } from './tables.server.ts';

// All that this shop knows of Better Auth and that isn't its public interface: how it writes its rows. The test beside
// this file fails where a version writes them otherwise.

/** Makes the codes worthless that were mailed to an address for signing in. */
export async function dropSignInCodes(shop: Shop, email: string): Promise<void> {
  await shop.database.delete(authVerifications).where(eq(authVerifications.identifier, `sign-in-otp-${email}`));
}

/** Whose second factor the sign-in waits for that a `two_factor` cookie names. */
export async function findChallenge(shop: Shop, identifier: string): Promise<string | undefined> {
  const [challenge] = await shop.database
    .select({ userId: authVerifications.value })
    .from(authVerifications)
    .where(and(eq(authVerifications.identifier, identifier), gt(authVerifications.expiresAt, shop.now)));
  return challenge?.userId;
}

const stateSchema = z.object({ callbackURL: z.string(), link: z.object({ userId: z.string() }).optional() });

/** The page that was wanted before leaving for Google, and whose account is to be linked; coming back spends it. */
export async function readOAuthState(
  shop: Shop,
  state: string,
): Promise<{ callbackURL: string; linkTo?: string } | undefined> {
  const [row] = await shop.database
    .select({ value: authVerifications.value })
    .from(authVerifications)
    .where(eq(authVerifications.identifier, state));
  const read = row && stateSchema.safeParse(JSON.parse(row.value)).data;
  return read && { callbackURL: read.callbackURL, linkTo: read.link?.userId };
}

/** The address an authenticator app reads, as `enableTwoFactor` answered it, out of what was stored of the secret. */
export async function decryptTotpUri(
  shop: Shop,
  { secret, email }: { secret: string; email: string },
): Promise<string> {
  const raw = await symmetricDecrypt({ key: sessionSecret(shop), data: secret });
  const parameters = new URLSearchParams({ secret: base32(raw), issuer: 'Bisvar', digits: '6', period: '30' });
  return `otpauth://totp/Bisvar:${encodeURIComponent(email)}?${parameters}`;
}

/** RFC 4648, without padding: how authenticator apps write a secret. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
