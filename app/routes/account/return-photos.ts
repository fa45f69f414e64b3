import { UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { returnPhotoRefusal } from '#app/modules/orders/returns/messages.ts';
import { checkUploads, uploadReturnPhoto } from '#app/modules/orders/returns/returns.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { refusedUpload, tooManyRequests } from '#app/routes/retry-after.ts';
import { readUpload } from '#app/routes/sent-pictures.server.ts';
import type { Uploaded } from '#app/ui/shop/private-pictures.tsx';
import type { Route } from './+types/return-photos.ts';

/** POST profile/orders/:id/return/photos: one photo, by the script of the form, which shows how far it has come. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const answer = (answered: Uploaded, init: ResponseInit) => Response.json(answered, init);
  const allowed = await checkUploads(shop);
  if (!allowed.ok) return answer({ ok: false, message: UPLOAD_FAILED }, tooManyRequests(allowed));
  const sent = await readUpload(request);
  if (!sent) return answer({ ok: false, message: UPLOAD_FAILED }, { status: 400 });
  const taken = await uploadReturnPhoto(shop, { orderId: params.id, ...sent });
  if (!taken.ok) return answer({ ok: false, message: returnPhotoRefusal(taken) }, refusedUpload(taken));
  return answer({ ok: true, id: taken.value.id }, { status: 201 });
}
