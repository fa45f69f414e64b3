import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * Returns whether a password is common or breached; false when the service fails. Call it last, outside a transaction,
 * because it may take two seconds.
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

const readCommon = async () =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'].map(String));

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

/** Returns whether a password is among the 49,000 most used, or is a name of this shop with digits and signs. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon();
  const lower = password.toLowerCase();
  return (await common).has(lower) || SHOP_NAMES.has(lower.replace(/[^a-z]/g, ''));
}
