import { createHash } from 'node:crypto';
import { askSupplier } from '#app/adapters/ask-supplier.server.ts';
import type { PostOptions } from '#app/adapters/post-json.server.ts';
import type { BreachedPasswords } from '#app/modules/identity/sign-in/provider.ts';
import type { Config } from '#app/platform/config.server.ts';

const SUPPLIER = 'The list of breached passwords';
const ANSWERS_WITHIN_MS = 2_000;
const MAX_ANSWER = 1_000_000;
const PREFIX = 5;
const LINE = /^[0-9A-F]{35}:\d+$/i;

/** Sends Have I Been Pwned the first five digits of a password's SHA-1. Padding hides how many hashes match. */
export const openBreachedPasswords = (
  { breachedPasswordsUrl: url }: Pick<Config, 'breachedPasswordsUrl'>,
  { answersWithinMs = ANSWERS_WITHIN_MS }: PostOptions = {},
): BreachedPasswords | undefined =>
  url === undefined
    ? undefined
    : {
        async includes(password) {
          const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
          const { status, text } = await askSupplier(
            SUPPLIER,
            `${url}/range/${hash.slice(0, PREFIX)}`,
            { headers: { 'add-padding': 'true', 'user-agent': 'Bisvar' } },
            { answersWithinMs, maxAnswer: MAX_ANSWER },
          );
          const lines = text.trimEnd().split(/\r?\n/);
          if (status !== 200 || !lines.every((line) => LINE.test(line)))
            throw new Error(`${SUPPLIER} answered ${status} with something that is no range of hashes`);
          const found = lines.find((line) => line.toUpperCase().startsWith(`${hash.slice(PREFIX)}:`));
          return found !== undefined && Number(found.split(':')[1]) > 0;
        },
      };
