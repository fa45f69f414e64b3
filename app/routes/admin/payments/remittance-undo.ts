import { href } from 'react-router';
import { undoRemittance } from '#app/modules/payments/bank/remittances.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/remittance-undo.ts';

/** Takes a courier's remittance back. */
export async function action({ context, params: { remittance }, url }: Route.ActionArgs) {
  const undone = await undoRemittance(context.get(shopContext), remittance);
  return seeOther(href('/admin/payments/cash'), url, { undone: String(undone) });
}
