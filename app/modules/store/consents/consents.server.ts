import { desc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { policyNumbers } from '#app/modules/store/policies/policies.server.ts';
import { adminOnly, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { type Consent, type ConsentPlace, type ConsentPurpose, POLICY_OF } from './consent.ts';
import { consents } from './tables.server.ts';

type Subject = { userId: string | null; requestId?: string };

/** Records changed consents with the policy version. The caller checks access. */
export async function recordConsents(
  shop: Shop,
  { userId, requestId }: Subject,
  place: ConsentPlace,
  said: Partial<Record<ConsentPurpose, boolean>>,
): Promise<void> {
  const numbers = await policyNumbers(shop);
  const rows = (Object.entries(said) as [ConsentPurpose, boolean][]).map(([purpose, given]) => ({
    purpose,
    given,
    policy: POLICY_OF[purpose],
    policy_version: numbers[POLICY_OF[purpose]],
  }));
  await shop.database.execute(sql`
    insert into consents (user_id, request_id, purpose, given, policy, policy_version, place, created_at)
    select ${userId}::uuid, ${requestId ?? null}::uuid, said.purpose, said.given, said.policy, said.policy_version,
      ${place}, ${shop.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as said (purpose text, given boolean, policy text, policy_version integer)
    where said.given is distinct from coalesce((
      select earlier.given from consents earlier
      where earlier.user_id is not distinct from ${userId}::uuid
        and earlier.request_id is not distinct from ${requestId ?? null}::uuid and earlier.purpose = said.purpose
      order by earlier.sequence desc limit 1), false)`);
}

export async function hasConsent(shop: Shop, userId: string, purpose: ConsentPurpose): Promise<boolean> {
  shopOnly(shop);
  const [last] = await shop.database
    .select({ given: consents.given })
    .from(consents)
    .where(sql`${consents.userId} = ${userId} and ${consents.purpose} = ${purpose}`)
    .orderBy(desc(consents.sequence))
    .limit(1);
  return last?.given ?? false;
}

export const listMyConsents = (shop: Shop): Promise<Consent[]> => listOf(shop, signedIn(shop).userId);

export function listConsentsOf(shop: Shop, userId: string): Promise<Consent[]> {
  adminOnly(shop);
  return listOf(shop, userId);
}

const listOf = (shop: Shop, userId: string): Promise<Consent[]> =>
  shop.database
    .select({
      purpose: consents.purpose,
      given: consents.given,
      policy: consents.policy,
      policyVersion: consents.policyVersion,
      place: consents.place,
      requestId: consents.requestId,
      at: consents.createdAt,
    })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.sequence)) as Promise<Consent[]>;

/** Deletes a person's consents. Consents about a request stay without a name and no longer allow photos. */
export async function forgetConsents(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  const { privacy } = await policyNumbers(shop);
  const theirs = (column: SQLWrapper) => sql`${column} = ${userId}`;
  await shop.database.execute(sql`
    insert into consents (user_id, request_id, purpose, given, policy, policy_version, place, created_at)
    select null, last.request_id, last.purpose, false, last.policy, ${privacy}::integer, 'deletion', ${shop.now.toISOString()}::timestamptz
    from (select distinct on (request_id) * from consents
      where user_id = ${userId} and purpose = 'commission-photos' order by request_id, sequence desc) last
    where last.given`);
  await shop.database.delete(consents).where(sql`${theirs(consents.userId)} and ${consents.requestId} is null`);
  await shop.database.update(consents).set({ userId: null }).where(theirs(consents.userId));
}
