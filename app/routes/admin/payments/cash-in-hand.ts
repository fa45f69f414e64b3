import { href } from 'react-router';
import { z } from 'zod';
import { markInHand, unmarkInHand } from '#app/modules/payments/bank/remittances.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/cash-in-hand.ts';

/** The remittance that is perhaps half typed beside it comes along, and isn't looked at. */
const schema = z.object({ markedAt: z.iso.datetime().optional() });

/** Says of the ticked orders that their cash is in hand, or takes that back for all of which it was said at one moment. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await request.formData();
  const ids = form.getAll('payment').filter((id) => typeof id === 'string');
  form.delete('payment');
  const { markedAt: undo } = buttonFields(form, schema);
  const back = (outcome: Record<string, string>) => seeOther(href('/admin/payments/cash'), url, outcome);
  if (undo) {
    return back({ undone: String(await unmarkInHand(shop, new Date(undo))) });
  }
  const { count, markedAt } = await markInHand(shop, ids);
  if (count === 0) return back({ refused: ids.length > 0 ? 'settled-meanwhile' : 'none-chosen' });
  return back({ inHand: String(count), markedAt: markedAt.toISOString() });
}
