import { createHash, randomInt } from 'node:crypto';

// No 0 or O, no 1, I or L: such codes are read out on the phone.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Unguessable letters and digits that can't be mistaken for each other, for numbers that people read to one another. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The same of a text, always the same, for at most 16 signs: as hard to guess as the text. */
export function readableCodeOf(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest();
  return Array.from({ length }, (_, at) => ALPHABET[digest.readUInt16BE(at * 2) % ALPHABET.length]).join('');
}
