import { stringify } from 'csv-stringify/sync';
import { min } from 'drizzle-orm';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { ledgerEntries } from '#app/modules/orders/ledger/tables.server.ts';
import { getDocumentPdf } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { harmless, streamOf } from '#app/platform/export/export.server.ts';
import { BYTE_ORDER_MARK, type FileToZip, zipFiles } from '#app/platform/export/zip.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { checkGstr1, type Check, checkLedger, checkRegister, writeChecks } from './checks.ts';
import { type Table, toRupees } from './csv-table.ts';
import { writeGstr1 } from './gstr1.ts';
import { readBooks } from './internal/books.server.ts';
import { writeLedger, writeReceipts, writeRegister } from './register.ts';
import type { TaxDocument } from './tax-document.ts';
import { lastWholeMonth, listTaxYears, readTaxPeriod, type TaxPeriod, type TaxYear } from './tax-period.ts';

/** A zip file contains at most 65,535 files, and creating more PDFs takes many minutes. */
export const MAX_PDFS = 5_000;

export type TaxExport = {
  period: TaxPeriod;
  documents: TaxDocument[];
  /** One GSTR-1 for each GSTIN that issued documents. */
  returns: { gstin: string; tables: Table[] }[];
  /** The register, receipts and ledger, which the portal does not need. */
  books: Table[];
  checks: (Check & { gstin?: string })[];
};

/** Returns the years with documents or payments, and the first period to show. Owners only. */
export async function listTaxPeriods(shop: Shop): Promise<{ years: TaxYear[]; first: TaxPeriod }> {
  ownerOnly(shop);
  const [[document], [entry]] = await Promise.all([
    shop.database.select({ at: min(papers.issuedAt) }).from(papers),
    shop.database.select({ at: min(ledgerEntries.createdAt) }).from(ledgerEntries),
  ]);
  const times = [document!.at ?? shop.now, entry!.at ?? shop.now, shop.now].map((at) => at.getTime());
  const since = new Date(Math.min(...times));
  return { years: listTaxYears(since, shop.now), first: lastWholeMonth(since, shop.now) };
}

/** Returns all tables of a period and their checks. Throws not-found for other periods. Owners only. */
export async function readTaxExport(shop: Shop, periodId: string): Promise<TaxExport> {
  ownerOnly(shop);
  const period = readTaxPeriod(periodId);
  if (!period) throw notFound();
  const { gstOnServices } = await getSettings(shop);
  const books = await readBooks(shop.database, period, gstOnServices);
  const { documents, advances, stored, entries, opening, moves, closing } = books;
  const register = writeRegister(documents);
  const receipts = writeReceipts(entries);
  const ledger = writeLedger(opening, moves, closing);
  const taxed = Map.groupBy(
    documents.filter(({ isTaxed }) => isTaxed),
    ({ sellerGstin }) => sellerGstin ?? '',
  );
  const returns = [...taxed].map(([gstin, ofSeller]) => {
    const ownAdvances = advances.filter(({ voucher }) => voucher.isTaxed && voucher.sellerGstin === gstin);
    return { gstin, tables: writeGstr1(ofSeller, ownAdvances, period) };
  });
  return {
    period,
    documents,
    returns,
    books: [register, receipts, ledger],
    checks: [
      ...checkRegister(register, documents, stored),
      ...checkLedger(ledger, receipts),
      ...returns.flatMap(({ gstin, tables }) =>
        checkGstr1(tables, taxed.get(gstin)!).map((check) => ({ ...check, gstin })),
      ),
    ],
  };
}

/** Streams a period's tables and documents as one zip file, and writes an audit entry. Owners only. */
export async function downloadTaxExport(shop: Shop, periodId: string): Promise<ReadableStream<Uint8Array>> {
  const taxExport = await readTaxExport(shop, periodId);
  await audit(shop, { action: 'export.table', table: 'papers', id: `accountant ${periodId}` });
  return streamOf(zipFiles(filesOf(shop, taxExport), shop.now));
}

export const tooManyPdfs = ({ documents }: Pick<TaxExport, 'documents'>): string | undefined =>
  documents.length > MAX_PDFS
    ? `This period has ${documents.length.toLocaleString('en-IN')} documents. A download contains the PDFs of at most ${MAX_PDFS.toLocaleString('en-IN')}: choose a quarter or a month for them.`
    : undefined;

/** Yields documents one by one, so that memory contains only one PDF. */
async function* filesOf(shop: Shop, taxExport: TaxExport): AsyncGenerator<FileToZip> {
  const { documents, returns, books, checks } = taxExport;
  const folderOf = (gstin: string | null) => (returns.length > 1 && gstin ? `${gstin}/` : '');
  for (const table of [writeChecks(checks), ...books])
    yield { name: table.name, bytes: Buffer.from(BYTE_ORDER_MARK + toCsv(table)) };
  // The portal's tool reads the first column's name, so these files have no byte order mark.
  for (const { gstin, tables } of returns)
    for (const table of tables) yield { name: folderOf(gstin) + table.name, bytes: Buffer.from(toCsv(table)) };
  const sentence = tooManyPdfs(taxExport);
  if (sentence) {
    yield { name: 'documents/not-included.txt', bytes: Buffer.from(`${sentence}\n`) };
    return;
  }
  for (const { id, orderId, sellerGstin } of documents) {
    const { name, bytes } = await getDocumentPdf(shop, orderId, id);
    // Each registration has its own number series, and so does the time before the first registration.
    const folder = sellerGstin === null && returns.length > 0 ? 'unregistered/' : folderOf(sellerGstin);
    yield { name: `documents/${folder}${name}`, bytes };
  }
}

/** Writes amounts in rupees, and writes text so that no spreadsheet runs it as a formula. */
export const toCsv = ({ head, rows }: Table): string =>
  stringify([
    head,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? toRupees(cell) : harmless(cell)))),
  ]);
