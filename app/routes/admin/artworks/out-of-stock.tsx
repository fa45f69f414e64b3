import { href } from 'react-router';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/out-of-stock.ts';
import { chosenArtworks } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';

export const meta = () => adminMeta('Out of stock');

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
  artworks: await chosenArtworks(context.get(shopContext), url),
});

/** The question before counts are set to 0, as an address. */
export default function SetOutOfStock({ loaderData: { artworks } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      title="Out of stock"
      button={artworks.length === 1 ? 'Set 1 artwork to 0' : `Set ${artworks.length} artworks to 0`}
      icon="box"
      backTo={href('/admin/artworks')}
      action={href('/admin/artworks/changes')}
      fields={
        <>
          <input type="hidden" name="intent" value="out-of-stock" />
          <input type="hidden" name="sure" value="yes" />
          <ChosenIds artworks={artworks} />
        </>
      }
    >
      <p className="font-semibold">
        Set the stock count of {artworks.length === 1 ? 'this piece' : 'these pieces'} to 0?
      </p>
      <ChosenTitles artworks={artworks} />
      <p className="muted">The shop then offers to request them instead of buying them. You can undo it afterwards.</p>
    </DeleteDialog>
  );
}
