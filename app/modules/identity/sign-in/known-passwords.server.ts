import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * Whether a password is too well known to be chosen: one of the commonest, or a breached one, where the shop has whom to ask. When
 * they can't say, or not in two seconds, it counts as unknown and the log says so. Asked last, behind limits and the proof
 * of who asks, so that nobody has the shop ask for nothing, and never in a transaction. For an account that the shop makes by itself nobody is asked.
 */
export async function isKnownPassword(shop: Shop, password: string): Promise<boolean> {
  if (await isCommonPassword(password)) return true;
  const { breachedPasswords } = shop.suppliers;
  if (!breachedPasswords || shop.actor.kind === 'shop') return false;
  try {
    return await breachedPasswords.includes(password);
  } catch (error) {
    log.warn(
      { err: error, request: shop.requestId },
      'a new password was taken without asking whether it was breached',
    );
    return false;
  }
}

let common: Promise<Set<string>> | undefined;

/** Read with the first password that is chosen: it weighs some megabytes. */
const readCommon = async () =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'].map(String));

/** What anybody would try first at this shop, alone or with digits and signs around it. */
const SHOP_NAMES = new Set([
  'admin',
  'aipan',
  'almora',
  'bisvar',
  'bisvarshop',
  'bisvarstudio',
  'kumaon',
  'owner',
  'studio',
]);

/** Whether a password stands among the some 49,000 most used ones, in any case of letters, or is a word of this shop with nothing but digits and signs around it. The list ships with the shop. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon();
  const lower = password.toLowerCase();
  return (await common).has(lower) || SHOP_NAMES.has(lower.replace(/[^a-z]/g, ''));
}
