import { createHmac } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
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

const stateSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({ callbackURL: z.string(), link: z.object({ userId: z.string() }).optional() }));

/** The page that was wanted before leaving for Google, and whose account is to be linked; coming back spends it. Undefined for what is no such state: codes and second steps are kept beside them. */
export async function readOAuthState(
  shop: Shop,
  state: string,
): Promise<{ callbackURL: string; linkTo?: string } | undefined> {
  const [row] = await shop.database
    .select({ value: authVerifications.value })
    .from(authVerifications)
    .where(eq(authVerifications.identifier, state));
  const read = row && stateSchema.safeParse(row.value).data;
  return read && { callbackURL: read.callbackURL, linkTo: read.link?.userId };
}

/** The address an authenticator app reads, as `enableTwoFactor` answered it, out of what was stored of the secret. */
export async function decryptTotpUri(
  shop: Shop,
  { secret, email }: { secret: string; email: string },
): Promise<string> {
  const raw = await decrypt(shop, secret);
  const parameters = new URLSearchParams({ secret: base32(raw), issuer: 'Bisvar', digits: '6', period: '30' });
  return `otpauth://totp/Bisvar:${encodeURIComponent(email)}?${parameters}`;
}

/**
 * The secrets as Better Auth takes them: the first signs and encrypts, all decrypt. What it encrypts names its secret by a number, made of
 * the secret itself, so that it stays the same whatever else the settings list. What was stored before there were numbers is the oldest's.
 */
export function secretOptions(shop: Pick<Shop, 'config'>) {
  const secrets = sessionSecrets(shop);
  return {
    secrets: secrets.map((value) => ({ version: versionOf(value), value })),
    secret: secrets.at(-1)!,
  };
}

/** Encrypts with the present secret, as Better Auth does. */
export const encrypt = (shop: Pick<Shop, 'config'>, data: string): Promise<string> =>
  symmetricEncrypt({ key: keyOf(shop), data });

/** What Better Auth or `encrypt` encrypted with one of the shop's secrets; throws when it was another, or something is torn. */
export const decrypt = (shop: Pick<Shop, 'config'>, data: string): Promise<string> =>
  symmetricDecrypt({ key: keyOf(shop), data });

/** What stands before everything that the present secret encrypted. */
export const presentPrefix = (shop: Pick<Shop, 'config'>): string => `$ba$${versionOf(sessionSecrets(shop)[0])}$`;

function keyOf(shop: Pick<Shop, 'config'>) {
  const { secrets, secret } = secretOptions(shop);
  return {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: secrets[0]!.version,
    legacySecret: secret,
  };
}

const versionOf = (secret: string): number => createHmac('sha256', secret).update('version').digest().readUIntBE(0, 6);

/** RFC 4648, without padding: how authenticator apps write a secret. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
