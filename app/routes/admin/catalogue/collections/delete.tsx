import { href } from 'react-router';
import { deleteCollection, getCollectionForAdmin } from '#app/modules/catalogue/collections/collections.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/delete.ts';

export const meta = adminMeta('Delete collection');

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, title } = await getCollectionForAdmin(context.get(shopContext), params.id);
  return { id, title };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    run: (shop, _fields, { params }) => deleteCollection(shop, params.id),
    done: (_deleted, _fields, { url }) => listAddress(href('/admin/collections'), url, { done: 'deleted' }),
    refused: {},
  }),
);

export default function DeleteCollection({ loaderData: { id, title } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      title="Delete collection"
      backTo={href('/admin/collections')}
      action={href('/admin/collections/:id/delete', { id })}
    >
      <p className="font-semibold wrap-anywhere">Delete “{title}”?</p>
      <p className="muted">Its pieces stay in the shop.</p>
    </DeleteDialog>
  );
}
