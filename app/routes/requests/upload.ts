import { openWaitingPicture, removePicture } from '#app/modules/requests/requests/pictures.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/upload.ts';
import { openRequest, pictureAnswer } from './open-request.server.ts';

/** A picture that isn't sent yet, for the side that writes; for others there is none. */
export async function loader({ context, params: { key, pictureId: id, ...params }, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return pictureAnswer(await openWaitingPicture(shop, await openRequest(shop, params, url), { key, id }));
}

/** DELETE …/uploads/:key/:pictureId: takes a picture back that wasn't sent yet. Doing it twice does no harm. */
export async function action({
  request,
  context,
  params: { key, pictureId: id, ...params },
  url,
}: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { Allow: 'DELETE' } });
  const shop = context.get(shopContext);
  await removePicture(shop, await openRequest(shop, params, url), { key, id });
  return new Response(null, { status: 204 });
}
