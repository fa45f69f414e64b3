import { Link, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { changeCollection, listCollectionsForAdmin } from '#app/modules/catalogue/collections/collections.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/collection.ts';
import { chosenArtworks, chosenFields, selectionOf } from './chosen.server.ts';
import { ChosenIds, ChosenTitles } from './chosen.tsx';

export const meta = adminMeta('Collection');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [chosen, collections] = await Promise.all([chosenArtworks(shop, url), listCollectionsForAdmin(shop)]);
  return { ...chosen, collections: collections.map(({ id, title }) => ({ id, title })) };
}

const schema = z.strictObject({
  ...chosenFields,
  step: z.enum(['add', 'remove'], { error: 'Choose one' }),
  collection: z.string().pipe(uuidSchema.refine(Boolean, 'Choose one')),
});

const form = formOf();

export const action = formAction(
  form({
    schema,
    lists: ['id'],
    run: async (shop, { step, collection, ...chosen }, { url }) => ({
      changed: await changeCollection(shop, collection, { step, artworks: selectionOf(chosen, url) }),
      at: shop.now,
    }),
    done: ({ changed, at }, { step }, { url }) =>
      listAddress(href('/admin/artworks'), url, { done: step, count: String(changed), at: at.toISOString() }),
    refused: {},
  }),
);

export default function PutIntoCollection({ loaderData }: Route.ComponentProps) {
  const { count, collections } = loaderData;
  const { field, summary } = useShopForm({ known: { step: 'add', collection: collections[0]?.id } });
  return (
    <FormDialog
      title="Collection"
      list={href('/admin/artworks')}
      action={href('/admin/artworks/collection')}
      save={count === 1 ? 'Change 1 artwork' : `Change ${count} artworks`}
      summary={summary}
      intro={<ChosenTitles {...loaderData} />}
    >
      <ChosenIds {...loaderData} />
      <Select label="What to do" {...field('step')}>
        <option value="add">Add to</option>
        <option value="remove">Remove from</option>
      </Select>
      <Select label="Collection" {...field('collection')}>
        {collections.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      <p className="field-hint">
        {collections.length === 0 ? 'No collections yet. ' : ''}
        <Link className="link" to={href('/admin/collections/new')}>
          Add a collection
        </Link>
      </p>
    </FormDialog>
  );
}
