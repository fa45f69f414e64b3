import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { href } from 'react-router';
import { z } from 'zod';
import { ARTWORK_CHANGES } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { undoChange } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { undoCollectionChange } from '#app/modules/catalogue/collections/collections.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/undo.ts';

const schema = z.strictObject({ change: z.enum([...ARTWORK_CHANGES, 'add', 'remove']), at: z.iso.datetime() });

/** POST admin/artworks/undo: takes back what was done to several pieces at once. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { change, at } = await readButton(request, schema);
  const shop = context.get(shopContext);
  const changed =
    change === 'add' || change === 'remove'
      ? await undoCollectionChange(shop, change, new Date(at))
      : (await undoChange(shop, change, new Date(at))).changed;
  return seeOther(href('/admin/artworks'), url, { done: 'undo', count: String(changed) });
}
