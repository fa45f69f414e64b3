import { Outlet, useSearchParams } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { type AuditEntry, listAudit } from '#app/platform/audit/audit.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { labelOfAction, labelOfTable } from '#app/routes/admin/shared/labels.ts';
import { ListChips, ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/audit.ts';

export const meta = () => adminMeta('Audit');

export const loader = ({ context, url: { searchParams } }: Route.LoaderArgs) =>
  listAudit(context.get(shopContext), {
    search: searchParams.get('q') ?? undefined,
    table: searchParams.get('kind') ?? undefined,
    cursor: searchParams.get('cursor') ?? undefined,
  });

/** Who changed what, and when; nothing of it can be taken back (T30). */
export default function Audit({ loaderData: { entries, next, counts } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const chosen = search.get('kind') ?? '';
  const listSearch = pickListSearch(search);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const chips = [
    { value: '', label: 'All', count: all },
    ...counts.map(({ table, count }) => ({ value: table, label: labelOfTable(table), count })),
  ];
  return (
    <>
      <ListHead title="Audit" count={all === 1 ? '1 change' : `${all.toLocaleString('en-IN')} changes`} />
      <ListSearch path="/admin/audit" keep={['kind']} label="Search changes" placeholder="Who, what or id" />
      <ListChips path="/admin/audit" label="About" name="kind" chips={chips} />
      <section className="panel" aria-label="Changes found">
        {entries.length === 0 ? (
          <EmptyState
            title="No changes found."
            action={
              listSearch ? (
                <ButtonLink look="secondary" to="/admin/audit">
                  Show all changes
                </ButtonLink>
              ) : undefined
            }
          >
            {listSearch ? 'Nothing on record fits this search.' : 'What admins change will stand here.'}
          </EmptyState>
        ) : (
          <RecordList
            caption="Changes, newest first"
            rows={entries}
            keyOf={(entry) => entry.id}
            title={{
              head: 'What',
              of: (entry) => labelOfAction(entry.action),
              to: (entry) => `/admin/audit/${entry.id}${listSearch}`,
            }}
            columns={COLUMNS}
          />
        )}
        <Paging
          path="/admin/audit"
          shown={entries.length}
          of={chosen ? (counts.find(({ table }) => table === chosen)?.count ?? 0) : all}
          next={next}
        />
      </section>
      <Outlet />
    </>
  );
}

const COLUMNS: RecordColumn<AuditEntry>[] = [
  {
    head: 'Which',
    cell: (entry) =>
      `${labelOfTable(entry.subjectTable)} ${entry.subjectId.length === 36 ? entry.subjectId.slice(-6) : entry.subjectId}`,
    card: 'line',
  },
  { head: 'Who', cell: (entry) => entry.adminEmail, card: 'line' },
  { head: 'When', cell: (entry) => formatMoment(entry.createdAt), card: 'line' },
];
