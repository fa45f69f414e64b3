import { TAX_REPORTS, taxReport } from '#app/modules/orders/reports/tax-report.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { csvFile } from './csv-file.ts';
import type { Route } from './+types/tax-file.ts';

/** /admin/export/tax/2026-27-months.csv */
export async function loader({ context, params: { file } }: Route.LoaderArgs) {
  const [, year, by] = /^(\d{4}-\d\d)-([a-z]+)\.csv$/.exec(file) ?? [];
  const report = TAX_REPORTS.find((each) => each === by);
  if (!year || !report) throw notFound();
  return csvFile(`tax-${file}`, await taxReport(context.get(shopContext), year, report));
}
