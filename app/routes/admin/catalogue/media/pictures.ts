import { checkUploads, storePicture, type StoredPicture } from '#app/modules/catalogue/media/media.server.ts';
import { storeRefusal, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { refusedUpload, tooManyRequests } from '#app/routes/retry-after.ts';
import { readUpload } from '#app/routes/sent-pictures.server.ts';
import type { NotTaken } from '#app/ui/shop/use-uploads.ts';
import type { Route } from './+types/pictures.ts';
import { libraryPage } from './library-page.server.ts';

/** A picture as the picker shows it. */
export type ShownPicture = StoredPicture & { inUse: boolean };
/** A page of the library as the picker gets it. */
export type PickerPage = { pictures: ShownPicture[]; total: number; nextCursor?: string };
/** What the upload of a picture is answered that was taken. */
export type Taken = { ok: true; picture: StoredPicture };

/** GET admin/media/pictures: a page of the library, for the picker's script. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const page = await libraryPage(context.get(shopContext), url);
  return Response.json(page satisfies PickerPage, { headers: { 'Cache-Control': 'no-store' } });
}

/** POST admin/media/pictures: one picture, by a script that shows how far it has come. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const answer = (answered: Taken | NotTaken, init: ResponseInit) => Response.json(answered, init);
  const allowed = await checkUploads(shop);
  if (!allowed.ok) return answer({ ok: false, message: UPLOAD_FAILED }, tooManyRequests(allowed));
  const sent = await readUpload(request);
  if (!sent) return answer({ ok: false, message: UPLOAD_FAILED }, { status: 400 });
  const { bytes, fileName: originalFilename, fileKey: key } = sent;
  const stored = await storePicture(shop, { bytes, originalFilename, key });
  if (stored.ok) return answer({ ok: true, picture: stored.value }, { status: 201 });
  return answer({ ok: false, message: storeRefusal(stored) }, refusedUpload(stored));
}
