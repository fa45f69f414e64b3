import { dayInIndia } from '#app/basics/india.ts';
import { exportEverything } from '#app/platform/export/export.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/everything.ts';
import { EXPORTED_COLUMNS } from './exported-columns.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return new Response(await exportEverything(shop, EXPORTED_COLUMNS), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="shop-${dayInIndia(shop.now)}.zip"`,
      'Cache-Control': 'no-store',
    },
  });
}
