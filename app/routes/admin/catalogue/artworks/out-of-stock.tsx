import { href } from 'react-router';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/out-of-stock.ts';
import { chosenArtworks } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';

export const meta = adminMeta('Out of stock');

export const loader = async ({ context, url }: Route.LoaderArgs) => chosenArtworks(context.get(shopContext), url);

export default function SetOutOfStock({ loaderData }: Route.ComponentProps) {
  const { count } = loaderData;
  return (
    <DeleteDialog
      title="Out of stock"
      button={count === 1 ? 'Set 1 artwork to 0' : `Set ${count} artworks to 0`}
      icon="box"
      backTo={href('/admin/artworks')}
      action={href('/admin/artworks')}
      fields={
        <>
          <input type="hidden" name="intent" value="out-of-stock" />
          <input type="hidden" name="sure" value="yes" />
          <ChosenIds {...loaderData} />
        </>
      }
    >
      <p className="font-semibold">Set the stock count of {count === 1 ? 'this piece' : 'these pieces'} to 0?</p>
      <ChosenTitles {...loaderData} />
      <p className="muted">Shoppers can then only request them. You can undo this.</p>
    </DeleteDialog>
  );
}
