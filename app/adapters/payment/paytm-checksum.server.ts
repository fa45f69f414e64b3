import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isSameSecret } from './gateway-calls.server.ts';

const IV = '@@@@&&&&####$$$$';
const SALTED = 64 + 4;

const hash = (text: string, salt: string) => createHash('sha256').update(`${text}|${salt}`).digest('hex') + salt;

/**
 * Returns Paytm's checksum: a salted hash encrypted with the merchant's key. Throws unless the key has 16 characters.
 */
export function signChecksum(text: string, key: string): string {
  const salt = randomBytes(3).toString('base64url');
  const cipher = createCipheriv('aes-128-cbc', key, IV);
  return cipher.update(hash(text, salt), 'utf8', 'base64') + cipher.final('base64');
}

export function isChecksum(text: string, key: string, checksum: string): boolean {
  const salted = decrypt(checksum, key);
  return salted?.length === SALTED && isSameSecret(hash(text, salted.slice(64)), salted);
}

function decrypt(checksum: string, key: string): string | undefined {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, IV);
    return decipher.update(checksum, 'base64', 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

export const checkedFields = (fields: Record<string, string>): string =>
  Object.keys(fields)
    .filter((name) => name !== 'CHECKSUMHASH')
    .toSorted()
    .map((name) => (fields[name]!.toLowerCase() === 'null' ? '' : fields[name]))
    .join('|');
