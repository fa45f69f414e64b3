import { done } from '#app/basics/result.ts';
import { usesOfPictures } from '#app/modules/catalogue/artworks/artworks.server.ts';
import {
  checkUploads,
  deletePicture,
  storePicture,
  type StoredPicture,
} from '#app/modules/catalogue/media/media.server.ts';
import { errorDeletingImage, storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { uploadActionOf } from '#app/routes/sent-pictures.server.ts';
import type { Route } from './+types/pictures.ts';
import { libraryPage } from './library-page.server.ts';

export type ShownPicture = StoredPicture & { inUse: boolean };
export type PickerPage = { pictures: ShownPicture[]; total: number; nextCursor?: string };
export type Taken = { ok: true; picture: StoredPicture };

export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const page = await libraryPage(context.get(shopContext), url);
  return Response.json(page satisfies PickerPage, { headers: { 'Cache-Control': 'no-store' } });
}

/** The script of the picture picker asks before it deletes. A picture in use is not deleted. */
export const action = uploadActionOf()({
  check: checkUploads,
  take: async (shop, { bytes, fileName: originalFilename, fileKey: key }) => {
    const stored = await storePicture(shop, { bytes, originalFilename, key });
    return stored.ok ? done({ picture: stored.value }) : stored;
  },
  refusal: storeRefusal,
  remove: async (shop, id) => {
    const deleted = await deletePicture(shop, id, usesOfPictures);
    return deleted.ok ? undefined : errorDeletingImage(deleted.data.titles);
  },
});
