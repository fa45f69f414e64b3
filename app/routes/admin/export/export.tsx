import { href } from 'react-router';
import { listExports } from '#app/platform/export/export.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { countOf, labelOfTable } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import type { Route } from './+types/export.ts';
import { EXPORTED_COLUMNS } from './exported-columns.ts';

export const meta = () => adminMeta('Export');

export const loader = async ({ context }: Route.LoaderArgs) => ({
  tables: await listExports(context.get(shopContext), EXPORTED_COLUMNS),
});

/** Every table of the shop as a file for a spreadsheet. */
export default function Export({ loaderData: { tables } }: Route.ComponentProps) {
  return (
    <>
      <ListHead
        title="Export"
        count="Each table as CSV, in rupees and Indian time. Passwords and sessions stay here."
      />
      <section className="panel" aria-label="Tables">
        <ul>
          {tables.map(({ table, rows }) => (
            <li key={table} className="border-line not-first:border-t">
              <a
                className="flex min-h-13 items-center justify-between gap-4 px-panel py-2 hover:bg-sand/45"
                href={href('/admin/export/:file', { file: `${table}.csv` })}
                download={`${table}.csv`}
              >
                <span className="flex min-w-0 items-center gap-3">
                  <Icon name="upload" small className="rotate-180" />
                  <span className="link min-w-0 wrap-anywhere">{labelOfTable(table)}</span>
                </span>
                <span className="meta num whitespace-nowrap">{countOf(rows, 'row')}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
