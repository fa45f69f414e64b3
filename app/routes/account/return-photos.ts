import { returnPhotoRefusal } from '#app/modules/orders/returns/messages.ts';
import {
  checkUploads,
  openReturnPhoto,
  removeReturnPhoto,
  uploadReturnPhoto,
} from '#app/modules/orders/returns/returns.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { uploadActionOf } from '#app/routes/sent-pictures.server.ts';
import type { Route } from './+types/return-photos.ts';

export async function loader({ context, params: { id: orderId, photoId } }: Route.LoaderArgs): Promise<Response> {
  if (photoId === undefined) throw notFound();
  return privateAnswer(await openReturnPhoto(context.get(shopContext), { orderId, photoId }));
}

export const action = uploadActionOf<Route.ActionArgs>()({
  check: checkUploads,
  take: (shop, picture, { params }) => uploadReturnPhoto(shop, { orderId: params.id, ...picture }),
  refusal: returnPhotoRefusal,
  remove: (shop, photoId, { params }) => removeReturnPhoto(shop, { orderId: params.id, photoId }),
});
