import { randomInt } from 'node:crypto';

// No 0 or O, no 1, I or L: such codes are read out on the phone.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Unguessable letters and digits that can't be mistaken for each other, for numbers that people read to one another. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
