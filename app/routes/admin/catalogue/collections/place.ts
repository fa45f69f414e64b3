import { href } from 'react-router';
import { z } from 'zod';
import { moveCollection } from '#app/modules/catalogue/collections/collections.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/place.ts';

const schema = z.strictObject({ by: z.enum(['-1', '1']) });

/** Puts a collection one place earlier or later and goes back to the list. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const { by } = await readButton(request, schema);
  await moveCollection(context.get(shopContext), params.id, by === '1' ? 1 : -1);
  return seeOther(href('/admin/collections'), url);
}
