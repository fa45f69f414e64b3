import { href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { getAuditEntry } from '#app/platform/audit/audit.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { labelOfTable, titleCase } from '#app/routes/admin/shared/labels.ts';
import { useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import type { Route } from './+types/entry.ts';
import { labelOfColumn, sentenceOf } from './sentence.ts';
import { findSubjectNames } from './subject-names.server.ts';

export const meta = adminMeta('Change');

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const entry = await getAuditEntry(shop, params.id);
  const names = await findSubjectNames(shop, [entry]);
  return { entry, sentence: sentenceOf(entry, names.get(entry.subjectId)) };
}

export default function AuditEntrySheet({ loaderData: { entry, sentence } }: Route.ComponentProps) {
  const listSearch = useListSearch();
  const { before, after } = entry;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <Dialog open drawer closeTo={`${href('/admin/audit')}${listSearch}`} title={sentence}>
      <dl className="details-list">
        <dt>Who</dt>
        <dd className="wrap-anywhere">{entry.adminEmail}</dd>
        <dt>When</dt>
        <dd className="num">{formatMoment(entry.createdAt)}</dd>
        <dt>Which</dt>
        <dd className="num wrap-anywhere">
          {labelOfTable(entry.subjectTable)} {entry.subjectId}
        </dd>
      </dl>
      {names.length === 0 ? <p className="muted">No details recorded.</p> : null}
      {names.map((name) => (
        <section key={name} className="grid gap-1 border-t border-line pt-3" aria-label={labelOfColumn(name)}>
          <h3 className="font-sans text-base font-semibold">{titleCase(labelOfColumn(name))}</h3>
          <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-y-1 text-sm">
            {before ? <State head="Before" value={before[name]} /> : null}
            {after ? <State head="After" value={after[name]} /> : null}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function State({ head, value }: { head: string; value: unknown }) {
  return (
    <>
      <dt className="text-ink-3">{head}</dt>
      <dd className="whitespace-pre-wrap wrap-anywhere">{describe(value)}</dd>
    </>
  );
}

function describe(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
