import { signedIn } from '#app/platform/shop.server.ts';
import { paperFile } from '#app/routes/paper-file.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/paper-pdf.ts';

export function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  signedIn(shop);
  return paperFile(shop, params.id, params.paperId);
}
