import { stringify } from 'csv-stringify/sync';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { INVOICE_KINDS, documentLabel, documentNumber } from '#app/modules/orders/invoices/paper.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { harmless } from '#app/platform/export/export.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';

export const TAX_REPORTS = ['year', 'months', 'papers'] as const;
export type TaxReport = (typeof TAX_REPORTS)[number];

const SALES = [...INVOICE_KINDS, 'credit-note', 'debit-note'] as const;

/** Returns the financial years that have invoices, newest first. Owners only. */
export async function taxYears(shop: Shop): Promise<string[]> {
  ownerOnly(shop);
  const years = await shop.database
    .selectDistinct({ year: papers.financialYear })
    .from(papers)
    .where(inArray(papers.kind, SALES))
    .orderBy(desc(papers.financialYear));
  return years.map(({ year }) => year);
}

type Row = {
  period: string;
  kind: (typeof SALES)[number];
  financialYear: string;
  number: number;
  issuedAt: string;
  corrected: string | null;
  buyer: string;
  gstin: string | null;
  state: string;
  rate: string;
  papers: number;
  taxable: string;
  untaxed: string;
  cgst: string;
  sgst: string;
  igst: string;
  total: string;
};

/** Returns a report as CSV and records this in the audit log. Owners only. */
export async function taxReport(shop: Shop, financialYear: string, report: TaxReport): Promise<string> {
  ownerOnly(shop);
  if (!(await taxYears(shop)).includes(financialYear)) throw notFound();
  await audit(shop, { action: 'export.table', table: 'papers', id: `tax ${financialYear} by ${report}` });
  const day = sql`${papers.issuedAt} at time zone 'Asia/Kolkata'`;
  const period = {
    year: sql`${papers.financialYear}`,
    months: sql`to_char(${day}, 'YYYY-MM')`,
    papers: sql`${papers.id}::text`,
  }[report];
  const amount = (name: string) => sql`sum((line ->> ${sql.raw(`'${name}'`)})::numeric)`;
  // Values of unregistered and composition sellers must not look like taxable turnover.
  const ofTaxed = (isTaxed: boolean) =>
    sql`coalesce(${amount('taxable')} filter (where (content ->> 'isTaxed')::boolean = ${isTaxed}::boolean), 0)`;
  const inRupees = (paise: SQL) => sql`((${paise}) / 100)::numeric(20, 2)::text`;
  const { rows } = await shop.database.execute<Row>(sql`
    select ${period} as period, ${papers.kind} as kind, min(${papers.financialYear}) as "financialYear",
      min(${papers.number}) as number, to_char(min(${day}), 'YYYY-MM-DD') as "issuedAt",
      content -> 'corrects' ->> 'title' as corrected,
      min(coalesce(content -> 'buyer' -> 'firm' ->> 'name', content -> 'buyer' ->> 'name')) as buyer,
      min(content -> 'buyer' -> 'firm' ->> 'gstin') as gstin,
      coalesce(content ->> 'placeOfSupply', content -> 'buyer' -> 'address' ->> 'state') as state,
      (line ->> 'gstRate')::numeric::text as rate, count(distinct ${papers.id})::int as papers,
      ${inRupees(ofTaxed(true))} as taxable, ${inRupees(ofTaxed(false))} as untaxed, ${inRupees(amount('cgst'))} as cgst, ${inRupees(amount('sgst'))} as sgst,
      ${inRupees(amount('igst'))} as igst,
      ${inRupees(sql`${amount('taxable')} + ${amount('cgst')} + ${amount('sgst')} + ${amount('igst')}`)} as total
    from ${papers}, jsonb_array_elements(content -> 'lines') as lines (line)
    where ${and(eq(papers.financialYear, financialYear), inArray(papers.kind, SALES))}
    group by period, ${papers.kind}, corrected, state, rate
    order by ${report === 'papers' ? sql`kind, number, rate` : sql`period, kind, corrected, state, rate`}`);
  return report === 'papers' ? writeDocuments(rows) : writeSums(rows, report);
}

const AMOUNTS = ['Taxable value', 'Untaxed value', 'CGST', 'SGST', 'IGST', 'Total'];
const amountsOf = ({ taxable, untaxed, cgst, sgst, igst, total }: Row) => [taxable, untaxed, cgst, sgst, igst, total];

const writeDocuments = (rows: readonly Row[]): string =>
  stringify([
    ['Date', 'Document', 'Number', 'Buyer', 'GSTIN', 'State', 'GST rate', ...AMOUNTS],
    ...rows.map((row) => [
      indianDay(row.issuedAt),
      documentLabel(row.kind, row.corrected),
      documentNumber(row),
      harmless(row.buyer),
      row.gstin ?? '',
      harmless(row.state),
      row.rate,
      ...amountsOf(row),
    ]),
  ]);

const writeSums = (rows: readonly Row[], report: 'year' | 'months'): string =>
  stringify([
    ['From', 'To', 'Document', 'State', 'GST rate', 'Documents', ...AMOUNTS],
    ...rows.map((row) => [
      ...(report === 'year' ? yearSpan(row.financialYear) : monthSpan(row.period)),
      documentLabel(row.kind, row.corrected),
      harmless(row.state),
      row.rate,
      row.papers,
      ...amountsOf(row),
    ]),
  ]);

const indianDay = (day: string): string => day.split('-').toReversed().join('/');

function yearSpan(financialYear: string): [from: string, to: string] {
  const first = Number(financialYear.slice(0, 4));
  return [`01/04/${first}`, `31/03/${first + 1}`];
}

function monthSpan(month: string): [from: string, to: string] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const last = dayInIndia(new Date(Date.UTC(year, number, 0)));
  return [indianDay(`${month}-01`), indianDay(last)];
}
