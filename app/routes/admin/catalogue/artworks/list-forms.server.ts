import { href } from 'react-router';
import { z } from 'zod';
import { ARTWORK_CHANGES, type SetChange } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { changeArtworks, undoChange } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { undoCollectionChange } from '#app/modules/catalogue/collections/collections.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { listAddress, listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { formOf } from '#app/routes/form-action.server.ts';
import { type ChosenFields, chosenFields, selectionOf } from './chosen.server.ts';
import { toList } from './to-list.ts';

type Answer = (shop: Shop, chosen: ChosenFields, url: URL) => Promise<string>;

const form = formOf();
const LIST = href('/admin/artworks');
const sure = z.literal('yes').optional();

/** `answer` handles a confirmed click, and `unlessSure` a click that still needs confirmation. */
const button = (answer: Answer, unlessSure = answer) =>
  form({
    schema: z.strictObject({ ...chosenFields, sure }),
    lists: ['id'],
    run: async (shop, { sure, ...chosen }, { url }) => {
      if (!chosen.all && chosen.id.length === 0) return listAddress(LIST, url, { done: 'none' });
      return (sure ? answer : unlessSure)(shop, chosen, url);
    },
    done: (address) => address,
    refused: {},
    back: () => LIST,
  });

const change =
  (to: SetChange): Answer =>
  async (shop, chosen, url) =>
    toList(url, to, {
      ...(await changeArtworks(shop, selectionOf(chosen, url), to)),
      at: shop.now,
    });

const ask =
  (question: string): Answer =>
  async (_shop, { id, all }, { searchParams }) => {
    const selectedIds = all ? '&all=on' : id.map((one) => `&id=${one}`).join('');
    return `${question}${listSearchWith(searchParams, { several: '1' })}${selectedIds}`;
  };

export const listForms = {
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
  undo: form({
    schema: z.strictObject({
      change: z.enum([...ARTWORK_CHANGES, 'add', 'remove']),
      at: z.iso.datetime(),
    }),
    run: async (shop, { change, at }) =>
      change === 'add' || change === 'remove'
        ? undoCollectionChange(shop, change, new Date(at))
        : (await undoChange(shop, change, new Date(at))).changed,
    done: (changed, _fields, { url }) => listAddress(LIST, url, { done: 'undo', count: String(changed) }),
    refused: {},
    back: () => LIST,
  }),
};
