import {
  checkUploads,
  openWaitingPicture,
  removePicture,
  uploadPicture,
} from '#app/modules/requests/requests/pictures.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { uploadActionOf } from '#app/routes/sent-pictures.server.ts';
import type { Route } from './+types/uploads.ts';
import { openRequest, pictureAnswer } from './open-request.server.ts';
import { requestPictureRefusal } from './request-forms.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const { key, pictureId: id } = params;
  if (id === undefined) throw notFound();
  const shop = context.get(shopContext);
  return pictureAnswer(await openWaitingPicture(shop, await openRequest(shop, params, url), { key, id }));
}

export const action = uploadActionOf<Route.ActionArgs>()({
  check: async (shop, { params, url }) => checkUploads(shop, await openRequest(shop, params, url)),
  take: async (shop, picture, { params, url }) =>
    uploadPicture(shop, await openRequest(shop, params, url), { key: params.key, ...picture }),
  refusal: requestPictureRefusal,
  remove: async (shop, id, { params, url }) =>
    removePicture(shop, await openRequest(shop, params, url), { key: params.key, id }),
});
