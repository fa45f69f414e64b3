import { usesOfPictures } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { deletePicture } from '#app/modules/catalogue/media/media.server.ts';
import { errorDeletingImage } from '#app/modules/catalogue/media/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/picture-delete.ts';

/** DELETE admin/media/pictures/:id: by the picker's script, which asked first. Says where a picture in use is used. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { Allow: 'DELETE' } });
  const deleted = await deletePicture(context.get(shopContext), params.id, usesOfPictures);
  if (deleted.ok) return Response.json({ ok: true });
  return Response.json({ ok: false, message: errorDeletingImage(deleted.data.titles) }, { status: 409 });
}
