import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { paymentsAndRefunds, refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { storeSampleMonth } from '#tests/support/sample-month.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { isRight } from './checks.ts';
import { downloadTaxExport, listTaxPeriods, MAX_PDFS, readTaxExport, tooManyPdfs } from './tax-export.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

/** A regular seller's two orders without an advance and one with an advance. */
async function sellInNovember() {
  const owner = shop.as.admin();
  const ids: string[] = [];
  for (const customer of [1, 2]) {
    const context = shop.as.customer(customer);
    const artwork = await shop.makeArtwork({ price: rupees(3_000) });
    await putIntoCart(context, artwork.id);
    ids.push((await orderCart(context)).id);
  }
  const { id: artworkId } = await shop.makeArtwork();
  const agreed = { artworkId, total: rupees(3_000), advance: rupees(1_180) };
  ids.splice(1, 0, (await agreeOnOrder(owner, shop.as.customer(3), agreed)).id);
  await verifyPayment(owner, { orderId: ids[0]!, verification: 'matched' });
  const [payment] = (await paymentsAndRefunds(owner, ids[0]!)).payments;
  const refund = { paymentId: payment!.id, amount: rupees(500), reason: 'Scratched', key: crypto.randomUUID() };
  await refundOrder(owner, { orderId: ids[0]!, ...refund });
  await storeSampleMonth(shop.database, ids as [string, string, string]);
  return ids;
}

const zipOf = async (period: string) =>
  new Uint8Array(await new Response(await downloadTaxExport(shop.as.admin(), period)).arrayBuffer());

async function addUp(zip: Uint8Array): Promise<Record<string, unknown>> {
  const directory = await mkdtemp(join(tmpdir(), 'bisvar-add-up-'));
  try {
    const file = join(directory, 'accountant.zip');
    await writeFile(file, zip);
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/support/add-up.mjs', file]);
    return JSON.parse(stdout) as Record<string, unknown>;
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe('the zip of a sample month', () => {
  let zip: Uint8Array;
  beforeAll(async () => {
    await sellInNovember();
    zip = await zipOf('2026-11');
  });

  test('adds up for a program that knows nothing of the shop', async () => {
    const sums = await addUp(zip);
    expect(sums).toMatchObject({
      taxable: 110_450_00,
      exempt: 1_800_00,
      igst: 19_099_00,
      cgst: 261_00,
      sgst: 261_00,
      advances: 800_00,
      adjusted: 500_00,
      differences: [],
    });
    expect((sums.files as string[]).filter((name) => name.endsWith('.csv'))).toEqual([
      'sums.csv',
      'documents.csv',
      'receipts-and-refunds.csv',
      'ledger.csv',
      'b2b.csv',
      'b2cl.csv',
      'b2cs.csv',
      'cdnr.csv',
      'cdnur.csv',
      'exemp.csv',
      'at.csv',
      'atadj.csv',
      'hsn(b2b).csv',
      'hsn(b2c).csv',
      'docs.csv',
    ]);
    expect(sums.files).toEqual(
      expect.arrayContaining(['documents/TI-2026-27-0001.pdf', 'documents/unregistered/BV-2026-27-0001.pdf']),
    );
  });

  test('does not add up when an amount is changed', async () => {
    const files = unzipSync(zip);
    const b2cs = strFromU8(files['b2cs.csv']!).replace('2900.00', '2900.01');
    const changed = zipSync({ ...files, 'b2cs.csv': Buffer.from(b2cs) });
    expect((await addUp(changed)).differences).toEqual([
      'taxable value: 11045001 and 11045000',
      'value by HSN: 11225000 and 11225001',
    ]);
  });

  test('lists receipts and refunds by Indian day and method', () => {
    const files = unzipSync(zip);
    expect(parse(Buffer.from(files['receipts-and-refunds.csv']!), { bom: true })).toEqual([
      ['Day', 'Method', 'Received', 'Refunded', 'Received less refunded'],
      ['2026-11-21', 'UPI or bank transfer', '3000.00', '500.00', '2500.00'],
      ['Total', 'UPI or bank transfer', '3000.00', '500.00', '2500.00'],
      ['Total', 'All methods', '3000.00', '500.00', '2500.00'],
    ]);
  });

  test('begins files for the portal with a column name, others with a byte order mark', () => {
    const files = unzipSync(zip);
    expect(Buffer.from(files['b2b.csv']!).toString()).toMatch(/^GSTIN\/UIN of Recipient,/);
    expect(Buffer.from(files['documents.csv']!).toString()).toMatch(/^\uFEFFDate,/);
    expect(Buffer.from(files['documents.csv']!).toString()).toContain("'=Asha");
  });
});

test('months of a year add up to the year, and the ledger continues', async () => {
  await sellInNovember();
  const owner = shop.as.admin();
  const ledgerOf = async (period: string) => (await readTaxExport(owner, period)).books[2]!.rows;
  const [october, november, december] = await Promise.all(['2026-10', '2026-11', '2026-12'].map(ledgerOf));
  expect(october!.at(-1)!.slice(2)).toEqual([0, 0]);
  expect(november!.at(-1)).toEqual(['Closing balance', '', rupees(8_500), rupees(2_500)]);
  expect(december!.map((row) => row.slice(2))).toEqual([november!.at(-1)!.slice(2), november!.at(-1)!.slice(2)]);
  for (const period of ['2026-10', '2026-27-q3', '2026-27', '2024-25'])
    expect((await readTaxExport(owner, period)).checks.filter((check) => !isRight(check))).toEqual([]);
});

test('an unregistered seller gets no tables of a return', async () => {
  const context = shop.as.customer();
  await putIntoCart(context, (await shop.makeArtwork({ price: rupees(3_000) })).id);
  await orderCart(context);
  const { returns, books, checks } = await readTaxExport(shop.as.admin(), '2026-11');
  expect([returns, checks.every(isRight)]).toEqual([[], true]);
  expect(books[0]!.rows[0]!.slice(8, 16)).toEqual(['', 0, 0, rupees(3_000), 0, 0, 0, rupees(3_000)]);
});

test('a period with too many documents names the limit', () => {
  const documents = Array.from({ length: MAX_PDFS + 1 }) as never[];
  expect(tooManyPdfs({ documents: documents.slice(1) })).toBeUndefined();
  expect(tooManyPdfs({ documents })).toBe(
    'This period has 5,001 documents. A download contains the PDFs of at most 5,000: choose a quarter or a month for them.',
  );
});

test('is for owners only, for periods that exist, and audited', async () => {
  for (const context of [shop.as.helper(), shop.as.customer(), shop.as.guest()]) {
    await expect(readTaxExport(context, '2026-11')).rejects.toThrow(NotFound);
    await expect(downloadTaxExport(context, '2026-11')).rejects.toThrow(NotFound);
    await expect(listTaxPeriods(context)).rejects.toThrow(NotFound);
  }
  await expect(readTaxExport(shop.as.admin(), '2026-13')).rejects.toThrow(NotFound);
  await zipOf('2026-11');
  expect(await shop.database.select().from(auditLog)).toMatchObject([
    { action: 'export.table', subjectTable: 'papers', subjectId: 'accountant 2026-11' },
  ]);
});
