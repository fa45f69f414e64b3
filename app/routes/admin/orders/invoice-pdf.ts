import { shopContext } from '#app/routes/request-context.server.ts';
import { adminOnly } from '#app/platform/shop.server.ts';
import { invoiceFile } from '#app/routes/invoice-file.server.ts';
import type { Route } from './+types/invoice-pdf.ts';

/** The same file as the customer's. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  adminOnly(shop);
  return invoiceFile(shop, params.id);
}
