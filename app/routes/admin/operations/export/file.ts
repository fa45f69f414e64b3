import { notFound } from '#app/platform/errors.server.ts';
import { exportTable } from '#app/platform/export/export.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { csvFile } from './csv-file.ts';
import type { Route } from './+types/file.ts';
import { EXPORTED_COLUMNS } from './exported-columns.ts';

/** /admin/export/orders.csv */
export async function loader({ context, params: { file } }: Route.LoaderArgs) {
  const [, table] = /^([a-z_]{1,63})\.csv$/.exec(file) ?? [];
  if (!table) throw notFound();
  return csvFile(file, await exportTable(context.get(shopContext), EXPORTED_COLUMNS, table));
}
