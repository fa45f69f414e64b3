import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { rupees } from '#app/basics/money.ts';
import { planImport } from '#app/modules/catalogue/product-import/product-import.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { EXPORTED_COLUMNS } from '#app/routes/admin/operations/export/exported-columns.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { exportTable, harmless, listExports } from './export.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const textOf = async (table: string) =>
  new Response(await exportTable(shop.as.admin(), EXPORTED_COLUMNS, table)).text();
const rowsOf = async (table: string) => parse(await textOf(table), { columns: true }) as Record<string, string>[];

test('exports a table completely, and logs it', async () => {
  const name = '=HYPERLINK("http://x.example","Asha"), "Rawat"\nfrom Almora';
  const { userId } = signedIn(shop.as.customer());
  await shop.database.update(userProfiles).set({ name, phone: '+91' }).where(eq(userProfiles.id, userId));
  await shop.database.execute(sql`
    insert into coupons (code, discount_percentage, valid_from)
    select 'C' || n, 10, '2026-01-01' from generate_series(1, 1203) n`);
  const people = await rowsOf('user_profiles');
  expect(people).toHaveLength(61);
  expect(people.find(({ id }) => id === userId)).toMatchObject({ name: `'${name}`, phone: "'+91", address: '' });
  const codes = (await rowsOf('coupons')).map(({ code }) => code);
  expect([codes.length, new Set(codes).size]).toEqual([1203, 1203]);
  expect(await shop.database.select().from(auditLog)).toMatchObject([
    { action: 'export.table', subjectTable: 'user_profiles' },
    { action: 'export.table', subjectTable: 'coupons' },
  ]);
});

