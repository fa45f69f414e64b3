import { openReturnPhoto, removeReturnPhoto } from '#app/modules/orders/returns/returns.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';
import type { Route } from './+types/return-photo.ts';

/** A photo of a return, for its customer and the studio; for others there is none. */
export async function loader({ context, params: { id: orderId, photoId } }: Route.LoaderArgs): Promise<Response> {
  return privateAnswer(await openReturnPhoto(context.get(shopContext), { orderId, photoId }));
}

/** DELETE profile/orders/:id/return/photos/:photoId: takes a photo back that wasn't sent yet. Doing it twice does no harm. */
export async function action({
  request,
  context,
  params: { id: orderId, photoId },
}: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { Allow: 'DELETE' } });
  await removeReturnPhoto(context.get(shopContext), { orderId, photoId });
  return new Response(null, { status: 204 });
}
