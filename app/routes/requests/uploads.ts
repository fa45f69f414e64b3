import { checkUploads, uploadPicture } from '#app/modules/requests/requests/pictures.server.ts';
import { UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { refusedUpload, tooManyRequests } from '#app/routes/retry-after.ts';
import { readUpload } from '#app/routes/sent-pictures.server.ts';
import type { Uploaded } from '#app/ui/shop/private-pictures.tsx';
import type { Route } from './+types/uploads.ts';
import { openRequest } from './open-request.server.ts';
import { requestPictureRefusal } from './take-form.server.ts';

/** POST …/uploads/:key: one picture of the message or stage with this key, by the page's script, which shows how far it has come. */
export async function action({ request, context, params, url }: Route.ActionArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const access = await openRequest(shop, params, url);
  const answer = (answered: Uploaded, init: ResponseInit) => Response.json(answered, init);
  const allowed = await checkUploads(shop, access);
  if (!allowed.ok) return answer({ ok: false, message: UPLOAD_FAILED }, tooManyRequests(allowed));
  const sent = await readUpload(request);
  if (!sent) return answer({ ok: false, message: UPLOAD_FAILED }, { status: 400 });
  const taken = await uploadPicture(shop, access, { key: params.key, ...sent });
  if (!taken.ok) return answer({ ok: false, message: requestPictureRefusal(taken) }, refusedUpload(taken));
  return answer({ ok: true, id: taken.value.id }, { status: 201 });
}
