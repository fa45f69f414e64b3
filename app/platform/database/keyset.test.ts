import { sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import type { OpenedDatabase } from './database.server.ts';
import { keyset, pageOf } from './keyset.server.ts';
import { containing } from './text-search.server.ts';

const things = pgTable('things', {
  id: uuid('id').primaryKey().defaultRandom(),
  title: text('title').notNull(),
  stock: integer('stock').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.execute(sql`
    create table things (id uuid primary key default gen_random_uuid(), title text not null, stock integer not null,
      created_at timestamptz not null)`);
});
afterAll(async () => {
  await opened.database.execute(sql`drop table things`);
  await opened.close();
});

const orders = {
  newest: keyset(
    { by: things.createdAt, type: 'timestamptz', descending: true },
    { by: things.id, type: 'uuid', descending: true },
  ),
  leastStock: keyset(
    { by: things.stock, type: 'integer' },
    { by: sql`lower(${things.title})`, type: 'text', descending: true },
    { by: things.id, type: 'uuid' },
  ),
};

async function readPage(order: keyof typeof orders, cursor: string | undefined) {
  const list = orders[order];
  return pageOf(
    await opened.database
      .select({ id: things.id, position: list.position })
      .from(things)
      .where(list.after(cursor))
      .orderBy(...list.orderBy)
      .limit(4),
    3,
  );
}

const insert = (rows: { title: string; stock: number; micros: number }[]) =>
  opened.database.insert(things).values(
    rows.map(({ title, stock, micros }) => ({
      title,
      stock,
      createdAt: sql`timestamptz '2026-11-21 10:00:00+05:30' + make_interval(secs => ${micros} / 1000000.0)`,
    })),
  );

const thing = fc.record({
  title: fc.constantFrom('Diya', 'diya', 'A "quoted" one', 'अल्पना', '\\ and %'),
  stock: fc.integer({ min: -1, max: 2 }),
  micros: fc.integer({ min: 0, max: 3 }),
});

test('pages list every initial row exactly once, despite later rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('newest' as const, 'leastStock' as const),
      fc.array(thing, { minLength: 1, maxLength: 12 }),
      fc.array(thing, { maxLength: 3 }),
      async (order, before, later) => {
        await opened.database.execute(sql`truncate things`);
        await insert(before);
        const there = (await opened.database.select({ id: things.id }).from(things)).map((row) => row.id);
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await readPage(order, cursor);
          seen.push(...page.rows.map((row) => row.id));
          cursor = page.next;
          if (later.length > 0) await insert([later.pop()!]);
        } while (cursor);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(expect.arrayContaining(there));
      },
    ),
    { numRuns: 30 },
  );
});

test('an invalid cursor returns the first page', async () => {
  await opened.database.execute(sql`truncate things`);
  await insert([{ title: 'Diya', stock: 1, micros: 0 }]);
  const made = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
  for (const cursor of ['nonsense', made(1, 2), made('2026-01-01', 'x'), made('now', "'; drop table things")])
    expect((await readPage('newest', cursor)).rows).toHaveLength(1);
});

test('search text matches itself, never as a pattern', () => {
  expect(containing('  50% off_ ')).toBe('%50\\% off\\_%');
  expect(containing('   ')).toBeUndefined();
});
