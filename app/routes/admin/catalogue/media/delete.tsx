import { href } from 'react-router';
import { usesOfPictures } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { deletePicture } from '#app/modules/catalogue/media/media.server.ts';
import { getPicture } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { CONFIRM_DELETION, DELETE_FAILED, errorDeletingImage } from '#app/modules/catalogue/media/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/delete.ts';

export const meta = adminMeta('Delete photo');

export async function loader({ context, params }: Route.LoaderArgs) {
  return { picture: await getPicture(context.get(shopContext), params.id) };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    run: (shop, _fields, { params }) => deletePicture(shop, params.id, usesOfPictures),
    done: (_deleted, _fields, { url }) => listAddress(href('/admin/media'), url, { deleted: '1' }),
    refused: { 'in-use': ({ data }) => errorDeletingImage(data.titles) },
  }),
);

export default function DeletePicture({ loaderData: { picture } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      title="Delete image"
      backTo={href('/admin/media/:id', { id: picture.id })}
      action={href('/admin/media/:id/delete', { id: picture.id })}
      failureText={DELETE_FAILED}
    >
      <Picture picture={picture} sizes="96px" className="aspect-4/5 w-24" />
      <p className="font-semibold">{CONFIRM_DELETION}</p>
    </DeleteDialog>
  );
}
