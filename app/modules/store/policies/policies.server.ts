import { asc, desc, eq, max, sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import { textChannelsOf } from '#app/basics/text-channels.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { DEFAULT_POLICIES } from './default-policies.ts';
import { parseMarkdown } from './markdown.server.ts';
import { shippingCharge, zoneRow } from './policy-labels.ts';
import { POLICY_IDS, type PolicyId, type PolicyText } from './policy.ts';
import { policyVersions } from './tables.server.ts';
import { fillIn, type PolicyFacts } from './variables.ts';

type Latest = { number: number; text: string; source: string | null; createdAt: Date };

const readLatest = (shop: Shop): Promise<Partial<Record<PolicyId, Latest>>> =>
  readCached(shop, 'policies', () => selectLatest(shop));

async function selectLatest({ database }: Shop): Promise<Partial<Record<PolicyId, Latest>>> {
  const rows = await database
    .selectDistinctOn([policyVersions.policy])
    .from(policyVersions)
    .orderBy(asc(policyVersions.policy), desc(policyVersions.number));
  return Object.fromEntries(
    rows.map(({ policy, number, text, source, createdAt }) => [policy, { number, text, source, createdAt }]),
  );
}

const factsOf = async (shop: Shop): Promise<PolicyFacts> => ({
  ...(await getSettings(shop)),
  channels: textChannelsOf(shop),
  isLive: shop.config.mode === 'live',
});

const sourceOf = (policy: PolicyId, latest: Latest | undefined, facts: PolicyFacts): string =>
  latest?.source ?? DEFAULT_POLICIES[policy](facts);

/** Returns a policy. A default text has no `updatedAt`, because its date is in the settings. */
export async function getPolicy(shop: Shop, policy: PolicyId): Promise<{ text: PolicyText; updatedAt?: Date }> {
  const [facts, all] = await Promise.all([factsOf(shop), readLatest(shop)]);
  const latest = all[policy];
  return {
    text: parseMarkdown(fillIn(sourceOf(policy, latest, facts), facts)),
    ...(latest?.source && { updatedAt: latest.createdAt }),
  };
}

/** Returns everything that binds the shop. The owner must read this again only after a change. */
export async function readPoliciesInForce(shop: Shop) {
  const [facts, all] = await Promise.all([factsOf(shop), readLatest(shop)]);
  const { promises, legal, shippingMode, flatShipping, shippingZones } = facts;
  return {
    texts: POLICY_IDS.map((policy) => fillIn(sourceOf(policy, all[policy], facts), facts)),
    zones: shippingZones.map(zoneRow),
    charge: shippingMode === 'flat' ? shippingCharge(flatShipping) : undefined,
    promises,
    legal,
  };
}

export async function policyNumbers(shop: Shop): Promise<Record<PolicyId, number>> {
  const rows = await shop.database
    .select({ policy: policyVersions.policy, number: max(policyVersions.number) })
    .from(policyVersions)
    .groupBy(policyVersions.policy);
  const numbers: Record<PolicyId, number> = { terms: 0, privacy: 0, returns: 0, shipping: 0 };
  for (const { policy, number } of rows) numbers[policy] = number ?? 0;
  return numbers;
}

export async function getPolicyToEdit(
  shop: Shop,
  policy: PolicyId,
): Promise<{
  source: string;
  isOwn: boolean;
  number: number;
  versions: { number: number; createdAt: Date; isOwn: boolean }[];
}> {
  ownerOnly(shop);
  const [facts, rows] = await Promise.all([
    factsOf(shop),
    shop.database
      .select({
        number: policyVersions.number,
        createdAt: policyVersions.createdAt,
        isOwn: sql<boolean>`${policyVersions.source} is not null`,
      })
      .from(policyVersions)
      .where(eq(policyVersions.policy, policy))
      .orderBy(desc(policyVersions.number)),
  ]);
  const latest = (await selectLatest(shop))[policy];
  return {
    source: sourceOf(policy, latest, facts),
    isOwn: Boolean(latest?.source),
    number: latest?.number ?? 0,
    versions: rows,
  };
}

export async function listPolicies(shop: Shop): Promise<{ policy: PolicyId; ownSince: Date | null; number: number }[]> {
  ownerOnly(shop);
  const latest = await selectLatest(shop);
  return POLICY_IDS.map((policy) => ({
    policy,
    ownSince: latest[policy]?.source ? latest[policy].createdAt : null,
    number: latest[policy]?.number ?? 0,
  }));
}

export async function previewPolicy(shop: Shop, source: string): Promise<PolicyText> {
  ownerOnly(shop);
  return parseMarkdown(fillIn(source, await factsOf(shop)));
}

/**
 * Publishes the owner's text, or the default text for null. Refuses when `number` is no longer the current version.
 * Owners only.
 */
export async function publishPolicy(
  shop: Shop,
  { policy, source, number }: { policy: PolicyId; source: string | null; number: number },
): Promise<Result<void, Stale>> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    await lock(shop);
    const facts = await factsOf(shop);
    const latest = (await selectLatest(shop))[policy];
    if (isStale(number, latest?.number ?? 0)) return refused('stale');
    if (source === (latest?.source ?? null)) return done(undefined);
    const text = fillIn(source ?? DEFAULT_POLICIES[policy](facts), facts);
    await shop.database
      .insert(policyVersions)
      .values({ policy, number: number + 1, text, source, createdAt: shop.now });
    await audit(shop, {
      action: 'policy.publish',
      table: 'policy_versions',
      id: policy,
      before: { source: latest?.source ?? null },
      after: { source },
    });
    return done(undefined);
  });
}

