import { and, eq } from 'drizzle-orm';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { type Shop, inTransaction } from '#app/platform/shop.server.ts';
import type { Listener } from './listener.ts';
import { outbox } from './tables.server.ts';

export const MAX_ATTEMPTS = 10;

/** Every listener must finish within this time. */
export const LEASE_SECONDS = 120;

const LISTENER_DEADLINE_SECONDS = 60;

/** If the process is killed, it may repeat the listeners that finished within this time before. */
const NOTED_AFTER_SECONDS = 5;

const FIRST_DELAY_SECONDS = 5;

export const MAX_DELAY_SECONDS = 2 * 60 * 60;

const MAX_ERROR = 2_000;

/** Returns the seconds until the next attempt, at most two hours, with jitter. */
export function retryDelaySeconds(attempt: number, random = Math.random()): number {
  const longest = Math.min(FIRST_DELAY_SECONDS * 3 ** (attempt - 1), MAX_DELAY_SECONDS);
  return longest * (1 - random / 2);
}

export type Log = {
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};

export type Claimed = typeof outbox.$inferSelect & { leasedUntil: Date };

export async function deliver(
  shopFor: () => Shop,
  listeners: readonly Listener[],
  event: Claimed,
  log: Log,
): Promise<void> {
  const waiting = listeners.filter(
    (listener) => listener.on === event.name && !event.deliveredTo.includes(listener.name),
  );
  if (event.attempts > MAX_ATTEMPTS)
    return markDead(shopFor(), waiting, event, event.lastError ?? 'The process ended during the last try', log);

  let lease = event.leasedUntil;
  const had = [...event.deliveredTo];
  const failures: { listener: string; error: string }[] = [];
  for (const [number, listener] of waiting.entries()) {
    try {
      const shop = { ...shopFor(), ...(event.requestId !== null && { requestId: event.requestId }) };
      await withDeadline(listener.handle(shop, event.payload as never, { id: event.id, attempt: event.attempts }));
      had.push(listener.name);
    } catch (error) {
      failures.push({ listener: listener.name, error: innermostError(error) });
    }
    const shop = shopFor();
    const isSlow = lease.getTime() - shop.now.getTime() < (LEASE_SECONDS - NOTED_AFTER_SECONDS) * 1_000;
    if (!isSlow || number === waiting.length - 1) continue;
    const renewed = leaseFrom(shop);
    const [renewedRow] = await shop.database
      .update(outbox)
      .set({ deliveredTo: had, leasedUntil: renewed })
      .where(ours(event, lease))
      .returning({ id: outbox.id });
    if (!renewedRow) return;
    lease = renewed;
  }

  if (FAILPOINTS) await reachFailpoint('outbox.delivered');
  const shop = shopFor();
  if (failures.length === 0) {
    await shop.database
      .update(outbox)
      .set({ state: 'done', doneAt: shop.now, deliveredTo: had, leasedUntil: null, lastError: null })
      .where(ours(event, lease));
    return;
  }
  const lastError = failures
    .map(({ listener, error }) => `${listener}: ${error}`)
    .join('\n')
    .slice(0, MAX_ERROR);
  const failed = waiting.filter((listener) => failures.some((failure) => failure.listener === listener.name));
  if (event.attempts >= MAX_ATTEMPTS)
    return markDead(shop, failed, { ...event, leasedUntil: lease, deliveredTo: had }, lastError, log);
  const delaySeconds = retryDelaySeconds(event.attempts);
  await shop.database
    .update(outbox)
    .set({
      deliveredTo: had,
      nextAttemptAt: new Date(shop.now.getTime() + delaySeconds * 1_000),
      leasedUntil: null,
      lastError,
    })
    .where(ours(event, lease));
  log.warn(
    {
      event: event.name,
      id: event.id,
      request: event.requestId,
      attempt: event.attempts,
      retryInSeconds: Math.round(delaySeconds),
      error: lastError,
    },
    'An event could not be delivered yet',
  );
}

async function markDead(
  shop: Shop,
  failed: readonly Listener[],
  event: Claimed,
  lastError: string,
  log: Log,
): Promise<void> {
  const isOurs = await inTransaction(shop, async (shop) => {
    const [dead] = await shop.database
      .update(outbox)
      .set({ state: 'dead', deliveredTo: event.deliveredTo, leasedUntil: null, lastError })
      .where(ours(event, event.leasedUntil))
      .returning({ id: outbox.id });
    if (!dead) return false;
    for (const listener of failed) await listener.onDead?.(shop, event.payload as never, lastError);
    return true;
  });
  if (isOurs)
    log.error(
      {
        event: event.name,
        id: event.id,
        request: event.requestId,
        attempts: Math.min(event.attempts, MAX_ATTEMPTS),
        error: lastError,
      },
      'An event was given up',
    );
}

const ours = (event: Claimed, lease: Date) =>
  and(eq(outbox.id, event.id), eq(outbox.state, 'waiting'), eq(outbox.leasedUntil, lease));

export const leaseFrom = (shop: Shop) => new Date(shop.now.getTime() + LEASE_SECONDS * 1_000);

async function withDeadline(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No answer within ${LISTENER_DEADLINE_SECONDS} s`)),
      LISTENER_DEADLINE_SECONDS * 1_000,
    );
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The outer errors contain query parameters, which are personal data. */
function innermostError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostError(error.cause) : `${error.name}: ${error.message}`;
}
