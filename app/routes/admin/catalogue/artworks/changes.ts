import { redirect, href } from 'react-router';
import { z } from 'zod';
import type { SetChange } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { changeArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { type ChosenFields, chosenFields, selectionOf } from './chosen.server.ts';
import { toList } from './to-list.ts';

type Answer = (shop: Shop, chosen: ChosenFields, url: URL) => Promise<Response>;

const form = formOf();
const sure = z.literal('yes').optional();

/** A button over the chosen pieces. `answer` is of who chose some; with `unlessSure` a press that isn't sure yet is answered by it. */
const button = (answer: Answer, unlessSure = answer) =>
  form({
    schema: z.strictObject({ ...chosenFields, sure }),
    lists: ['id'],
    run: async (shop, { sure, ...chosen }, { url }) => {
      if (!chosen.all && chosen.id.length === 0) return seeOther(href('/admin/artworks'), url, { done: 'none' });
      return (sure ? answer : unlessSure)(shop, chosen, url);
    },
    done: (response) => response,
    refused: {},
    back: () => href('/admin/artworks'),
  });

const change =
  (to: SetChange): Answer =>
  async (shop, chosen, url) =>
    toList(url, to, { ...(await changeArtworks(shop, selectionOf(chosen, url), to)), at: shop.now });

/** Leads to the page that asks how much, or whether what is lost may be lost. */
const ask =
  (question: string): Answer =>
  async (_shop, { id, all }, { searchParams }) => {
    const asked = all ? '&all=on' : id.map((one) => `&id=${one}`).join('');
    return redirect(`${question}${listSearchWith(searchParams, { several: '1' })}${asked}`, 303);
  };

/** POST admin/artworks/changes: does one thing to every chosen piece; how much, and what is lost with it, is asked first. */
export const action = formAction({
  publish: button(change('publish')),
  draft: button(change('draft')),
  archive: button(change('archive')),
  feature: button(change('feature')),
  unfeature: button(change('unfeature')),
  'out-of-stock': button(change('out-of-stock'), ask(href('/admin/artworks/out-of-stock'))),
  price: button(ask(href('/admin/artworks/price'))),
  stock: button(ask(href('/admin/artworks/stock'))),
  collection: button(ask(href('/admin/artworks/collection'))),
  delete: button(ask(href('/admin/artworks/delete'))),
});
