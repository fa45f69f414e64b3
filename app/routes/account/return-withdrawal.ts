import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { WITHDRAWAL_MESSAGES } from '#app/modules/orders/returns/messages.ts';
import { withdrawReturn } from '#app/modules/orders/returns/returns.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/return-withdrawal.ts';

const form = formOf<Route.ActionArgs>();

/** POST profile/orders/:id/return/withdrawal: takes a request back while that can be. */
export const action = formAction(
  form({
    schema: z.strictObject({ requestId: uuidSchema }),
    async run(shop, { requestId }, { params: { id } }) {
      const withdrawn = await withdrawReturn(shop, { orderId: id, requestId });
      return WITHDRAWAL_MESSAGES[withdrawn.ok ? 'withdrawn' : withdrawn.reason];
    },
    done: (message, _fields, { params: { id } }) => ({ to: `${href('/profile/orders')}#order-${id}`, message }),
    refused: {},
  }),
);
