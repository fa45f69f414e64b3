import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { type Shop } from '#app/platform/shop.server.ts';
import type { Listener } from './listener.ts';
import { dropOldEvents } from './outbox.server.ts';
import { outbox } from './tables.server.ts';
import { LEASE_SECONDS, MAX_DELAY_SECONDS, type Log, type Claimed, deliver, leaseFrom } from './deliver.server.ts';

const AT_ONCE = 4;
/**
 * While visitors wait, the worker pauses after a delivery for this many times the delivery's duration, unless an event
 * is overdue.
 */
const PAUSE_TIMES = 9;
const MAX_PAUSE_MS = 1_000;
const GIVES_WAY_SECONDS = 10;
const LOOKS_EVERY_MS = 5;

export type OutboxWorkerOptions = {
  /** Creates a new shop for each claim, so that its `now` is current. */
  shopFor(): Shop;
  listeners: readonly Listener[];
  log: Log;
  listen(channel: string, onNotice: () => void): Promise<() => Promise<void>>;
  /** Polling finds events to retry, and events of killed workers. */
  pollSeconds?: number;
  isAnswering?(): boolean;
};

export type OutboxWorker = {
  drain(): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Delivers events at least once, in any order. A worker leases an event, so that no row stays locked while a listener
 * runs.
 */
export async function startOutboxWorker({
  shopFor,
  listeners,
  log,
  listen,
  pollSeconds = 5,
  isAnswering = () => false,
}: OutboxWorkerOptions): Promise<OutboxWorker> {
  let stopped = false;
  let hasNotice = false;
  let running: Promise<number> | undefined;

  let pauseMillis = MAX_PAUSE_MS;
  const giveWay = async () => {
    const until = performance.now() + pauseMillis;
    while (performance.now() < until && isAnswering() && !stopped) await wait(LOOKS_EVERY_MS);
  };

  const drain = async () => {
    let delivered = 0;
    while (!stopped) {
      await giveWay();
      if (stopped) break;
      const began = performance.now();
      const shop = shopFor();
      const claimed = await claim(shop);
      if (claimed.length === 0) break;
      if (FAILPOINTS) await reachFailpoint('outbox.claimed');
      const outcomes = await Promise.allSettled(claimed.map((event) => deliver(shopFor, listeners, event, log)));
      delivered += claimed.length;
      const waitedMillis = shop.now.getTime() - Math.min(...claimed.map((event) => event.nextAttemptAt.getTime()));
      pauseMillis =
        waitedMillis > GIVES_WAY_SECONDS * 1_000
          ? 0
          : Math.min(PAUSE_TIMES * (performance.now() - began), MAX_PAUSE_MS);
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    }
    return delivered;
  };

  /**
   * A notification that arrives during a drain starts another drain, because the last claim may have missed the new
   * row.
   */
  const drainOnce = (): Promise<number> => {
    hasNotice = true;
    running ??= (async () => {
      let delivered = 0;
      while (hasNotice && !stopped) {
        hasNotice = false;
        delivered += await drain();
      }
      return delivered;
    })().finally(() => {
      running = undefined;
    });
    return running;
  };

  const look = () => {
    if (!stopped)
      drainOnce().catch((error: unknown) => log.error({ err: error }, 'The outbox could not be read; trying again'));
  };
  const clean = () => {
    if (!stopped)
      dropOldEvents(shopFor()).catch((error: unknown) => log.error({ err: error }, 'Old events could not be dropped'));
  };

  const unlisten = await listen('outbox', look);
  const poll = setInterval(look, pollSeconds * 1_000);
  const cleaning = setInterval(clean, 60 * 60 * 1_000);
  look();

  return {
    drain: drainOnce,
    async stop() {
      stopped = true;
      clearInterval(poll);
      clearInterval(cleaning);
      await unlisten();
      await running;
    },
  };
}

/** The largest allowed difference between the clocks of two machines. */
const SKEW_SECONDS = 120;

/** Counts the attempt before delivery, so that the worker also gives up on an event that kills the process. */
async function claim(shop: Shop): Promise<Claimed[]> {
  const inSeconds = (seconds: number) => new Date(shop.now.getTime() + seconds * 1_000);
  const due = shop.database.$with('due').as(
    shop.database
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          eq(outbox.state, 'waiting'),
          or(
            lte(outbox.nextAttemptAt, shop.now),
            gt(outbox.nextAttemptAt, inSeconds(MAX_DELAY_SECONDS + SKEW_SECONDS)),
            gt(outbox.createdAt, inSeconds(SKEW_SECONDS)),
          ),
          or(
            isNull(outbox.leasedUntil),
            lte(outbox.leasedUntil, shop.now),
            gt(outbox.leasedUntil, inSeconds(LEASE_SECONDS + SKEW_SECONDS)),
          ),
        ),
      )
      .orderBy(asc(outbox.nextAttemptAt), asc(outbox.createdAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true }),
  );
  const rows = await shop.database
    .with(due)
    .update(outbox)
    .set({
      leasedUntil: leaseFrom(shop),
      attempts: sql`${outbox.attempts} + 1`,
      // An event with a future time would otherwise be retried without a pause.
      createdAt: sql`least(${outbox.createdAt}, ${shop.now.toISOString()}::timestamptz)`,
    })
    .where(sql`${outbox.id} in (select id from ${due})`)
    .returning();
  return rows as Claimed[];
}
