import { signedIn } from '#app/platform/shop.server.ts';
import { invoiceFile } from '#app/routes/invoice-file.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/invoice-pdf.ts';

/** The invoice as a file to keep; the same for its customer and an admin. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  signedIn(shop);
  return invoiceFile(shop, params.id);
}
