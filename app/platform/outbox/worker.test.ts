import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#app/platform/config.server.ts';
import { type Shop, inTransaction } from '#app/platform/shop.server.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import { openTestDatabase, truncateAll } from '#tests/support/database.ts';
import type { Delivery, Listener } from './listener.ts';
import { announce, announceEach, deadLetters, dropOldEvents, resendDead } from './outbox.server.ts';
import { outbox } from './tables.server.ts';
import { startOutboxWorker } from './worker.server.ts';
import { MAX_ATTEMPTS, retryDelaySeconds } from '#app/platform/outbox/deliver.server.ts';

declare module './outbox.server.ts' {
  interface Events {
    'test.happened': { bell: string };
  }
}

let opened: OpenedDatabase;
let clock: Date;

const shopFor = (): Shop => ({
  database: opened.database,
  actor: { kind: 'shop' },
  now: new Date(clock),
  visitorAddress: '',
  config: readConfig({}),
  suppliers: {} as Shop['suppliers'],
});
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};
const quiet = { warn() {}, error() {} };
const worker = (listeners: Listener[], options: { isAnswering?: () => boolean } = {}) =>
  startOutboxWorker({
    shopFor,
    listeners,
    log: quiet,
    listen: async () => async () => {},
    pollSeconds: 3_600,
    ...options,
  });
const only = async () => (await opened.database.select().from(outbox))[0]!;

function bell(name: string, failures = 0) {
  const heard: { bell: string; delivery: Delivery }[] = [];
  const dead: string[] = [];
  const listener: Listener = {
    name,
    on: 'test.happened',
    async handle(_shop, payload, delivery) {
      heard.push({ bell: payload.bell, delivery });
      if (heard.length <= failures) throw new Error(`${name} is broken`);
    },
    async onDead(_shop, _payload, lastError) {
      dead.push(lastError);
    },
  };
  return { listener, heard, dead };
}

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  clock = new Date('2026-11-21T10:00:00Z');
  await truncateAll(opened.database);
});

