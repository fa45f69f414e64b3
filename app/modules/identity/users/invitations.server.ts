import { href } from 'react-router';
import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { findAccountByEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import '#app/modules/identity/accounts/events.server.ts';
import { isKnownPassword } from '#app/modules/identity/sign-in/known-passwords.server.ts';
import { createAccount, findWithoutCredential } from '#app/modules/identity/sign-in/credentials.server.ts';
import type { AdminRole } from '#app/platform/admin-role.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { announce, announceEach } from '#app/platform/outbox/outbox.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import {
  actorId,
  adminOnly,
  inTransaction,
  isOwner,
  ownerOnly,
  type Shop,
  shopOnly,
} from '#app/platform/shop.server.ts';
import { invitations } from './tables.server.ts';
import type { Invitation } from './user.ts';

export const INVITATION_DAYS = 7;
const INVITATIONS_AN_ADMIN = { capacity: 30, refillPerMinute: 1 };

/**
 * Emails a link valid for seven days and one use. Only owners can give a role. Refuses an address with an account,
 * unless it was imported without a password.
 */
export async function invite(
  shop: Shop,
  { email, name = '', role }: { email: string; name?: string; role?: AdminRole },
): Promise<Result<Invitation, Refused<'has-account', undefined> | Refused<'too-many', { retryAfterSeconds: number }>>> {
  adminOnly(shop);
  if (role) ownerOnly(shop);
  const allowed = await takeToken(shop, `invite:${actorId(shop) ?? 'shop'}`, INVITATIONS_AN_ADMIN);
  if (!allowed.ok) return allowed;
  return inTransaction(shop, async (shop) => {
    const account = await findAccountByEmail(shop, email);
    if (account && (role || (await findWithoutCredential(shop, [account.id])).length === 0))
      return refused('has-account');
    const currentRole = sql`case when ${invitations.expiresAt} > ${shop.now.toISOString()}::timestamptz then ${invitations.role} end`;
    const fields = {
      name,
      role: role ?? null,
      tokenHash: null,
      invitedBy: actorId(shop),
      createdAt: shop.now,
      expiresAt: new Date(shop.now.getTime() + INVITATION_DAYS * 24 * 60 * 60_000),
    };
    const [invitation] = await shop.database
      .insert(invitations)
      .values({ email, ...fields })
      .onConflictDoUpdate({
        target: invitations.email,
        targetWhere: isNull(invitations.acceptedAt),
        // Helpers cannot change a role that an owner gave.
        set: isOwner(shop) ? fields : { ...fields, role: currentRole },
      })
      .returning();
    await announce(shop, 'accounts.invited', { invitationId: invitation!.id });
    await audit(shop, {
      action: 'user.invite',
      table: 'invitations',
      id: invitation!.id,
      after: { role: role ?? 'customer' },
    });
    return done(invitation!);
  });
}

/** Invites imported people without a password or open invitation. Returns how many people. */
export async function inviteImported(shop: Shop, people: readonly { name: string; email: string }[]): Promise<number> {
  shopOnly(shop);
  const expiresAt = new Date(shop.now.getTime() + INVITATION_DAYS * 24 * 60 * 60_000);
  const fields = { tokenHash: null, role: null, createdAt: shop.now, expiresAt };
  let invited = 0;
  for (let at = 0; at < people.length; at += INVITED_AT_ONCE) {
    const written = await shop.database
      .insert(invitations)
      .values(people.slice(at, at + INVITED_AT_ONCE).map(({ name, email }) => ({ name, email, ...fields })))
      .onConflictDoUpdate({
        target: invitations.email,
        targetWhere: isNull(invitations.acceptedAt),
        set: fields,
        setWhere: lte(invitations.expiresAt, shop.now),
      })
      .returning({ invitationId: invitations.id });
    await announceEach(shop, 'accounts.invited', written);
    invited += written.length;
  }
  return invited;
}
const INVITED_AT_ONCE = 500;

export async function listOpenInvitations(shop: Shop): Promise<Invitation[]> {
  ownerOnly(shop);
  return shop.database
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(and(isNull(invitations.acceptedAt), gt(invitations.expiresAt, shop.now)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(50);
}

/** Throws not-found for an accepted invitation. */
export async function withdrawInvitation(shop: Shop, id: string): Promise<void> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  await inTransaction(shop, async (shop) => {
    const [gone] = await shop.database
      .delete(invitations)
      .where(and(eq(invitations.id, id), isNull(invitations.acceptedAt)))
      .returning({ role: invitations.role });
    if (!gone) {
      if ((await shop.database.$count(invitations, eq(invitations.id, id))) > 0) throw notFound();
      return;
    }
    const before = { role: gone.role ?? 'customer' };
    await audit(shop, { action: 'user.withdraw-invitation', table: 'invitations', id, before });
  });
}

export async function forgetInvitations(shop: Shop, userId: string): Promise<void> {
  const accountEmail = shop.database.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId));
  await shop.database.delete(invitations).where(inArray(invitations.email, accountEmail));
}

/**
 * Creates an invitation's link and invalidates an earlier link. Returns undefined if the invitation is no longer open.
 */
export async function makeInvitationLink(
  shop: Shop,
  invitationId: string,
): Promise<{ email: string; name: string; role: AdminRole | null; link: string } | undefined> {
  shopOnly(shop);
  const token = randomBytes(32).toString('base64url');
  const [invitation] = await shop.database
    .update(invitations)
    .set({ tokenHash: hashOf(token) })
    .where(and(eq(invitations.id, invitationId), isNull(invitations.acceptedAt), gt(invitations.expiresAt, shop.now)))
    .returning();
  if (!invitation) return undefined;
  const { email, name, role } = invitation;
  return { email, name, role, link: `${shop.config.shopUrl}${href('/invitation')}?token=${token}` };
}

export async function findInvitation(
  shop: Shop,
  token: string,
): Promise<{ email: string; name: string; role: AdminRole | null } | undefined> {
  const [invitation] = await shop.database
    .select({ email: invitations.email, name: invitations.name, role: invitations.role })
    .from(invitations)
    .where(isGood(shop, token));
  return invitation;
}

/**
 * Creates the account once, or gives an imported account its first password. Refuses invalid links, taken addresses and
 * common passwords.
 */
export async function acceptInvitation(
  shop: Shop,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<Result<undefined, Refused<'link-not-good' | 'has-account' | 'common-password', undefined>>> {
  if (!(await findInvitation(shop, token))) return refused('link-not-good');
  if (await isKnownPassword(shop, password)) return refused('common-password');
  const hash = await hashPassword(password);
  return inTransaction(shop, async (shop) => {
    const [invitation] = await shop.database.select().from(invitations).where(isGood(shop, token)).for('update');
    if (!invitation) return refused('link-not-good');
    const { id, email, role } = invitation;
    if (!(await createAccount(shop, { name, email, hash, role, opensExisting: true }))) return refused('has-account');
    await shop.database.update(invitations).set({ acceptedAt: shop.now }).where(eq(invitations.id, id));
    return done();
  });
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const isGood = (shop: Shop, token: string) =>
  and(eq(invitations.tokenHash, hashOf(token)), isNull(invitations.acceptedAt), gt(invitations.expiresAt, shop.now));

export async function removeInvitationsBefore(shop: Shop, day: Date): Promise<void> {
  shopOnly(shop);
  await shop.database.delete(invitations).where(lt(invitations.createdAt, day));
}
