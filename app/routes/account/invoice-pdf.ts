import { openInvoicePdf } from '#app/modules/invoices/invoices.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import type { Route } from './+types/invoice-pdf.ts';

/** The invoice as a file to keep. */
export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  signedIn(shop);
  return openInvoicePdf(shop, params.id);
}
