import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { redirect, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ARTWORK_CHANGES } from '#app/modules/catalogue/artwork-list.ts';
import { changeArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/changes.ts';

const schema = z.strictObject({
  id: z.array(uuidSchema),
  intent: z.enum([...ARTWORK_CHANGES, 'delete']),
  sure: z.literal('yes').optional(),
});
const QUESTIONS = { delete: href('/admin/artworks/delete'), 'out-of-stock': href('/admin/artworks/out-of-stock') };

/** POST admin/artworks/changes: does one thing to every chosen piece; what is lost with it is asked about first. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: ids, intent, sure } = await readButton(request, schema, ['id']);
  if (ids.length === 0) return seeOther(href('/admin/artworks'), url, { done: 'none' });
  if (intent === 'delete' || (intent === 'out-of-stock' && !sure)) {
    const asked = ids.map((id) => `&id=${id}`).join('');
    return redirect(`${QUESTIONS[intent]}${listSearchWith(url.searchParams, { several: '1' })}${asked}`, 303);
  }
  const { changed, lacking } = await changeArtworks(shop, ids, intent);
  return seeOther(href('/admin/artworks'), url, {
    done: intent,
    count: String(changed),
    ...(lacking > 0 && { lacking: String(lacking) }),
    at: shop.now.toISOString(),
  });
}
