import { sql } from 'drizzle-orm';
import type { Shop } from './shop.server.ts';

export type Limit = {
  /** What is limited ('sign-in by account'); two names never share a bucket. */
  name: string;
  /** Whom it is counted for: an address, an account, an e-mail. */
  key: string;
  /** How many may come at once. */
  capacity: number;
  /** How many minutes an empty bucket takes to fill again. */
  perMinutes: number;
};

/** A refusal is kept as a number below zero, this far below what the bucket holds, so that one statement can both count and tell. */
const REFUSED = 2;

/**
 * Takes one token from the bucket of `name` and `key` and says whether there was none left. The shop's clock fills it
 * again, also while it refuses, so nobody is locked out for good. One statement: two who ask at once can't take the
 * same token. A database that doesn't answer throws: a limit that can't be read lets nobody through (T29).
 */
export async function limited(shop: Shop, { name, key, capacity, perMinutes }: Limit): Promise<{ limited: boolean; retryAfterSeconds: number }> {
  const tokensPerSecond = capacity / (perMinutes * 60);
  const now = sql`${shop.now.toISOString()}::timestamptz`;
  const held = sql`b.tokens + case when b.tokens < 0 then ${REFUSED}::float8 else 0 end`;
  const filled = sql`least(${capacity}::float8, ${held} + greatest(0, extract(epoch from ${now} - b.refilled_at)) * ${tokensPerSecond}::float8)`;
  const { rows } = await shop.database.execute<{ tokens: number }>(sql`
    insert into rate_limits as b (key, tokens, refilled_at)
    values (${`${name}:${key}`}, ${capacity - 1}::float8, ${now})
    on conflict (key) do update set
      tokens = ${filled} - case when ${filled} >= 1 then 1 else ${REFUSED}::float8 end,
      refilled_at = greatest(b.refilled_at, excluded.refilled_at)
    returning tokens`);
  const tokens = Number(rows[0]!.tokens);
  if (tokens >= 0) return { limited: false, retryAfterSeconds: 0 };
  return { limited: true, retryAfterSeconds: Math.max(1, Math.ceil((1 - (tokens + REFUSED)) / tokensPerSecond)) };
}

/** Forgets buckets nobody has asked for since yesterday; a sweep calls it. */
export async function forgetIdleLimits(shop: Shop): Promise<void> {
  await shop.database.execute(sql`delete from rate_limits where refilled_at < ${shop.now.toISOString()}::timestamptz - interval '1 day'`);
}
