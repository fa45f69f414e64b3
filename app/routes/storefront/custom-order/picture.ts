import { removeInspiration } from '#app/modules/custom-orders/custom-orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/picture.ts';
import { readUploadKey } from './upload-key.server.ts';

/** DELETE custom-order/pictures/:id: takes a picture back that wasn't sent yet. Doing it twice does no harm. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { Allow: 'DELETE' } });
  const shop = context.get(shopContext);
  await removeInspiration(shop, { id: params.id, uploadKey: await readUploadKey(shop, request) });
  return new Response(null, { status: 204 });
}
