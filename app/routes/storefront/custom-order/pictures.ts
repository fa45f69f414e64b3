import {
  checkInspirationUploads,
  openInspiration,
  removeInspiration,
  uploadInspiration,
  waitingInspiration,
} from '#app/modules/requests/requests/pictures.server.ts';
import { inspirationRefusal } from '#app/modules/requests/requests/messages.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { uploadActionOf } from '#app/routes/sent-pictures.server.ts';
import type { Route } from './+types/pictures.ts';
import { keepUploadKey, readUploadKey } from './upload-key.server.ts';

export async function loader({ request, params: { key, id }, context }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const uploadKey = await readUploadKey(shop, request, key);
  if (id !== undefined) return privateAnswer(await openInspiration(shop, { id, uploadKey }));
  return Response.json(await waitingInspiration(shop, uploadKey), { headers: { 'Cache-Control': 'no-store' } });
}

export const action = uploadActionOf<Route.ActionArgs>()({
  check: checkInspirationUploads,
  take: async (shop, picture, { request, params, visit }) => {
    const { uploadKey, cookie } = await keepUploadKey(shop, request, params.key);
    const taken = await uploadInspiration(shop, { uploadKey, ...picture });
    if (taken.ok) visit.cookies = [...visit.cookies, cookie];
    return taken;
  },
  refusal: inspirationRefusal,
  remove: async (shop, id, { request, params }) =>
    removeInspiration(shop, { id, uploadKey: await readUploadKey(shop, request, params.key) }),
});
