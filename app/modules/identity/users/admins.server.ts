import { eq } from 'drizzle-orm';
import {
  clearSecondFactor,
  ensureProfile,
  findAccountByEmail,
  updateProfile,
} from '#app/modules/identity/accounts/accounts.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { endSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { forgetSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import { signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

/**
 * Makes an account an active owner and ends its sessions (T16). Throws not-found. Only for background jobs and commands
 * (T28).
 */
export async function grantAdmin(shop: Shop, email: string): Promise<void> {
  shopOnly(shop);
  const account = await findAccountByEmail(shop, email.trim().toLowerCase());
  if (!account) throw notFound(`No account uses ${email}`);
  const { deactivatedAt } = await ensureProfile(shop, account.id);
  const rights = { isAdmin: true, adminRole: 'owner' as const, deactivatedAt: null };
  const profile = await updateProfile(shop, account.id, rights);
  if (deactivatedAt) logSecurityEvent(shop, 'account-switched', { isOn: true, userId: account.id });
  logSecurityEvent(shop, 'role-changed', { role: profile!.adminRole, userId: account.id });
  await endSessions(shop, account.id);
}

/**
 * Removes a second factor, for people who lost both phone and recovery codes. Only for background jobs and commands
 * (T28).
 */
export async function resetSecondFactor(shop: Shop, email: string): Promise<void> {
  shopOnly(shop);
  const account = await findAccountByEmail(shop, email.trim().toLowerCase());
  if (!account) throw notFound(`No account uses ${email}`);
  const userId = account.id;
  await inTransaction(shop, async (shop) => {
    await clearSecondFactor(shop, userId);
    await forgetSecondFactor(shop, userId);
    await endSessions(shop, userId);
    await announce(shop, 'accounts.second-factor-changed', { userId, isOn: false });
    logSecurityEvent(shop, 'second-factor-changed', { isOn: false, userId });
  });
}

// Not filtered by owner: returns only whether an admin exists.
/** Creates the admin named in the settings if the shop has none (T28). Returns whether it did. */
export async function makeFirstAdmin(shop: Shop): Promise<boolean> {
  if (!shop.config.firstAdmin) return false;
  const [admin] = await shop.database
    .select({ id: userProfiles.id })
    .from(userProfiles)
    .where(eq(userProfiles.isAdmin, true))
    .limit(1);
  if (admin) return false;
  const { email, password } = shop.config.firstAdmin;
  const made = await signUp(shop, { name: shop.config.mode === 'demo' ? 'Studio' : 'Admin', email, password });
  if (!made.ok && made.reason !== 'email-taken') throw new Error(`ADMIN_PASSWORD: refused (${made.reason})`);
  await grantAdmin(shop, email);
  return true;
}
