import { sql } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { inTransaction, type Shop, shopOnly } from './shop.server.ts';

/** An idempotency key and its `scope`. `content` is everything that the form submits. */
export type Idempotency = { scope: string; key: string; content: unknown };

/** The key was already used with other content. `data` is the first answer. */
export type KeyUsed<Answer> = Refused<'key-used', Answer>;

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/**
 * Runs `work` once per key, in a transaction. Repeating the same content returns the first answer; other content is
 * refused. Refusals of `work` are not stored.
 */
export async function once<Answer, Refusal extends Refused = never>(
  shop: Shop,
  { scope, key, content }: Idempotency,
  work: (shop: Shop) => Promise<Result<Answer, Refusal>>,
): Promise<Result<Answer, Refusal | KeyUsed<Answer>>> {
  const digest = sql`content_digest(${JSON.stringify(content)}::text::jsonb)`;
  return inTransaction(shop, async (shop): Promise<Result<Answer, Refusal | KeyUsed<Answer>>> => {
    // A concurrent transaction with the same key waits here.
    const { rows: taken } = await shop.database.execute(sql`
      insert into idempotency_keys (scope, key, digest, created_at) values (${scope}, ${key}::uuid, ${digest}, ${moment(shop.now)})
      on conflict do nothing returning key`);
    const ofKey = sql`scope = ${scope} and key = ${key}::uuid`;
    if (taken.length === 0) {
      const { rows } = await shop.database.execute<{ answer: Answer; isSame: boolean }>(
        sql`select answer, digest = ${digest} as "isSame" from idempotency_keys where ${ofKey}`,
      );
      const { answer, isSame } = rows[0]!;
      return isSame ? done(answer) : refused('key-used', answer);
    }
    const result = await work(shop);
    await shop.database.execute(
      result.ok
        ? sql`update idempotency_keys set answer = ${JSON.stringify(result.value)}::text::jsonb where ${ofKey}`
        : sql`delete from idempotency_keys where ${ofKey}`,
    );
    return result;
  });
}

/** Removes the keys of answers that were undone or erased, so that the same forms can be sent again. */
export async function removeKeysOf(shop: Shop, ids: readonly string[]): Promise<void> {
  await shop.database.execute(
    sql`delete from idempotency_keys where answer ->> 'id' in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`,
  );
}

/** A browser that restores its tabs may send a form again weeks later. */
const KEY_DAYS = 30;

export async function removeOldKeys(shop: Shop): Promise<void> {
  shopOnly(shop);
  const before = new Date(shop.now.getTime() - KEY_DAYS * 86_400_000);
  await shop.database.execute(sql`delete from idempotency_keys where created_at < ${moment(before)}`);
}
