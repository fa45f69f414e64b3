import { createHash, randomInt } from 'node:crypto';

// People read codes aloud on the phone, so 0, O, 1, I and L are omitted.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export const readableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Derives a code of at most 16 characters from a text. The code is as hard to guess as the text. */
export function readableCodeOf(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest();
  return Array.from({ length }, (_, at) => ALPHABET[digest.readUInt16BE(at * 2) % ALPHABET.length]).join('');
}
