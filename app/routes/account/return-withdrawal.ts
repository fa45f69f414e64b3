import { redirect, href } from 'react-router';
import { WITHDRAWAL_MESSAGES } from '#app/modules/returns/messages.ts';
import { withdrawReturn } from '#app/modules/returns/returns.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/return-withdrawal.ts';

/** POST profile/orders/:id/return/withdrawal: takes a request back that nobody has answered yet. */
export async function action({ context, params: { id } }: Route.ActionArgs) {
  const withdrawn = await withdrawReturn(context.get(shopContext), id);
  context.get(visitContext).flash({ text: WITHDRAWAL_MESSAGES[withdrawn.ok ? 'withdrawn' : withdrawn.reason] });
  return redirect(`${href('/profile/orders')}#order-${id}`, 303);
}
