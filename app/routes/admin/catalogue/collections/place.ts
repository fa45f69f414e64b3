import { href } from 'react-router';
import { z } from 'zod';
import { moveCollection } from '#app/modules/catalogue/collections/collections.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/place.ts';

const form = formOf<Route.ActionArgs>();

/** Puts a collection one place earlier or later and goes back to the list. */
export const action = formAction(
  form({
    schema: z.strictObject({ by: z.enum(['-1', '1']) }),
    run: (shop, { by }, { params }) => moveCollection(shop, params.id, by === '1' ? 1 : -1),
    done: (_moved, _fields, { url }) => seeOther(href('/admin/collections'), url),
    refused: {},
    back: () => href('/admin/collections'),
  }),
);
