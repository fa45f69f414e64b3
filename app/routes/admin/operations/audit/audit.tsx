import { href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { type AuditEntry, listAudit } from '#app/platform/audit/audit.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { countOf, labelOfTable } from '#app/routes/admin/shared/labels.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { listQuery, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import type { Route } from './+types/audit.ts';
import { sentenceOf } from './sentence.ts';
import { findSubjectNames } from './subject-names.server.ts';

export const meta = adminMeta('Audit');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const table = url.searchParams.get('kind') ?? undefined;
  const { entries, ...page } = await listAudit(shop, { ...listQuery(url), table });
  const names = await findSubjectNames(shop, entries);
  return {
    ...page,
    entries: entries.map((entry) => ({ ...entry, sentence: sentenceOf(entry, names.get(entry.subjectId)) })),
  };
}

export default function Audit({ loaderData: { entries, next, counts } }: Route.ComponentProps) {
  const listSearch = useListSearch();
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ListPage
      path={href('/admin/audit')}
      title="Audit"
      count={countOf(all, 'change')}
      search={{ label: 'Search changes', placeholder: 'Who, what or id' }}
      filter={{
        label: 'About',
        name: 'kind',
        chips: [
          { value: '', label: 'All', count: all },
          ...counts.map(({ table, count }) => ({ value: table, label: labelOfTable(table), count })),
        ],
      }}
      found="Changes found"
      shown={entries.length}
      next={next}
      empty={{
        title: 'No changes found.',
        first: 'Changes by admins appear here.',
        none: 'Try a different search.',
        all: 'Show all changes',
      }}
    >
      <RecordList
        low
        caption="Changes, newest first"
        rows={entries}
        title={{
          head: 'What',
          of: (entry) => entry.sentence,
          to: (entry) => `${href('/admin/audit/:id', { id: entry.id })}${listSearch}`,
        }}
        columns={COLUMNS}
      />
    </ListPage>
  );
}

const COLUMNS: RecordColumn<AuditEntry>[] = [
  { head: 'Who', cell: (entry) => entry.adminEmail, card: 'foot' },
  { head: 'When', cell: (entry) => formatMoment(entry.createdAt), card: 'foot' },
];
