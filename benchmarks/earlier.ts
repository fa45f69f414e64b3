import { resolve } from 'node:path';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '#scripts/node-flags.mjs';

export function earlierDirectory(): string {
  const { EARLIER } = process.env;
  if (!EARLIER) throw new Error('EARLIER names no directory of an earlier version, built, to compare with');
  return resolve(EARLIER);
}

export const startsNodeWith = (directory: string | undefined) =>
  directory === undefined || resolve(directory) === process.cwd()
    ? { flags: NODE_FLAGS, environment: NODE_ENVIRONMENT }
    : { flags: ['--enable-source-maps', '--max-semi-space-size=4'], environment: { MALLOC_ARENA_MAX: '2' } };
