import { sql } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { logSecurityEvent } from './security-log.server.ts';
import type { Shop } from './shop.server.ts';

export type Limit = { capacity: number; refillPerMinute: number };
export type TooMany = Refused<'too-many', { retryAfterSeconds: number }>;

/**
 * Takes a token from a key's bucket, or refuses if the bucket is empty. Buckets refill, so that nobody is locked out
 * forever. Throws without the database (T29).
 */
export async function takeToken(shop: Shop, key: string, limit: Limit): Promise<Result<undefined, TooMany>> {
  const taken = await takeTurn(shop, key, limit);
  if (!taken.ok) logLimit(shop, key);
  return taken;
}

/** Like `takeToken`, for limits that do not belong to a visitor. */
export async function takeTurn(shop: Shop, key: string, limit: Limit): Promise<Result<undefined, TooMany>> {
  const taken = await shop.database.execute(sql`
    insert into rate_limits (key, tokens, refilled_at) values (${key}, ${limit.capacity - 1}::double precision, ${shop.now.toISOString()}::timestamptz)
    on conflict (key) do update set tokens = ${refill(shop, limit)} - 1, refilled_at = excluded.refilled_at
    where ${refill(shop, limit)} >= 1
    returning tokens`);
  if (taken.rows.length > 0) return done();
  // If the clock was fast, the last refill is in the future. The bucket then refills from now on.
  const held = await shop.database.execute<{ tokens: number | string }>(sql`
    with corrected as (
      update rate_limits set refilled_at = ${shop.now.toISOString()}::timestamptz
      where key = ${key} and refilled_at > ${shop.now.toISOString()}::timestamptz)
    select ${refill(shop, limit)} as tokens from rate_limits where key = ${key}`);
  return refuseUntilRefilled(Number(held.rows[0]?.tokens ?? 1), limit);
}

const refuseUntilRefilled = (tokens: number, { refillPerMinute }: Limit): TooMany =>
  refused('too-many', { retryAfterSeconds: Math.max(1, Math.ceil(((1 - tokens) / refillPerMinute) * 60)) });

export async function returnToken(shop: Shop, key: string, limit: Limit): Promise<void> {
  await shop.database.execute(sql`
    update rate_limits set tokens = least(${limit.capacity}::double precision, tokens + 1) where key = ${key}`);
}

export async function checkToken(shop: Shop, key: string, limit: Limit): Promise<Result<undefined, TooMany>> {
  const empty = await shop.database.execute<{ tokens: number | string }>(
    sql`select ${refill(shop, limit)} as tokens from rate_limits where key = ${key} and ${refill(shop, limit)} < 1`,
  );
  const [held] = empty.rows;
  if (!held) return done();
  logLimit(shop, key);
  return refuseUntilRefilled(Number(held.tokens), limit);
}

export const hasToken = async (shop: Shop, key: string, limit: Limit): Promise<boolean> =>
  (await checkToken(shop, key, limit)).ok;

export async function forgetIdleLimits(shop: Shop): Promise<void> {
  await shop.database.execute(
    sql`delete from rate_limits where refilled_at < ${shop.now.toISOString()}::timestamptz - interval '2 days'`,
  );
}

/** Only the key's first word is logged, because the other words identify a person. */
const logLimit = (shop: Shop, key: string) => logSecurityEvent(shop, 'limit-reached', { limit: key.split(':')[0]! });

const refill = (shop: Shop, { capacity, refillPerMinute }: Limit) => sql`
  least(${capacity}::double precision,
    rate_limits.tokens + greatest(0, extract(epoch from ${shop.now.toISOString()}::timestamptz - rate_limits.refilled_at)) / 60 * ${refillPerMinute}::double precision)`;