describe('the outbox worker', () => {
  test('delivers an event once to each listener, then marks it done', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'door' });
    const first = bell('first');
    const second = bell('second');
    const working = await worker([first.listener, second.listener]);
    await working.drain();
    await working.drain();
    await working.stop();
    expect(first.heard.map((each) => each.bell)).toEqual(['door']);
    expect(second.heard).toHaveLength(1);
    expect(await only()).toMatchObject({
      state: 'done',
      attempts: 1,
      leasedUntil: null,
      deliveredTo: ['first', 'second'],
    });
  });

  describe('while visitors wait for an answer', () => {
    let looks = 0;
    let looksAt: number[] = [];
    const listener: Listener = {
      name: 'first',
      on: 'test.happened',
      handle: async () => void looksAt.push(looks),
    };
    beforeEach(() => {
      looks = 0;
      looksAt = [];
    });

    test('waits until they have it', async () => {
      const working = await worker([listener], { isAnswering: () => (looks += 1) < 4 });
      await announce(shopFor(), 'test.happened', { bell: 'door' });
      await working.drain();
      await working.stop();
      expect(looksAt).toEqual([4]);
    });

    test('continues after a moment, at once when events are overdue', async () => {
      const working = await worker([listener], { isAnswering: () => (looks += 1) > 0 });
      await announceEach(
        shopFor(),
        'test.happened',
        Array.from({ length: 20 }, () => ({ bell: 'door' })),
      );
      later(60);
      await working.drain();
      await working.stop();
      expect(looksAt).toEqual(Array.from({ length: 20 }, () => looksAt[0]));
    });
  });

  test('ignores an event whose transaction rolled back', async () => {
    await inTransaction(shopFor(), async (shop) => {
      await announce(shop, 'test.happened', { bell: 'door' });
      throw new Error('changed my mind');
    }).catch(() => undefined);
    const { listener, heard } = bell('first');
    const working = await worker([listener]);
    expect(await working.drain()).toBe(0);
    await working.stop();
    expect(heard).toEqual([]);
  });

  test('retries only the failed listener, after its delay', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'door' });
    const fine = bell('fine');
    const broken = bell('broken', 1);
    const working = await worker([fine.listener, broken.listener]);
    await working.drain();
    expect(await only()).toMatchObject({
      state: 'waiting',
      attempts: 1,
      deliveredTo: ['fine'],
      lastError: 'broken: Error: broken is broken',
    });
    later(1);
    await working.drain();
    expect(broken.heard).toHaveLength(1);
    later(10);
    await working.drain();
    await working.stop();
    expect(fine.heard).toHaveLength(1);
    expect(broken.heard.map((each) => each.delivery.attempt)).toEqual([1, 2]);
    expect(new Set(broken.heard.map((each) => each.delivery.id)).size).toBe(1);
    expect(await only()).toMatchObject({ state: 'done', lastError: null });
  });

  test('gives up after ten attempts, reports once, and retries on request', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'door' });
    const broken = bell('broken', MAX_ATTEMPTS);
    const working = await worker([broken.listener]);
    for (let hours = 0; hours < 40; hours += 1) {
      await working.drain();
      later(3_600);
    }
    expect(broken.heard).toHaveLength(MAX_ATTEMPTS);
    expect(broken.dead).toEqual(['broken: Error: broken is broken']);
    const [letter] = await deadLetters(shopFor());
    expect(letter).toMatchObject({ name: 'test.happened', lastError: 'broken: Error: broken is broken' });
    await resendDead(shopFor(), letter!.id);
    await working.drain();
    await working.stop();
    expect(broken.heard).toHaveLength(MAX_ATTEMPTS + 1);
    expect(await only()).toMatchObject({ state: 'done' });
    await expect(resendDead(shopFor(), letter!.id)).rejects.toThrow('Not found');
  });

  test('waits for a killed worker’s lease, then takes over', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'door' });
    // A worker claimed it and was killed.
    await opened.database.update(outbox).set({ attempts: 1, leasedUntil: new Date(clock.getTime() + 120_000) });
    const { listener, heard } = bell('first');
    const working = await worker([listener]);
    later(119);
    await working.drain();
    expect(heard).toEqual([]);
    later(1);
    await working.drain();
    await working.stop();
    expect(heard.map((each) => each.delivery.attempt)).toEqual([2]);
  });

  test('delivers events from a fast clock once it is corrected', async () => {
    later(5 * 3_600);
    await announce(shopFor(), 'test.happened', { bell: 'announced' });
    await announce(shopFor(), 'test.happened', { bell: 'undone for a minute' }, { afterSeconds: 60 });
    const ahead = new Date(clock.getTime() + 119_000);
    await announce({ ...shopFor(), now: new Date(clock.getTime() - 5 * 3_600_000) }, 'test.happened', {
      bell: 'begun',
    });
    await opened.database
      .update(outbox)
      .set({ leasedUntil: ahead, nextAttemptAt: ahead })
      .where(sql`payload ->> 'bell' = 'begun'`);
    later(-5 * 3_600);
    const { listener, heard } = bell('first', 3);
    const working = await worker([listener]);
    await working.drain();
    await working.drain();
    const all = ['announced', 'begun', 'undone for a minute'];
    expect(heard.map((each) => each.bell).toSorted()).toEqual(all);
    later(5);
    await working.drain();
    await working.stop();
    expect(
      heard
        .slice(3)
        .map((each) => each.bell)
        .toSorted(),
    ).toEqual(all);
  });

  test('a slow worker without its lease changes nothing', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'door' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = () => {};
    const inside = new Promise<void>((resolve) => {
      started = resolve;
    });
    const slow = await worker([
      {
        name: 'bell',
        on: 'test.happened',
        async handle() {
          started();
          await held;
          throw new Error('too late');
        },
      },
    ]);
    const slowly = slow.drain();
    await inside;
    later(121);
    const quick = bell('bell');
    const other = await worker([quick.listener]);
    await other.drain();
    release();
    await slowly;
    await slow.stop();
    await other.stop();
    expect(quick.heard).toHaveLength(1);
    expect(await only()).toMatchObject({ state: 'done', lastError: null, attempts: 2 });
  });

  test('gives up an event that crashed the process every time', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'door' });
    await opened.database.update(outbox).set({ attempts: MAX_ATTEMPTS, leasedUntil: clock });
    const { listener, heard, dead } = bell('first');
    const working = await worker([listener]);
    await working.drain();
    await working.stop();
    expect(heard).toEqual([]);
    expect(dead).toEqual(['The process ended during the last try']);
    expect(await only()).toMatchObject({ state: 'dead' });
  });

  test('two workers on one table deliver each of many events once', async () => {
    const bells = Array.from({ length: 40 }, (_, index) => `bell ${index}`);
    for (const each of bells) await announce(shopFor(), 'test.happened', { bell: each });
    const shared = bell('shared');
    const working = await Promise.all([worker([shared.listener]), worker([shared.listener])]);
    await Promise.all(working.map((each) => each.drain()));
    await Promise.all(working.map((each) => each.stop()));
    expect(shared.heard.map((each) => each.bell).sort()).toEqual(bells.sort());
  });

  test('holds no transaction while a listener runs', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'door' });
    let seen: unknown;
    const working = await worker([
      {
        name: 'reader',
        on: 'test.happened',
        async handle(shop) {
          seen = await inTransaction(shop, (inside) =>
            inside.database.select({ state: outbox.state }).from(outbox).for('update'),
          );
        },
      },
    ]);
    await working.drain();
    await working.stop();
    expect(seen).toEqual([{ state: 'waiting' }]);
  });

  test('wakes when an event is announced, long before the timer', async () => {
    const heard = Promise.withResolvers<string>();
    const working = await startOutboxWorker({
      shopFor,
      log: quiet,
      listen: opened.listen,
      pollSeconds: 3_600,
      listeners: [
        { name: 'first', on: 'test.happened', handle: async (_shop, payload) => heard.resolve(payload.bell) },
      ],
    });
    await working.drain();
    // The notification arrives with the commit, and must not seem to be part of the transaction.
    await inTransaction(shopFor(), (shop) => announce(shop, 'test.happened', { bell: 'door' }));
    expect(await heard.promise).toBe('door');
    await working.stop();
    await announce(shopFor(), 'test.happened', { bell: 'after' });
    const [after] = await opened.database
      .select()
      .from(outbox)
      .where(eq(sql`payload->>'bell'`, 'after'));
    expect(after).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('stop waits for the running delivery, and claims no more', async () => {
    for (let count = 0; count < 6; count += 1) await announce(shopFor(), 'test.happened', { bell: `${count}` });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let running = 0;
    let finished = 0;
    const working = await worker([
      {
        name: 'slow',
        on: 'test.happened',
        async handle() {
          running += 1;
          await held;
          finished += 1;
        },
      },
    ]);
    const draining = working.drain();
    while (running < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    const stopping = working.stop();
    release();
    await stopping;
    await draining;
    expect(finished).toBe(4);
    const states = await opened.database.select({ state: outbox.state }).from(outbox);
    expect(states.filter((each) => each.state === 'done')).toHaveLength(4);
  });

  test('deletes delivered events after thirty days, and keeps dead ones', async () => {
    await announce(shopFor(), 'test.happened', { bell: 'old' });
    await announce(shopFor(), 'test.happened', { bell: 'dead' });
    await opened.database
      .update(outbox)
      .set({ state: 'done', doneAt: clock })
      .where(eq(sql`payload->>'bell'`, 'old'));
    await opened.database
      .update(outbox)
      .set({ state: 'dead' })
      .where(eq(sql`payload->>'bell'`, 'dead'));
    later(29 * 86_400);
    expect(await dropOldEvents(shopFor())).toBe(0);
    later(2 * 86_400);
    expect(await dropOldEvents(shopFor())).toBe(1);
    expect(await only()).toMatchObject({ state: 'dead' });
  });

  test('shows dead events to admins only', async () => {
    const guest: Shop = { ...shopFor(), actor: { kind: 'guest' } };
    await expect(deadLetters(guest)).rejects.toThrow('Not found');
    await expect(resendDead(guest, crypto.randomUUID())).rejects.toThrow('Not found');
  });
});

describe('the delay before the next attempt', () => {
  test('grows threefold from five seconds to two hours, with half jitter', () => {
    expect([1, 2, 3, 9, 40].map((attempt) => retryDelaySeconds(attempt, 0))).toEqual([5, 15, 45, 7_200, 7_200]);
    expect(retryDelaySeconds(1, 1)).toBe(2.5);
  });
});
