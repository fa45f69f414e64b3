import { redirect, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { WITHDRAWAL_MESSAGES } from '#app/modules/orders/returns/messages.ts';
import { withdrawReturn } from '#app/modules/orders/returns/returns.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/return-withdrawal.ts';

const schema = z.strictObject({ requestId: uuidSchema });

/** POST profile/orders/:id/return/withdrawal: takes a request back while that can be. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const { requestId } = await readButton(request, schema);
  const withdrawn = await withdrawReturn(context.get(shopContext), { orderId: id, requestId });
  context.get(visitContext).flash({ text: WITHDRAWAL_MESSAGES[withdrawn.ok ? 'withdrawn' : withdrawn.reason] });
  return redirect(`${href('/profile/orders')}#order-${id}`, 303);
}
