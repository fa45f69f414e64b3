import { href } from 'react-router';
import { z } from 'zod';
import { refused } from '#app/basics/result.ts';
import { tooManyTries } from '#app/basics/duration.ts';
import { backInStockSchema } from '#app/modules/orders/holds/forms.ts';
import { requestBackInStock } from '#app/modules/orders/holds/holds.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/back-in-stock.ts';

const form = formOf<Route.ActionArgs>();

/** POST artwork/:id/back-in-stock: one mail when the piece can be had again. */
export const action = formAction(
  form({
    schema: z.strictObject({ email: z.string().default('') }),
    run: async (shop, fields, { params: { id } }) => {
      const read = backInStockSchema(shop.actor.kind === 'guest').safeParse(fields);
      if (!read.success) return refused('invalid-email', read.error.issues[0]!.message);
      return requestBackInStock(shop, { artworkId: id, email: read.data.email });
    },
    done: () => ({ ok: true, message: 'We write once, when it can be bought again.' }),
    refused: {
      'invalid-email': ({ data }) => data,
      'too-many': ({ data }) => tooManyTries(data.retryAfterSeconds),
    },
    back: ({ params: { id } }) => href('/artwork/:id', { id }),
  }),
);
