// Not by owner: who the owners are, so that one stays.
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** The shop's owners; `leaves` says who asked for their account to be deleted. */
export type Owners = readonly { id: string; leaves: boolean }[];

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
