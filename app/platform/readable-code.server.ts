import { createHash, randomInt } from 'node:crypto';

// Omits 0, O, 1, I and L, because people read codes out on the phone.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Returns a random code without similar characters. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Derives a code of at most 16 characters from a text; as hard to guess as the text. */
export function readableCodeOf(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest();
  return Array.from({ length }, (_, at) => ALPHABET[digest.readUInt16BE(at * 2) % ALPHABET.length]).join('');
}
