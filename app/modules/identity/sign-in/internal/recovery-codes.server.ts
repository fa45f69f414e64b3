import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { decrypt } from '#app/modules/identity/sign-in/better-auth-internals.server.ts';
import { readableCode } from '#app/platform/readable-code.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const CODES = 10;
const COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const HASHED = /^([0-9a-f]{32}):[0-9a-f]{64}$/;

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => `${readableCode(5)}-${readableCode(5)}`);

/** Hashes codes with one salt, so that checking a code takes one hash. */
export async function hashRecoveryCodes(codes: readonly string[]): Promise<string> {
  const salt = saltOf(codes) ?? randomBytes(16).toString('hex');
  const hashed: string[] = [];
  // Each hash takes 32 MB and a thread that sign-ins need, so codes are hashed one at a time.
  for (const code of codes) hashed.push(HASHED.test(code) ? code : await hash(code, salt));
  return JSON.stringify(hashed);
}

/** Returns the stored hashes, or the plain codes that an earlier version stored encrypted. */
export async function readStoredCodes(shop: Pick<Shop, 'config'>, stored: string): Promise<string[]> {
  return JSON.parse(isHashed(stored) ? stored : await decrypt(shop, stored)) as string[];
}

export async function storedFormOf(code: string, storedCodes: readonly string[]): Promise<string> {
  const salt = saltOf(storedCodes);
  return salt === undefined ? code : hash(code, salt);
}

const isHashed = (stored: string): boolean => stored.startsWith('[');

const saltOf = (codes: readonly string[]): string | undefined => HASHED.exec(codes[0] ?? '')?.[1];

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

async function hash(code: string, salt: string): Promise<string> {
  return `${salt}:${(await derive(code, Buffer.from(salt, 'hex'), 32, COST)).toString('hex')}`;
}
