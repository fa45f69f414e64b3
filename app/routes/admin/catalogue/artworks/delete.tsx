import { href } from 'react-router';
import { z } from 'zod';
import { deleteArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { confirmArtworkDeletion, DELETING_FAILED } from '#app/modules/catalogue/artworks/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/delete.ts';
import { chosenArtworks, chosenFields, selectionOf } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';

export const meta = adminMeta('Delete artwork');

export const loader = async ({ context, url }: Route.LoaderArgs) => chosenArtworks(context.get(shopContext), url);

const form = formOf();

export const action = formAction(
  form({
    schema: z.strictObject(chosenFields),
    lists: ['id'],
    run: (shop, chosen, { url }) => deleteArtworks(shop, selectionOf(chosen, url)),
    done: (count, _fields, { url }) =>
      listAddress(
        href('/admin/artworks'),
        url,
        count > 0 ? { done: 'delete', count: String(count) } : { refused: 'delete' },
      ),
    refused: {},
  }),
);

export default function DeleteArtworks({ loaderData }: Route.ComponentProps) {
  const { count } = loaderData;
  const several = count > 1;
  return (
    <DeleteDialog
      failureText={DELETING_FAILED}
      title={several ? 'Delete artworks' : 'Delete artwork'}
      button={several ? `Delete ${count} artworks` : 'Delete artwork'}
      backTo={href('/admin/artworks')}
      action={href('/admin/artworks/delete')}
      fields={<ChosenIds {...loaderData} />}
    >
      <p className="font-semibold">{confirmArtworkDeletion(count)}</p>
      <ChosenTitles {...loaderData} />
      <p className="muted">Removed from the shop, carts and wishlists. Past orders and the photos are kept.</p>
    </DeleteDialog>
  );
}
