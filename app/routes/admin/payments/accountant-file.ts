import { downloadTaxExport } from '#app/modules/payments/tax-export/tax-export.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/accountant-file.ts';

/** /admin/payments/accountant/2026-11.zip */
export async function loader({ context, params: { file } }: Route.LoaderArgs) {
  const [, period] = /^([\dq-]+)\.zip$/.exec(file) ?? [];
  if (!period) throw notFound();
  return new Response(await downloadTaxExport(context.get(shopContext), period), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="accountant-${file}"`,
      'Cache-Control': 'no-store',
    },
  });
}
