import { sql } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { logSecurityEvent } from './security-log.server.ts';
import type { Shop } from './shop.server.ts';

export type Limit = { capacity: number; refillPerMinute: number };
export type TooMany = Refused<'too-many', { retryAfterSeconds: number }>;

/**
 * Takes one token from the bucket of a key, or refuses when it is empty; one statement, so that two can't take the last.
 * A bucket fills while it refuses, so nobody is shut out for good. A database that doesn't answer throws (T29).
 */
export async function takeToken(shop: Shop, key: string, limit: Limit): Promise<Result<undefined, TooMany>> {
  const taken = await takeTurn(shop, key, limit);
  if (!taken.ok) logLimit(shop, key);
  return taken;
}

/** The same for what is no limit of anybody: whose turn it is, or whether something was done before. */
export async function takeTurn(shop: Shop, key: string, limit: Limit): Promise<Result<undefined, TooMany>> {
  const taken = await shop.database.execute(sql`
    insert into rate_limits (key, tokens, refilled_at) values (${key}, ${limit.capacity - 1}::double precision, ${shop.now.toISOString()}::timestamptz)
    on conflict (key) do update set tokens = ${refill(shop, limit)} - 1, refilled_at = excluded.refilled_at
    where ${refill(shop, limit)} >= 1
    returning tokens`);
  if (taken.rows.length > 0) return done();
  // One that was filled while the clock ran ahead fills from now on, as any other, and not only when the clock has come there.
  const held = await shop.database.execute<{ tokens: number | string }>(sql`
    with corrected as (
      update rate_limits set refilled_at = ${shop.now.toISOString()}::timestamptz
      where key = ${key} and refilled_at > ${shop.now.toISOString()}::timestamptz)
    select ${refill(shop, limit)} as tokens from rate_limits where key = ${key}`);
  return refuseUntilRefilled(Number(held.rows[0]?.tokens ?? 1), limit);
}

const refuseUntilRefilled = (tokens: number, { refillPerMinute }: Limit): TooMany =>
  refused('too-many', { retryAfterSeconds: Math.max(1, Math.ceil(((1 - tokens) / refillPerMinute) * 60)) });

/** Puts a token back that was taken for something which, as it turned out, needs no limit; a bucket never overflows. */
export async function returnToken(shop: Shop, key: string, limit: Limit): Promise<void> {
  await shop.database.execute(sql`
    update rate_limits set tokens = least(${limit.capacity}::double precision, tokens + 1) where key = ${key}`);
}

/** Refuses where the bucket of a key has no token, with how long it takes to have one; takes none. */
export async function checkToken(shop: Shop, key: string, limit: Limit): Promise<Result<undefined, TooMany>> {
  const empty = await shop.database.execute<{ tokens: number | string }>(
    sql`select ${refill(shop, limit)} as tokens from rate_limits where key = ${key} and ${refill(shop, limit)} < 1`,
  );
  const [held] = empty.rows;
  if (!held) return done();
  logLimit(shop, key);
  return refuseUntilRefilled(Number(held.tokens), limit);
}

/** Tells whether the bucket of a key has a token, without taking it. */
export const hasToken = async (shop: Shop, key: string, limit: Limit): Promise<boolean> =>
  (await checkToken(shop, key, limit)).ok;

/** Forgets buckets nobody has taken from for two days: all of them are full again. A sweep calls it. */
export async function forgetIdleLimits(shop: Shop): Promise<void> {
  await shop.database.execute(
    sql`delete from rate_limits where refilled_at < ${shop.now.toISOString()}::timestamptz - interval '2 days'`,
  );
}

/** Of a key its first word alone: what follows is whose limit it is. */
const logLimit = (shop: Shop, key: string) => logSecurityEvent(shop, 'limit-reached', { limit: key.split(':')[0]! });

const refill = (shop: Shop, { capacity, refillPerMinute }: Limit) => sql`
  least(${capacity}::double precision,
    rate_limits.tokens + greatest(0, extract(epoch from ${shop.now.toISOString()}::timestamptz - rate_limits.refilled_at)) / 60 * ${refillPerMinute}::double precision)`;
