import { openInspiration, removeInspiration } from '#app/modules/requests/requests/pictures.server.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/picture.ts';
import { readUploadKey } from './upload-key.server.ts';

/** A picture of the form with this key, for the browser that uploaded it; for others there is none. */
export async function loader({ request, params: { key, id }, context }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  return privateAnswer(await openInspiration(shop, { id, uploadKey: await readUploadKey(shop, request, key) }));
}

/** DELETE custom-order/pictures/:key/:id: takes a picture back that wasn't sent yet. Doing it twice does no harm. */
export async function action({ request, params: { key, id }, context }: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { Allow: 'DELETE' } });
  const shop = context.get(shopContext);
  await removeInspiration(shop, { id, uploadKey: await readUploadKey(shop, request, key) });
  return new Response(null, { status: 204 });
}
