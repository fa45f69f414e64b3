import { data, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { deleteArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { confirmArtworkDeletion, DELETING_FAILED } from '#app/modules/catalogue/messages.ts';
import { readButton } from '#app/platform/forms.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/delete.ts';
import { chosenArtworks } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';

export const meta = () => adminMeta('Delete artwork');

const schema = z.strictObject({ id: z.array(uuidSchema).min(1) });

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
  artworks: await chosenArtworks(context.get(shopContext), url),
});

export async function action({ context, request, url }: Route.ActionArgs) {
  const { id: ids } = await readButton(request, schema, ['id']);
  const count = await deleteArtworks(context.get(shopContext), ids);
  const outcome: Record<string, string> = count > 0 ? { done: 'delete', count: String(count) } : { refused: 'delete' };
  return seeOther(href('/admin/artworks'), url, outcome);
}

/** The network may be away: then nothing was deleted, and the question stays. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data({ error: DELETING_FAILED }, { status: 503 });
  }
}

/** The question before pieces are deleted, as an address: a dialog over the list, with and without JavaScript. */
export default function DeleteArtworks({ loaderData: { artworks }, actionData }: Route.ComponentProps) {
  const several = artworks.length > 1;
  return (
    <DeleteDialog
      title={several ? 'Delete artworks' : 'Delete artwork'}
      button={several ? `Delete ${artworks.length} artworks` : 'Delete artwork'}
      backTo={href('/admin/artworks')}
      action={href('/admin/artworks/delete')}
      fields={<ChosenIds artworks={artworks} />}
    >
      {actionData ? <Note tone="alert">{actionData.error}</Note> : null}
      <p className="font-semibold">{confirmArtworkDeletion(artworks.length)}</p>
      <ChosenTitles artworks={artworks} />
      <p className="muted">
        {several ? 'They leave' : 'It leaves'} the shop, carts and wishlists. Orders keep what was bought, and the
        pictures stay in the media library.
      </p>
    </DeleteDialog>
  );
}
