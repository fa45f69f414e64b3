import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#app/platform/config.server.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { startOutboxWorker } from '#app/platform/outbox/worker.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'race.happened': { bell: number };
  }
}

describe.each(bothDatabases)('four outbox workers on one %s database', (_kind, open) => {
  let opened: OpenedDatabase;
  const shopFor = (): Shop => ({
    database: opened.database,
    actor: { kind: 'shop' },
    now: new Date(),
    visitorAddress: '',
    config: readConfig({}),
    suppliers: {} as Shop['suppliers'],
  });
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test('deliver each of 120 events once during announcements', async () => {
    const heard: number[] = [];
    const problems: unknown[] = [];
    const listener: Listener = {
      name: 'race.bell',
      on: 'race.happened',
      async handle(shop, { bell }) {
        await inTransaction(shop, (inside) => inside.database.select({ id: outbox.id }).from(outbox).limit(1));
        heard.push(bell);
      },
    };
    const note = (fields: unknown) => void problems.push(fields);
    const workers = await Promise.all(
      Array.from({ length: 4 }, () =>
        startOutboxWorker({
          shopFor,
          listeners: [listener],
          log: { warn: note, error: note },
          listen: opened.listen,
          pollSeconds: 3_600,
        }),
      ),
    );
    const bells = Array.from({ length: 120 }, (_, bell) => bell);
    await Promise.all(
      bells.map((bell) => inTransaction(shopFor(), (shop) => announce(shop, 'race.happened', { bell }))),
    );
    // The timer is an hour away, so only the notification can wake them.
    await expect.poll(() => heard.length, { timeout: 30_000, interval: 50 }).toBeGreaterThanOrEqual(bells.length);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(problems).toEqual([]);
    expect(heard.toSorted((one, other) => one - other)).toEqual(bells);
    const events = await opened.database.select({ state: outbox.state, attempts: outbox.attempts }).from(outbox);
    expect(events.every(({ state, attempts }) => state === 'done' && attempts === 1)).toBe(true);
  });
});
