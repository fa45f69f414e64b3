import { data, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { deleteArtworks, summariesOf } from '#app/modules/catalogue/catalogue.server.ts';
import { confirmArtworkDeletion, DELETING_FAILED } from '#app/modules/catalogue/messages.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/delete.ts';

export const meta = () => adminMeta('Delete artwork');

const MAX_ARTWORKS = 200;
const schema = z.strictObject({ id: z.array(uuidSchema).min(1) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const found = await summariesOf(context.get(shopContext), url.searchParams.getAll('id').slice(0, MAX_ARTWORKS));
  if (found.size === 0) throw notFound();
  return { artworks: [...found.values()].map(({ id, title }) => ({ id, title })) };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { id: ids } = await readButton(request, schema, ['id']);
  const count = await deleteArtworks(context.get(shopContext), ids);
  const outcome = { done: 'delete', count: String(count) };
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

const NAMED = 8;

/** The question before pieces are deleted, as an address: a dialog over the list, with and without JavaScript. */
export default function DeleteArtworks({ loaderData: { artworks }, actionData }: Route.ComponentProps) {
  const several = artworks.length > 1;
  const named = artworks.slice(0, NAMED);
  return (
    <DeleteDialog
      title={several ? 'Delete artworks' : 'Delete artwork'}
      button={several ? `Delete ${artworks.length} artworks` : 'Delete artwork'}
      backTo={href('/admin/artworks')}
      action={href('/admin/artworks/delete')}
      fields={artworks.map(({ id }) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
    >
      {actionData ? <Note tone="alert">{actionData.error}</Note> : null}
      <p className="font-semibold">{confirmArtworkDeletion(artworks.length)}</p>
      <ul className="muted">
        {named.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
        {artworks.length > NAMED ? <li>and {artworks.length - NAMED} more</li> : null}
      </ul>
      <p className="muted">
        {several ? 'They leave' : 'It leaves'} the shop, carts and wishlists. Orders keep what was bought, and the
        pictures stay in the media library.
      </p>
    </DeleteDialog>
  );
}
