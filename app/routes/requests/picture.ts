import { openPicture } from '#app/modules/requests/requests/pictures.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/picture.ts';
import { openRequest, pictureAnswer } from './open-request.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  return pictureAnswer(await openPicture(shop, await openRequest(shop, params, url), params.pictureId));
}
