import { removePicture } from '#app/modules/conversations/conversations.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/upload.ts';
import { openCommission } from './open-commission.server.ts';

/** DELETE …/uploads/:key/:pictureId: takes a picture back that wasn't sent yet. Doing it twice does no harm. */
export async function action({
  request,
  context,
  params: { key, pictureId: id, ...params },
  url,
}: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { Allow: 'DELETE' } });
  const shop = context.get(shopContext);
  await removePicture(shop, await openCommission(shop, params, url), { key, id });
  return new Response(null, { status: 204 });
}
