import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { redirect, href } from 'react-router';
import { z } from 'zod';
import { ARTWORK_CHANGES } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { changeArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/changes.ts';
import { toList } from './change-once.server.ts';
import { takeSelection } from './chosen.server.ts';

const schema = z.strictObject({
  intent: z.enum([...ARTWORK_CHANGES, 'delete', 'collection']),
  sure: z.literal('yes').optional(),
});
const QUESTIONS = {
  delete: href('/admin/artworks/delete'),
  'out-of-stock': href('/admin/artworks/out-of-stock'),
  price: href('/admin/artworks/price'),
  stock: href('/admin/artworks/stock'),
  collection: href('/admin/artworks/collection'),
};

/** POST admin/artworks/changes: does one thing to every chosen piece; how much, and what is lost with it, is asked first. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await request.formData();
  const selection = takeSelection(form, url);
  const ids = 'length' in selection ? selection : undefined;
  const { intent, sure } = buttonFields(form, schema);
  if (ids?.length === 0) return seeOther(href('/admin/artworks'), url, { done: 'none' });
  const asks = intent === 'delete' || intent === 'price' || intent === 'stock' || intent === 'collection';
  if (asks || (intent === 'out-of-stock' && !sure)) {
    const asked = ids ? ids.map((id) => `&id=${id}`).join('') : '&all=on';
    return redirect(`${QUESTIONS[intent]}${listSearchWith(url.searchParams, { several: '1' })}${asked}`, 303);
  }
  return toList(url, intent, { ...(await changeArtworks(shop, selection, intent)), at: shop.now });
}
