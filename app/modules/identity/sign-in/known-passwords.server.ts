import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { isCommonPassword } from './common-passwords.server.ts';

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
