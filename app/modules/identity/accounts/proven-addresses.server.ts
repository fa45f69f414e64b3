import { asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { adminOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { formerAddresses } from './tables.server.ts';

/** An address that the person confirmed. It was theirs after `after` and up to `until`; null means no limit. */
export type ProvenAddress = { email: string; after: Date | null; until: Date | null };

const addressesOf = (userId: string): SQL => sql`(
  select mine.email, mine.until, (
    select max(other.left_at) from former_addresses other
    where other.email = mine.email and other.user_id <> ${userId}::uuid
      and (mine.until is null or other.left_at < mine.until)) as after
  from (
    select email, null::timestamptz as until from auth_users where id = ${userId}::uuid and email_verified
    union all select email, left_at from former_addresses where user_id = ${userId}::uuid) mine) proven`;

/** Returns the addresses as a list, which stays usable after the account is deleted. */
export async function listProvenAddresses(shop: Shop, userId: string): Promise<ProvenAddress[]> {
  adminOnly(shop);
  const { rows } = await shop.database.execute<{ email: string; after: string | null; until: string | null }>(
    sql`select email, after::text, until::text from ${addressesOf(userId)}`,
  );
  const at = (moment: string | null) => (moment === null ? null : new Date(moment));
  return rows.map(({ email, after, until }) => ({ email, after: at(after), until: at(until) }));
}

export function wasAddressOf(whose: string | readonly ProvenAddress[], email: SQLWrapper, at: SQLWrapper): SQL {
  const addresses =
    typeof whose === 'string'
      ? addressesOf(whose)
      : sql`jsonb_to_recordset(${JSON.stringify(whose)}::jsonb) as proven (email text, after timestamptz, until timestamptz)`;
  // The first condition is redundant, but can use an index.
  return sql`(${email} in (select proven.email from ${addresses}) and exists (
    select from ${addresses} where proven.email = ${email}
      and (proven.after is null or ${at} > proven.after) and (proven.until is null or ${at} <= proven.until)))`;
}

export const listFormerAddresses = (shop: Shop): Promise<{ email: string; leftAt: Date }[]> =>
  shop.database
    .select({ email: formerAddresses.email, leftAt: formerAddresses.leftAt })
    .from(formerAddresses)
    .where(eq(formerAddresses.userId, signedIn(shop).userId))
    .orderBy(asc(formerAddresses.leftAt));
