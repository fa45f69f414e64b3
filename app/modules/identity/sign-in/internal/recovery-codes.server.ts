import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { decrypt } from '#app/modules/identity/sign-in/better-auth-internals.server.ts';
import { readableCode } from '#app/platform/readable-code.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const CODES = 10;
/** The work of a password's hash. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const HASHED = /^([0-9a-f]{32}):[0-9a-f]{64}$/;

/** Ten new recovery codes, as people type them. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => `${readableCode(5)}-${readableCode(5)}`);

/** What is stored of recovery codes: a hash of each, with one salt for all, so that one typed code costs one hash. What is a hash already stays as it is. */
export async function hashRecoveryCodes(codes: readonly string[]): Promise<string> {
  const salt = saltOf(codes) ?? randomBytes(16).toString('hex');
  const hashed: string[] = [];
  // One after the other: each takes 32 MB and one of the threads that sign-ins wait for.
  for (const code of codes) hashed.push(HASHED.test(code) ? code : await hash(code, salt));
  return JSON.stringify(hashed);
}

/** The stored recovery codes of a person: hashes, or the codes themselves where they were encrypted by the version before. */
export async function readStoredCodes(shop: Pick<Shop, 'config'>, stored: string): Promise<string[]> {
  return JSON.parse(isHashed(stored) ? stored : await decrypt(shop, stored)) as string[];
}

/** What a typed code is called among the stored ones, if it is one of them. */
export async function storedFormOf(code: string, storedCodes: readonly string[]): Promise<string> {
  const salt = saltOf(storedCodes);
  return salt === undefined ? code : hash(code, salt);
}

/** Whether stored codes are hashes; a list that is spent counts as such. */
const isHashed = (stored: string): boolean => stored.startsWith('[');

const saltOf = (codes: readonly string[]): string | undefined => HASHED.exec(codes[0] ?? '')?.[1];

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

async function hash(code: string, salt: string): Promise<string> {
  return `${salt}:${(await derive(code, Buffer.from(salt, 'hex'), 32, COST)).toString('hex')}`;
}
