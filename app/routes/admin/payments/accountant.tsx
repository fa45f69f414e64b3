import { Form, href } from 'react-router';
import { formatExactRupees, sum } from '#app/basics/money.ts';
import { type Check, isRight } from '#app/modules/payments/tax-export/checks.ts';
import { kindLabel } from '#app/modules/payments/tax-export/tax-document.ts';
import { listTaxPeriods, readTaxExport, tooManyPdfs } from '#app/modules/payments/tax-export/tax-export.server.ts';
import { taxYears } from '#app/modules/orders/reports/tax-report.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Select } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/accountant.ts';

export const meta = adminMeta('For the accountant');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ years, first }, reportYears] = await Promise.all([listTaxPeriods(shop), taxYears(shop)]);
  const taxExport = await readTaxExport(shop, url.searchParams.get('period') ?? first.id);
  const { period, documents, returns, checks } = taxExport;
  const kinds = [...Map.groupBy(documents, kindLabel)].map(([label, ofKind]) => ({
    label,
    count: ofKind.length,
    total: sum(ofKind.map(({ total }) => total)),
  }));
  const formatValue = (value: Check['value']) => (typeof value === 'string' ? value : formatExactRupees(value));
  return {
    period: { id: period.id, label: period.label },
    years: years.map(({ year, quarters, months }) => ({
      id: year.id,
      periods: [year, ...quarters, ...months].map(({ id, label }) => ({ id, label })),
    })),
    kinds,
    hasReturn: returns.length > 0,
    checked: checks.length,
    wrong: checks
      .filter((check) => !isRight(check))
      .map(({ name, value, expected, gstin }) => ({
        name: gstin && returns.length > 1 ? `${gstin}, ${name}` : name,
        value: formatValue(value),
        expected: formatValue(expected),
      })),
    tooMany: tooManyPdfs(taxExport),
    reportYears,
  };
}

type Loaded = Route.ComponentProps['loaderData'];

export default function ForTheAccountant({ loaderData }: Route.ComponentProps) {
  const { period, wrong } = loaderData;
  return (
    <>
      <ListHead title="For the accountant" count="Tax tables, documents and payments of a period as one zip file" />
      {wrong.length > 0 ? <Differences period={period} wrong={wrong} /> : null}
      <Period {...loaderData} />
      <Contents {...loaderData} />
      <Reports years={loaderData.reportYears} />
    </>
  );
}

function Differences({ period, wrong }: Pick<Loaded, 'period' | 'wrong'>) {
  return (
    <Note tone="alert">
      Some sums of {period.label} do not agree. Show this to your accountant before a return is filed:
      <ul className="mt-1">
        {wrong.map(({ name, value, expected }) => (
          <li key={name} className="wrap-anywhere">
            {name}: <span className="num">{value}</span> and <span className="num">{expected}</span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Period({ period, years }: Loaded) {
  return (
    <section className="panel" aria-labelledby="period">
      <div className="panel-head">
        <h2 id="period">Period</h2>
      </div>
      <Form
        action={href('/admin/payments/accountant')}
        className="grid items-end gap-3 px-panel pb-panel sm:grid-cols-[minmax(0,24rem)_auto] sm:justify-start"
      >
        <Select key={period.id} label="Month, quarter or financial year" name="period" defaultValue={period.id}>
          {years.map(({ id, periods }) => (
            <optgroup key={id} label={id}>
              {periods.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.label}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <Button look="secondary">Show period</Button>
      </Form>
    </section>
  );
}

function Contents({ period, kinds, hasReturn, checked, wrong, tooMany }: Loaded) {
  return (
    <section className="panel" aria-labelledby="contents">
      <div className="panel-head">
        <h2 id="contents">{period.label}</h2>
      </div>
      {kinds.length === 0 ? (
        <EmptyState title="No documents">Invoices, notes and receipts of this period appear here.</EmptyState>
      ) : (
        <ul>
          {kinds.map(({ label, count, total }) => (
            <li key={label} className="flex flex-wrap justify-between gap-x-4 border-line border-t px-panel py-2">
              <span>{label}</span>
              <span className="meta num">
                {countOf(count, 'document')}, {formatExactRupees(total)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="grid justify-items-start gap-3 border-t border-line p-panel">
        {wrong.length === 0 ? <Note tone="done">All {checked} checked sums agree.</Note> : null}
        {tooMany ? <Note tone="info">{tooMany}</Note> : null}
        <p className="meta">
          The zip file contains {hasReturn ? 'GSTR-1 tables for the GST portal, ' : ''}a register of all documents,
          receipts and refunds, the ledger, the checked sums, and each document as PDF.
        </p>
        <a
          className="button button-card"
          href={href('/admin/payments/accountant/:file', { file: `${period.id}.zip` })}
          download
        >
          <Icon name="upload" small className="rotate-180" />
          <span>Download {period.label}</span>
        </a>
      </div>
    </section>
  );
}

const TAX_REPORTS = { year: 'The whole year', months: 'By month', papers: 'Document by document' };

function Reports({ years }: { years: Loaded['reportYears'] }) {
  return years.length === 0 ? null : (
    <section className="panel" aria-labelledby="reports">
      <div className="panel-head">
        <h2 id="reports">Sales by state and rate</h2>
        <span className="meta">CSV files</span>
      </div>
      <ul>
        {years.map((year) => (
          <li key={year} className="flex min-h-13 flex-wrap items-center gap-x-5 border-t border-line px-panel py-2">
            <span className="num max-sm:w-full">{year}</span>
            {Object.entries(TAX_REPORTS).map(([report, label]) => (
              <a
                key={report}
                className="link inline-flex min-h-11 items-center"
                href={href('/admin/export/tax/:file', { file: `${year}-${report}.csv` })}
                download={`tax-${year}-${report}.csv`}
              >
                {label}
                <span className="sr-only"> {year}</span>
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
