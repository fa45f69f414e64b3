import { redirect, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { undoSale } from '#app/modules/payments/checkout/checkout.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/undo.ts';

const schema = z.strictObject({ id: uuidSchema });

/** Takes a sale back and goes to the next one. */
export async function action({ context, request }: Route.ActionArgs) {
  const { id } = await readButton(request, schema);
  const undone = await undoSale(context.get(shopContext), id);
  return redirect(`${href('/admin/sale')}?${undone.ok ? `undone=${id}` : `refused=${undone.reason}`}`, 303);
}
