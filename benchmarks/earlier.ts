import { resolve } from 'node:path';

/** A checkout of an earlier version of the shop, built, that figures are compared with: its directory is in EARLIER. */
export function earlierDirectory(): string {
  const { EARLIER } = process.env;
  if (!EARLIER) throw new Error('EARLIER names no directory of an earlier version, built, to compare with');
  return resolve(EARLIER);
}
