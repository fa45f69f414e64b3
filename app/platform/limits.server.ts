import { sql } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import type { Shop } from './shop.server.ts';

export type Limit = { capacity: number; refillPerMinute: number };
export type TooMany = Refused<'too-many', undefined>;

/** Takes one token from the bucket of a key, or refuses when it is empty; one statement, so that two can't take the last. */
export async function takeToken(shop: Shop, key: string, limit: Limit): Promise<Result<undefined, TooMany>> {
  const taken = await shop.database.execute(sql`
    insert into rate_limits (key, tokens, refilled_at) values (${key}, ${limit.capacity - 1}::double precision, ${shop.now.toISOString()}::timestamptz)
    on conflict (key) do update set tokens = ${refilled(shop, limit)} - 1, refilled_at = excluded.refilled_at
    where ${refilled(shop, limit)} >= 1
    returning tokens`);
  return taken.rows.length > 0 ? done() : refused('too-many');
}

/** Tells whether the bucket of a key has a token, without taking it. */
export async function hasToken(shop: Shop, key: string, limit: Limit): Promise<boolean> {
  const empty = await shop.database.execute(sql`select 1 from rate_limits where key = ${key} and ${refilled(shop, limit)} < 1`);
  return empty.rows.length === 0;
}

const refilled = (shop: Shop, { capacity, refillPerMinute }: Limit) => sql`
  least(${capacity}::double precision,
    rate_limits.tokens + greatest(0, extract(epoch from ${shop.now.toISOString()}::timestamptz - rate_limits.refilled_at)) / 60 * ${refillPerMinute}::double precision)`;
