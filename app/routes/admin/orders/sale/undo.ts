import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { undoSale } from '#app/modules/payments/checkout/checkout.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** Takes a sale back and goes to the next one. */
export const action = formAction(
  form({
    schema: z.strictObject({ id: uuidSchema }),
    run: (shop, { id }) => undoSale(shop, id),
    done: (_nothing, { id }) => `${href('/admin/sale')}?undone=${id}`,
    refused: ({ reason }) => ({ to: `${href('/admin/sale')}?refused=${reason}` }),
    back: () => href('/admin/sale'),
  }),
);
