import { openInspiration } from '#app/modules/custom-orders/custom-orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { readUploadKey } from '#app/routes/storefront/custom-order/upload-key.server.ts';
import { privateAnswer } from './file-answer.ts';
import type { Route } from './+types/inspiration.ts';

/** `/inspiration/:id`: a picture sent with a custom order, for the few who may see it; for others there is none. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const who = { id: params.id, uploadKey: await readUploadKey(shop, request) };
  return privateAnswer(await openInspiration(shop, who));
}
