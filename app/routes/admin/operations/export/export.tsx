import { href } from 'react-router';
import { listExports } from '#app/platform/export/export.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { countOf, labelOfTable } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import type { Route } from './+types/export.ts';
import { EXPORTED_COLUMNS } from './exported-columns.ts';

export const meta = adminMeta('Export');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { tables: await listExports(shop, EXPORTED_COLUMNS) };
}

export default function Export({ loaderData: { tables } }: Route.ComponentProps) {
  return (
    <>
      <ListHead
        title="Export"
        count="Download your data as CSV, in rupees and Indian time. Passwords are not included."
      />
      <section className="panel" aria-labelledby="everything">
        <div className="panel-head">
          <h2 id="everything">Everything (zip)</h2>
          <span className="meta">All tables as CSV files, without photos</span>
        </div>
        <div className="border-t border-line p-panel">
          <a className="button button-card" href={href('/admin/export/everything.zip')} download>
            <Icon name="upload" small className="rotate-180" />
            <span>Download everything</span>
          </a>
        </div>
      </section>
      <details className="accordion">
        <summary>
          <h2 className="font-sans font-semibold text-base">Advanced</h2>
          <Icon name="plus" />
        </summary>
        <ul className="panel">
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
      </details>
    </>
  );
}
