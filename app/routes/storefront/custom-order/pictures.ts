import {
  checkInspirationUploads,
  uploadInspiration,
  waitingInspiration,
} from '#app/modules/requests/requests/pictures.server.ts';
import { inspirationRefusal } from '#app/modules/requests/requests/messages.ts';
import { UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { refusedUpload, tooManyRequests } from '#app/routes/retry-after.ts';
import { readUpload } from '#app/routes/sent-pictures.server.ts';
import type { Uploaded } from '#app/ui/shop/private-pictures.tsx';
import type { Route } from './+types/pictures.ts';
import { keepUploadKey, readUploadKey } from './upload-key.server.ts';

/** The pictures that wait under the key of a form, which a reload finds again. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const pictures = await waitingInspiration(shop, await readUploadKey(shop, request, params.key));
  return Response.json(pictures, { headers: { 'Cache-Control': 'no-store' } });
}

/** POST custom-order/pictures/:key: one inspiration picture of the form with this key, by its script, which shows how far it has come. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const answer = (answered: Uploaded, init: ResponseInit) => Response.json(answered, init);
  const allowed = await checkInspirationUploads(shop);
  if (!allowed.ok) return answer({ ok: false, message: UPLOAD_FAILED }, tooManyRequests(allowed));
  const sent = await readUpload(request);
  if (!sent) return answer({ ok: false, message: UPLOAD_FAILED }, { status: 400 });
  const { uploadKey, cookie } = await keepUploadKey(shop, request, params.key);
  const taken = await uploadInspiration(shop, { uploadKey, ...sent });
  if (!taken.ok) return answer({ ok: false, message: inspirationRefusal(taken) }, refusedUpload(taken));
  return answer({ ok: true, id: taken.value.id }, { status: 201, headers: { 'Set-Cookie': cookie } });
}
