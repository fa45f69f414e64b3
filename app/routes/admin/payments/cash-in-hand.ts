import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { markInHand, unmarkInHand } from '#app/modules/remittances/remittances.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import { stayHere } from '#app/routes/stay-here.ts';
import type { Route } from './+types/cash-in-hand.ts';

/** The remittance that is perhaps half typed beside it comes along, and isn't looked at. */
const schema = z.object({ payment: z.array(uuidSchema).max(500), undo: z.literal('yes').optional() });

/** Says of the ticked orders that their cash is in hand, or takes that back. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { payment: ids, undo } = buttonFields(await request.formData(), schema, ['payment']);
  if (undo) {
    await unmarkInHand(shop, ids);
    return seeOther(href('/admin/payments/cash'), url, { undone: 'yes' });
  }
  const marked = await markInHand(shop, ids);
  return seeOther(href('/admin/payments/cash'), url, { inHand: marked.join(' ') || 'none' });
}

export const clientAction = stayHere();
