import { redirect } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ARTWORK_CHANGES } from '#app/modules/catalogue/artwork-list.ts';
import { changeArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/changes.ts';

const schema = z.strictObject({ id: z.array(uuidSchema), intent: z.enum([...ARTWORK_CHANGES, 'delete']) });

/** POST admin/artworks/changes: does one thing to every chosen piece; deleting is asked about first. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { id: ids, intent } = await readButton(request, schema, ['id']);
  const listWith = (more: Record<string, string>) => `/admin/artworks${listSearchWith(url.searchParams, more)}`;
  if (ids.length === 0) return redirect(listWith({ done: 'none' }), 303);
  if (intent === 'delete') {
    const asked = ids.map((id) => `&id=${id}`).join('');
    return redirect(`/admin/artworks/delete${listSearchWith(url.searchParams, { several: '1' })}${asked}`, 303);
  }
  const count = await changeArtworks(context.get(shopContext), ids, intent);
  return redirect(listWith({ done: intent, count: String(count) }), 303);
}
