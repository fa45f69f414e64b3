import { and, asc, count, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { type ProfileRow, updateProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { endSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { type Keyset, keyset, pageOf } from '#app/platform/database/keyset.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { searchTextContains } from '#app/platform/database/text-search.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { anonymisePerson } from './anonymise-person.server.ts';
import type { userSchema } from './forms.ts';
import type { UserFilter, UserKind, UserRow, UserSort } from './user.ts';

const PAGE = 25;

const unique = { by: userProfiles.id, type: 'uuid' } as const;
const byName = { by: userProfiles.name, type: 'text' } as const;
const byDay = { by: userProfiles.createdAt, type: 'timestamptz' } as const;
const SORTS: Record<UserSort, Keyset> = {
  name: keyset(byName, unique),
  '-name': keyset({ ...byName, descending: true }, { ...unique, descending: true }),
  joined: keyset(byDay, unique),
  '-joined': keyset({ ...byDay, descending: true }, { ...unique, descending: true }),
};

const OF_KIND = {
  admins: and(eq(userProfiles.isAdmin, true), isNull(userProfiles.deactivatedAt))!,
  customers: and(eq(userProfiles.isAdmin, false), isNull(userProfiles.deactivatedAt))!,
  deactivated: isNotNull(userProfiles.deactivatedAt),
} satisfies Record<UserKind, unknown>;

/**
 * Everybody with an account, 25 a page, newest first unless told otherwise; owners only. The search looks into
 * name, e-mail and phone; `counts` are of the search. Who was deleted isn't listed.
 */
export async function listUsers(shop: Shop, { search, kind, sort, cursor }: UserFilter = {}) {
  ownerOnly(shop);
  const found = and(isNull(userProfiles.anonymisedAt), searchTextContains(userProfiles, search));
  const order = SORTS[sort ?? '-joined'];
  const countOf = (kind: UserKind) => sql<number>`(count(*) filter (where ${OF_KIND[kind]}))::int`;
  const [rows, [counts]] = await Promise.all([
    shop.database
      .select({ ...getTableColumns(userProfiles), position: order.position })
      .from(userProfiles)
      .where(and(found, kind && OF_KIND[kind], order.after(cursor)))
      .orderBy(...order.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({
        all: count(),
        admins: countOf('admins'),
        customers: countOf('customers'),
        deactivated: countOf('deactivated'),
      })
      .from(userProfiles)
      .where(found),
  ]);
  const page = pageOf(rows, PAGE);
  return { users: page.rows.map(toUser), next: page.next, counts: counts! };
}

/** One account; owners only, throws not-found also for who was deleted. */
export async function getUser(shop: Shop, id: string): Promise<UserRow> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  const [row] = await shop.database
    .select()
    .from(userProfiles)
    .where(and(eq(userProfiles.id, id), isNull(userProfiles.anonymisedAt)));
  if (!row) throw notFound();
  return toUser(row);
}

type LastOwner = Refused<'last-owner', undefined>;

type Wanted = Omit<z.output<typeof userSchema>, 'seen'>;

/** What a form that changes an account was made from; the role counts for admins only. */
export const digestUser = ({ name, phone, isAdmin, role }: Wanted): string =>
  digestSeen([name, phone, isAdmin && role]);

/**
 * Changes name, phone, and whether somebody works in the admin area and as what; owners only. Every session of
 * theirs ends when their role changes (T16). Refused when no owner would be left, also when two owners
 * demote each other at once, and, with how it stands now, where the account isn't what was `seen` any more.
 */
export async function saveUser(
  shop: Shop,
  id: string,
  { seen, ...wanted }: Wanted & { seen?: string },
): Promise<Result<UserRow, LastOwner | Stale<UserRow>>> {
  return changeAccount(shop, id, async (shop, before, isLast) => {
    const now = toUser(before);
    // What stands there as it is wanted was saved by this very form, whose answer was lost.
    if (isStale(seen, digestUser(now), digestUser(wanted))) return refused('changed-meanwhile', now);
    const { name, phone, isAdmin, role } = wanted;
    if (isLast && !(isAdmin && role === 'owner')) return refused('last-owner');
    const changes = { name, phone: phone || null, isAdmin, adminRole: isAdmin ? role : ('owner' as const) };
    const after = await updateProfile(shop, id, changes);
    if (isAdmin !== before.isAdmin || (isAdmin && changes.adminRole !== before.adminRole)) {
      logSecurityEvent(shop, 'role-changed', { role: isAdmin ? role : 'customer', userId: id });
      await endSessions(shop, id);
    }
    await auditChange(shop, 'user.save', before, after!);
    return done(toUser(after!));
  });
}

/** Switches an account off, which ends its sessions, or on again; owners only. Refused for the last owner. */
export async function setUserActive(shop: Shop, id: string, active: boolean): Promise<Result<UserRow, LastOwner>> {
  return changeAccount(shop, id, async (shop, before, isLast) => {
    if (isLast && !active) return refused('last-owner');
    const deactivatedAt = active ? null : (before.deactivatedAt ?? shop.now);
    const after = await updateProfile(shop, id, { deactivatedAt });
    logSecurityEvent(shop, 'account-switched', { isOn: active, userId: id });
    if (!active) await endSessions(shop, id);
    await auditChange(shop, active ? 'user.reactivate' : 'user.deactivate', before, after!);
    return done(toUser(after!));
  });
}

/**
 * Deletes an account: its person becomes unrecognisable, their orders stay; owners only. Refused for the last
 * owner. What other modules know of them goes with `deletePerson` of personal-data.
 */
export async function deleteUser(shop: Shop, id: string): Promise<Result<undefined, LastOwner>> {
  return changeAccount(shop, id, async (shop, before, isLast) => {
    if (isLast) return refused('last-owner');
    await anonymisePerson(shop, id);
    // Kept for ever, so nothing by which the person could be known again.
    await audit(shop, {
      action: 'user.delete',
      table: 'user_profiles',
      id,
      before: { isAdmin: before.isAdmin, role: before.isAdmin ? before.adminRole : null },
    });
    return done();
  });
}

/**
 * One change to one account, while nobody else changes who is an owner: their rows are locked first, in one order, so
 * that of two owners who demote each other the second finds itself no longer an owner.
 */
async function changeAccount<Answer>(
  shop: Shop,
  id: string,
  change: (shop: Shop, before: ProfileRow, isLast: boolean) => Promise<Answer>,
): Promise<Answer> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  return inTransaction(shop, async (shop) => {
    const owners = await lockOwners(shop);
    const { actor } = shop;
    if (actor.kind !== 'shop' && !owners.some((owner) => 'userId' in actor && owner.id === actor.userId))
      throw notFound();
    const [before] = await shop.database
      .select()
      .from(userProfiles)
      .where(and(eq(userProfiles.id, id), isNull(userProfiles.anonymisedAt)))
      .for('update');
    if (!before) throw notFound();
    return change(shop, before, isLastOwner(owners, id));
  });
}

/** The audit is for good and people may leave, so of name and phone it has only that they were changed. */
async function auditChange(shop: Shop, action: string, before: ProfileRow, after: ProfileRow): Promise<void> {
  const facts = ({ isAdmin, adminRole, deactivatedAt }: ProfileRow) => ({
    role: isAdmin ? adminRole : 'customer',
    deactivated: deactivatedAt !== null,
  });
  const changed = {
    ...(after.name !== before.name && { name: 'changed' }),
    ...(after.phone !== before.phone && { phone: 'changed' }),
  };
  await audit(shop, {
    action,
    table: 'user_profiles',
    id: before.id,
    before: facts(before),
    after: { ...changed, ...facts(after) },
  });
}

const toUser = ({ id, name, email, phone, isAdmin, adminRole, deactivatedAt, createdAt }: ProfileRow): UserRow => ({
  id,
  name,
  email,
  phone: phone ?? '',
  isAdmin,
  role: adminRole,
  isActive: deactivatedAt === null,
  joinedAt: createdAt,
});

/** The shop's owners; `leaves` says who asked for their account to be deleted. */
export type Owners = readonly { id: string; leaves: boolean }[];

// Not by owner: who the owners are, so that one stays.
/**
 * Reads the owners and locks their rows in one order until the caller's transaction ends, so that two can't stop being one
 * at once. Call it before any other person's row is locked.
 */
export async function lockOwners(shop: Shop): Promise<Owners> {
  return shop.database
    .select({ id: userProfiles.id, leaves: sql<boolean>`${userProfiles.deletionDueAt} is not null` })
    .from(userProfiles)
    .where(and(eq(userProfiles.isAdmin, true), eq(userProfiles.adminRole, 'owner'), isNull(userProfiles.deactivatedAt)))
    .orderBy(asc(userProfiles.id))
    .for('update');
}

/** Whether the shop would have no owner without this person; one who leaves is none to rely on. */
export const isLastOwner = (owners: Owners, userId: string): boolean =>
  owners.some(({ id }) => id === userId) && !owners.some(({ id, leaves }) => id !== userId && !leaves);