test('exports rupees and Indian time, and an artwork re-imports unchanged', async () => {
  const { id } = await shop.makeArtwork({ price: rupees(1450.5), createdAt: new Date('2026-11-22T20:00:07Z') });
  const table = await textOf('artworks');
  const [row] = parse(table, { columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({ id, price_rupees: '1450.50', created_at: '2026-11-23 01:30:07' });
  const plan = await planImport(shop.as.admin(), table);
  expect(plan).toMatchObject({ ok: true, value: { counts: { unchanged: 1, refused: 0 } } });
});

test('exports every whole number of paise as rupees', async () => {
  const { rows } = await shop.database.execute<{ column: string }>(sql`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and udt_name = 'int8' order by 1`);
  const left = rows
    .map(({ column }) => column.split('.') as [string, string])
    .filter(([table, column]) => EXPORTED_COLUMNS[table]?.split(/\s+/).includes(column));
  expect(left).toEqual([
    ['consents', 'sequence'],
    ['ledger_entries', 'sequence'],
    ['order_history', 'sequence'],
    ['papers', 'sequence'],
    ['stock_changes', 'sequence'],
  ]);
});

const NOT_EXPORTED = new Map(
  Object.entries({
    'counts who asks too often': ['auth_rate_limits', 'rate_limits'],
    'opens doors': [
      'auth_accounts',
      'auth_devices',
      'auth_sessions',
      'auth_two_factors',
      'auth_users',
      'auth_verifications',
      'gateway_fingerprints',
      'push_devices',
      'push_keys',
      'request_links',
      'unconfirmed_recipients',
    ],
    'holds numbers of bank accounts': ['refund_destinations'],
    'holds the texts of mails': ['outbox'],
    'is shown on devices of owners': ['push_notices'],
    'is counted from other tables': ['artwork_counts', 'artwork_purchases', 'artwork_terms'],
    'says which forms were sent': ['idempotency_keys'],
    'is of this installation alone': ['backups', 'moved_in', 'schema_migrations'],
    'is over within minutes': ['stock_holds'],
  }).flatMap(([why, tables]) => tables.map((table) => [table, why] as const)),
);

const COLUMNS_NOT_EXPORTED = new Map(
  Object.entries({
    'opens doors': [
      'cart_merges.guest_key',
      'conversation_pictures.upload_key',
      'invitations.token_hash',
      'messages.body_html',
      'messages.body_text',
      'messages.variables',
      'order_request_images.upload_key',
      'payment_orders.redirect',
      'return_photos.upload_key',
      'wishlist_links.token',
    ],
    'is what a gateway sent, with its signature': [
      'webhook_events.answer',
      'webhook_events.raw_body',
      'webhook_events.signature',
    ],
    'knows a form that is sent twice': ['checkout_attempts.key', 'request_messages.key', 'stage_updates.key'],
    'is over with the checkout': [
      'checkout_attempts.content_hash',
      'checkout_attempts.drawn_quote',
      'checkout_attempts.drawn_until',
      'checkout_attempts.typed_address',
    ],
    'is a digest for limits': ['orders.holder_keys', 'orders.network_key'],
    'is made of other columns': [
      'artworks.facet_group',
      'artworks.in_stock',
      'artworks.search_text',
      'audit_log.search_text',
      'messages.search_text',
      'orders.search_text',
      'user_profiles.search_text',
    ],
    'is the same in every shop': ['opening.id'],
  }).flatMap(([why, columns]) => columns.map((column) => [column, why] as const)),
);

test('exports each column of an exported table, except listed ones', async () => {
  const { rows } = await shop.database.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public'`);
  const left = rows
    .filter(
      ({ table, column }) =>
        table in EXPORTED_COLUMNS &&
        !EXPORTED_COLUMNS[table]!.split(/\s+/).some((listed) => listed.replace(':rupees', '') === column),
    )
    .map(({ table, column }) => `${table}.${column}`);
  expect(left.toSorted()).toEqual([...COLUMNS_NOT_EXPORTED.keys()].toSorted());
});

test('exports each table, except listed ones, and all its money', async () => {
  const { rows } = await shop.database.execute<{ table: string; column: string; type: string }>(sql`
    select t.table_name as "table", c.column_name as "column", c.udt_name as type
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const tables = [...new Set(rows.map(({ table }) => table))].toSorted();
  expect(tables.filter((table) => !(table in EXPORTED_COLUMNS))).toEqual([...NOT_EXPORTED.keys()].toSorted());
  const stays = rows.filter(
    ({ table, column, type }) =>
      type === 'int8' &&
      table in EXPORTED_COLUMNS &&
      !EXPORTED_COLUMNS[table]!.split(/\s+/).some((listed) => listed.replace(':rupees', '') === column),
  );
  expect(stays).toEqual([]);
});

test.each(['=1', '+1', '-1', '@sum', '\t=1', '\r=1', '＝1'])('%j is exported as text, not as a formula', (text) => {
  expect(harmless(text)).toBe(`'${text}`);
});

test('exports no sign-in data, token, hash or email', async () => {
  const tables = (await listExports(shop.as.admin(), EXPORTED_COLUMNS)).map(({ table }) => table);
  expect(tables).toContain('orders');
  expect(tables.filter((name) => /auth|session|rate_limit|migration/.test(name))).toEqual([]);
  for (const table of tables) {
    const [head] = (await textOf(table)).split('\n');
    expect([table, head]).toEqual([table, expect.not.stringMatching(/token|secret|password|hash|body_/)]);
  }
  await expect(exportTable(shop.as.admin(), EXPORTED_COLUMNS, 'auth_sessions')).rejects.toThrow(NotFound);
  await expect(exportTable(shop.as.admin(), EXPORTED_COLUMNS, 'orders" --')).rejects.toThrow(NotFound);
});

test('exports only listed tables and columns, which all exist', async () => {
  const before = (await textOf('coupons')).split('\n')[0];
  await shop.database.execute(sql`alter table coupons add column whatever text`);
  await shop.database.execute(sql`create table whatevers (id int primary key)`);
  try {
    expect((await textOf('coupons')).split('\n')[0]).toBe(before);
    const tables = (await listExports(shop.as.admin(), EXPORTED_COLUMNS)).map(({ table }) => table);
    expect(tables).toEqual(Object.keys(EXPORTED_COLUMNS).toSorted());
    for (const [table, columns] of Object.entries(EXPORTED_COLUMNS))
      expect([table, (await textOf(table)).split('\n')[0]!.split(',').toSorted()]).toEqual([
        table,
        columns.trim().replaceAll(':', '_').split(/\s+/).toSorted(),
      ]);
  } finally {
    await shop.database.execute(sql`alter table coupons drop column whatever`);
    await shop.database.execute(sql`drop table whatevers`);
  }
});

test('is for owners only', async () => {
  for (const context of [shop.as.helper(), shop.as.customer(), shop.as.guest()]) {
    await expect(exportTable(context, EXPORTED_COLUMNS, 'orders')).rejects.toThrow(NotFound);
    await expect(listExports(context, EXPORTED_COLUMNS)).rejects.toThrow(NotFound);
  }
});
