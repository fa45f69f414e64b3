import { createHmac } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { authVerifications } from './tables.server.ts';

// Reads rows in Better Auth's internal format. The test beside this file fails when the format changes.

export async function dropSignInCodes(shop: Shop, email: string): Promise<void> {
  await shop.database.delete(authVerifications).where(eq(authVerifications.identifier, `sign-in-otp-${email}`));
}

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

export async function decryptTotpUri(
  shop: Shop,
  { secret, email }: { secret: string; email: string },
): Promise<string> {
  const raw = await decrypt(shop, secret);
  const parameters = new URLSearchParams({ secret: base32(raw), issuer: 'Bisvar', digits: '6', period: '30' });
  return `otpauth://totp/Bisvar:${encodeURIComponent(email)}?${parameters}`;
}

/** Each secret's number is derived from the secret, so the order of the settings does not matter. */
export function secretOptions(shop: Pick<Shop, 'config'>) {
  const secrets = sessionSecrets(shop);
  return {
    secrets: secrets.map((value) => ({ version: versionOf(value), value })),
    secret: secrets.at(-1)!,
  };
}

export const encrypt = (shop: Pick<Shop, 'config'>, data: string): Promise<string> =>
  symmetricEncrypt({ key: keyOf(shop), data });

export const decrypt = (shop: Pick<Shop, 'config'>, data: string): Promise<string> =>
  symmetricDecrypt({ key: keyOf(shop), data });

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

/** Encodes as RFC 4648 without padding, as authenticator apps expect. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