/** Prevents two versions with the same number. */
const lock = ({ database }: Shop) =>
  database.execute(sql`select pg_advisory_xact_lock(hashtextextended('policy versions', 0))`);

/**
 * Records policies that a setting or update changed, because each order is subject to the text of its day. Returns how
 * many.
 */
export async function recordPolicyVersions(shop: Shop): Promise<number> {
  ownerOnly(shop);
  const changedIn = (facts: PolicyFacts, all: Partial<Record<PolicyId, Latest>>) =>
    POLICY_IDS.flatMap((policy) => {
      const latest = all[policy];
      const text = fillIn(sourceOf(policy, latest, facts), facts);
      return text === latest?.text
        ? []
        : [{ policy, number: (latest?.number ?? 0) + 1, text, source: latest?.source ?? null, createdAt: shop.now }];
    });
  if (changedIn(await factsOf(shop), await readLatest(shop)).length === 0) return 0;
  return inTransaction(shop, async (shop) => {
    await lock(shop);
    const changed = changedIn(await factsOf(shop), await selectLatest(shop));
    if (changed.length > 0) await shop.database.insert(policyVersions).values(changed);
    return changed.length;
  });
}

export type PolicyVersion = { policy: PolicyId; number: number; text: PolicyText; createdAt: Date };

/** Returns the policies in force at an instant, or the first versions for an earlier instant. */
export async function policiesAt(shop: Shop, instant: Date): Promise<PolicyVersion[]> {
  const isLater = sql`${policyVersions.createdAt} > ${instant}`;
  const rows = await shop.database
    .selectDistinctOn([policyVersions.policy])
    .from(policyVersions)
    .orderBy(
      asc(policyVersions.policy),
      isLater,
      sql`case when ${isLater} then ${policyVersions.number} else - ${policyVersions.number} end`,
    );
  const found = new Map(rows.map((row) => [row.policy, row]));
  return POLICY_IDS.flatMap((policy) => {
    const row = found.get(policy);
    return row ? [{ policy, number: row.number, text: parseMarkdown(row.text), createdAt: row.createdAt }] : [];
  });
}

export async function getPolicyVersion(shop: Shop, policy: PolicyId, number: number): Promise<PolicyVersion> {
  ownerOnly(shop);
  const [row] = await shop.database
    .select()
    .from(policyVersions)
    .where(sql`${policyVersions.policy} = ${policy} and ${policyVersions.number} = ${number}`);
  if (!row) throw notFound();
  return { policy, number, text: parseMarkdown(row.text), createdAt: row.createdAt };
}
