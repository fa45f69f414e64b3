import { href } from 'react-router';
import { z } from 'zod';
import { markInHand, unmarkInHand } from '#app/modules/payments/bank/remittances.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { takeChosen } from './chosen-payments.server.ts';

const form = formOf();

/** Says of the ticked orders that their cash is in hand, or takes that back for all of which it was said at one moment. */
export const action = formAction(
  form({
    prepare: (_shop, body) => takeChosen(body),
    /** The remittance that is perhaps half typed beside it comes along, and isn't looked at. */
    schema: z.object({ markedAt: z.iso.datetime().optional() }),
    run: async (shop, { markedAt: undo }, _args, { chosen: ids }): Promise<Record<string, string>> => {
      if (undo) return { undone: String(await unmarkInHand(shop, new Date(undo))) };
      const { count, markedAt } = await markInHand(shop, ids);
      if (count === 0) return { refused: ids.length > 0 ? 'settled-meanwhile' : 'none-chosen' };
      return { inHand: String(count), markedAt: markedAt.toISOString() };
    },
    done: (outcome, _fields, { url }) => listAddress(href('/admin/payments/cash'), url, outcome),
    refused: {},
    back: () => href('/admin/payments/cash'),
  }),
);
