import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const TABLES = ['audit_log', 'ledger_entries', 'order_history', 'papers', 'policy_versions'];

test('lists every table whose rows cannot be deleted', async () => {
  const { rows } = await opened.owner.execute<{ name: string }>(sql`
    select tgrelid::regclass::text as name from pg_trigger
    where tgfoid in ('refuse_change'::regproc, 'refuse_ledger_change'::regproc) order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(TABLES);
});

test.each(TABLES)('TRUNCATE is refused on %s, by name and through a cascade', async (table) => {
  const refusal = { cause: { message: `rows of ${table} are added, never removed` } };
  await expect(opened.owner.execute(sql.raw(`truncate ${table} cascade`))).rejects.toMatchObject(refusal);
});

test('refuses to truncate orders with CASCADE because of ledger and invoices', async () => {
  await expect(opened.owner.execute(sql`truncate orders cascade`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('are added, never removed') as string },
  });
});
