import { picturesInUse } from '#app/modules/catalogue/catalogue.server.ts';
import { listPictures, mayUpload, storePicture, type StoredPicture } from '#app/modules/media/media.server.ts';
import { storeRefusal, UPLOAD_FAILED } from '#app/modules/media/messages.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import type { Route } from './+types/pictures.ts';

/** A picture as the picker shows it. */
export type ShownPicture = StoredPicture & { inUse: boolean };
/** A page of the library as the picker gets it. */
export type PickerPage = { pictures: ShownPicture[]; total: number; nextCursor?: string };
/** What the upload of one picture is answered. */
export type Uploaded = { ok: true; picture: StoredPicture } | { ok: false; message: string };

/** GET admin/media/pictures: a page of the library, for the picker's script. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const page = await listPictures(shop, {
    search: url.searchParams.get('q') ?? undefined,
    cursor: url.searchParams.get('cursor') ?? undefined,
  });
  const used = await picturesInUse(
    shop,
    page.pictures.map((picture) => picture.url),
  );
  const pictures = page.pictures.map((picture) => ({ ...picture, inUse: used.has(picture.url) }));
  return Response.json({ ...page, pictures }, { headers: { 'Cache-Control': 'no-store' } });
}

/** POST admin/media/pictures: one picture, by a script that shows how far it has come. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const shop = context.get(shopContext);
  const answer = (answered: Uploaded, status: number) => Response.json(answered, { status });
  if (!(await mayUpload(shop))) return answer({ ok: false, message: UPLOAD_FAILED }, 429);
  const file = (await request.formData()).get('picture');
  if (!(file instanceof File)) return answer({ ok: false, message: UPLOAD_FAILED }, 400);
  const stored = await storePicture(shop, { bytes: await file.bytes(), originalFilename: file.name });
  if (stored.ok) return answer({ ok: true, picture: stored.value }, 201);
  return answer({ ok: false, message: storeRefusal(stored) }, stored.reason === 'too-many' ? 429 : 400);
}
