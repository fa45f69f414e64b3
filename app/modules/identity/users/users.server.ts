import { and, asc, count, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { isGuestAddress } from '#app/modules/identity/accounts/account.ts';
import { type ProfileRow, updateProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { endSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { type Keyset, keyset, pageOf } from '#app/platform/database/keyset.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { searchTextContains } from '#app/platform/database/text-search.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { anonymisePerson } from './anonymise-person.server.ts';
import type { userNoteSchema, userSchema } from './forms.ts';
import type { ListedUser, UserFilter, UserKind, UserRow, UserSort } from './user.ts';

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

/** Returns the accounts that are not deleted. `counts` counts the accounts that the search finds. Owners only. */
export async function listUsers(shop: Shop, { search, kind, sort, cursor }: UserFilter = {}) {
  ownerOnly(shop);
  const found = and(isNull(userProfiles.anonymisedAt), searchTextContains(userProfiles, search));
  const order = SORTS[sort ?? '-joined'];
  const countOf = (kind: UserKind) => sql<number>`(count(*) filter (where ${OF_KIND[kind]}))::int`;
  const [rows, [counts]] = await Promise.all([
    shop.database
      .select({ ...listedColumns, position: order.position })
      .from(userProfiles)
      .leftJoin(authUsers, eq(authUsers.id, userProfiles.id))
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
  return { users: page.rows.map(toListedUser), next: page.next, counts: counts! };
}

export async function getUser(shop: Shop, id: string): Promise<ListedUser> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  const [row] = await shop.database
    .select(listedColumns)
    .from(userProfiles)
    .leftJoin(authUsers, eq(authUsers.id, userProfiles.id))
    .where(and(eq(userProfiles.id, id), isNull(userProfiles.anonymisedAt)));
  if (!row) throw notFound();
  return toListedUser(row);
}

type LastOwner = Refused<'last-owner', undefined>;

type Wanted = Omit<z.output<typeof userSchema>, 'seen'>;

export const digestUser = ({ name, phone, isAdmin, role }: Wanted): string =>
  digestSeen([name, phone, isAdmin && role]);

/**
 * Saves name, phone and role. A changed role ends the sessions (T16). Refuses to demote the last owner, and a stale
 * `seen`. Owners only.
 */
export async function saveUser(
  shop: Shop,
  id: string,
  { seen, ...wanted }: Wanted & { seen?: string },
): Promise<Result<UserRow, LastOwner | Stale<UserRow>>> {
  return changeAccount(shop, id, async (shop, before, isLast) => {
    const now = toUser(before);
    if (isStale(seen, digestUser(now), digestUser(wanted))) return refused('stale', now);
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

export const digestNote = (note: string): string => digestSeen([note]);

export async function getUserNote(shop: Shop, id: string): Promise<string> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  const [row] = await shop.database
    .select({ note: userProfiles.note })
    .from(userProfiles)
    .where(and(eq(userProfiles.id, id), isNull(userProfiles.anonymisedAt)));
  if (!row) throw notFound();
  return row.note;
}

/** Refuses a stale `seen`. Owners only. */
export async function saveUserNote(
  shop: Shop,
  id: string,
  { note, seen }: z.output<typeof userNoteSchema>,
): Promise<Result<undefined, Stale<string>>> {
  ownerOnly(shop);
  if (!isUuid(id)) throw notFound();
  return inTransaction(shop, async (shop) => {
    const [before] = await shop.database
      .select({ note: userProfiles.note })
      .from(userProfiles)
      .where(and(eq(userProfiles.id, id), isNull(userProfiles.anonymisedAt)))
      .for('update');
    if (!before) throw notFound();
    if (isStale(seen, digestNote(before.note), digestNote(note))) return refused('stale', before.note);
    await updateProfile(shop, id, { note });
    await audit(shop, { action: 'user.note', table: 'user_profiles', id });
    return done();
  });
}

/** Activates or deactivates an account and ends its sessions. Refuses the last owner. Owners only. */
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
 * Anonymises an account; its orders stay. Refuses the last owner. Other modules erase their data through
 * `deletePerson`.
 */
export async function deleteUser(shop: Shop, id: string): Promise<Result<undefined, LastOwner>> {
  return changeAccount(shop, id, async (shop, before, isLast) => {
    if (isLast) return refused('last-owner');
    await anonymisePerson(shop, id);
    // The audit log is permanent, so it must not identify the person.
    await audit(shop, {
      action: 'user.delete',
      table: 'user_profiles',
      id,
      before: { isAdmin: before.isAdmin, role: before.isAdmin ? before.adminRole : null },
    });
    return done();
  });
}

/** Locks the owners, so that two owners who demote each other cannot both succeed. */
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

/** The audit log is permanent, so it omits the values of name and phone. */
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

const listedColumns = { ...getTableColumns(userProfiles), signsInBy: authUsers.email };

const toListedUser = ({ signsInBy, ...row }: ProfileRow & { signsInBy: string | null }): ListedUser => ({
  ...toUser(row),
  isGuest: signsInBy !== null && isGuestAddress(signsInBy),
});

export type Owners = readonly { id: string; leaves: boolean }[];

// Not filtered by owner: counts the remaining owners.
/** Locks the owners in order, so that two cannot leave at the same time. Call it before locking any other person. */
export async function lockOwners(shop: Shop): Promise<Owners> {
  return shop.database
    .select({ id: userProfiles.id, leaves: sql<boolean>`${userProfiles.deletionDueAt} is not null` })
    .from(userProfiles)
    .where(and(eq(userProfiles.isAdmin, true), eq(userProfiles.adminRole, 'owner'), isNull(userProfiles.deactivatedAt)))
    .orderBy(asc(userProfiles.id))
    .for('update');
}

/** Owners with a pending deletion do not count. */
export const isLastOwner = (owners: Owners, userId: string): boolean =>
  owners.some(({ id }) => id === userId) && !owners.some(({ id, leaves }) => id !== userId && !leaves);
