import { href } from 'react-router';
import { z } from 'zod';
import { ARTWORK_CHANGES } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { undoChange } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { undoCollectionChange } from '#app/modules/catalogue/collections/collections.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST admin/artworks/undo: takes back what was done to several pieces at once. */
export const action = formAction(
  form({
    schema: z.strictObject({ change: z.enum([...ARTWORK_CHANGES, 'add', 'remove']), at: z.iso.datetime() }),
    run: async (shop, { change, at }) =>
      change === 'add' || change === 'remove'
        ? undoCollectionChange(shop, change, new Date(at))
        : (await undoChange(shop, change, new Date(at))).changed,
    done: (changed, _fields, { url }) =>
      seeOther(href('/admin/artworks'), url, { done: 'undo', count: String(changed) }),
    refused: {},
    back: () => href('/admin/artworks'),
  }),
);
