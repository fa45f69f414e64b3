import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';
// Written by the code from before edition 2.
import documents from './documents-of-edition-1.json' with { type: 'json' };
import { documentNumber } from './paper.ts';
import { paperCounters, papers } from './tables.server.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const idAt = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const text = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);
const insert = ({ content, ...row }: (typeof documents)[number], at: number) => `
  insert into papers
    (id, order_id, kind, financial_year, number, corrects_id, is_cancellation, key, content, total, issued_at)
  values ('${idAt(at)}', '${ID}', '${row.kind}', '${row.financialYear}', ${row.number},
    ${text(row.corrects === null ? null : idAt(row.corrects))}, ${row.isCancellation},
    ${text(row.key && `${row.key}:${at}`)}, ${text(JSON.stringify(content))}, ${row.total}, '${row.issuedAt}');`;
const BEFORE = `
  insert into auth_users (id, name, email, email_verified) values ('${ID}', 'Asha', 'asha@example.in', true);
  insert into orders (id, order_number, user_id, items, subtotal, discount_amount, shipping_cost, gst_amount, total,
    shipping_address, payment_method, payment_status, payment_reference_id, status, customer_name, customer_email)
  values ('${ID}', 'BV-7K3M-9QX2', '${ID}', '[{"artwork_id":"one","title":"Lota","price":1000,"quantity":1,"image":"i"}]',
    1000, 0, 0, 0, 1000, '{"name":"Asha"}', 'manual', 'confirmed', '447309116024', 'processing', 'Asha', 'asha@example.in');
  ${documents.map(insert).join('')}
  insert into paper_counters values ('2026-27', '{"invoice":1,"receipt":1,"credit-note":2,"bill-of-supply":1,
    "tax-invoice":3,"receipt-voucher":1,"refund-voucher":1}');
  create table papers_before as select * from papers;`;

test.each([
  ['a server', undefined],
  ['the embedded database', { inMemory: true }],
])('migration 0183 changes nothing in issued documents on %s', { timeout: 300_000 }, async (_, place) => {
  const { database, close } = await openOldShop('0182', BEFORE, place);
  const { rows: changed } = await database.execute(sql`
    (select to_jsonb(papers) - 'gstin' from papers except select to_jsonb(papers_before) from papers_before)
    union all (select to_jsonb(papers_before) from papers_before except select to_jsonb(papers) - 'gstin' from papers)`);
  expect(changed).toEqual([]);
  const rows = await database.select().from(papers).orderBy(asc(papers.sequence));
  expect(rows.map(({ content }) => content)).toEqual(documents.map(({ content }) => content));
  expect(rows.map((row) => `${documentNumber(row)} ${row.gstin ?? ''}`.trim())).toEqual([
    'BV/2026-27/0001',
    'RC/2026-27/0001',
    'CN/2026-27/0001',
    'BS/2026-27/0001 05ABCDE1234F1Z6',
    'TI/2026-27/0001 05ABCDE1234F1Z6',
    'CN/2026-27/0002 05ABCDE1234F1Z6',
    'RV/2026-27/0001 05ABCDE1234F1Z6',
    'FV/2026-27/0001 05ABCDE1234F1Z6',
    'TI/2026-27/0002 27AAPFU0939F1ZV',
    'TI/2026-27/0003 05ABCDE1234F1Z6',
  ]);
  expect((await database.select().from(paperCounters))[0]!.lastNumbers).toEqual({
    invoice: 1,
    receipt: 1,
    'credit-note': 1,
    'credit-note 05ABCDE1234F1Z6': 2,
    'bill-of-supply 05ABCDE1234F1Z6': 1,
    'tax-invoice 05ABCDE1234F1Z6': 3,
    'tax-invoice 27AAPFU0939F1ZV': 2,
    'receipt-voucher 05ABCDE1234F1Z6': 1,
    'refund-voucher 05ABCDE1234F1Z6': 1,
  });
  await expect(database.update(papers).set({ gstin: null })).rejects.toThrow();
  await close();
});
