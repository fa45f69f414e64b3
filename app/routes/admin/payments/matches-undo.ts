import { href } from 'react-router';
import { z } from 'zod';
import { isUuid } from '#app/basics/uuid.ts';
import { undoMatches } from '#app/modules/payments/bank/matches.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/matches-undo.ts';

const form = formOf<Route.ActionArgs>();

/** Takes one go of matching back. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: async (shop, _fields, { params: { batch } }) => {
      if (!isUuid(batch)) throw notFound();
      return undoMatches(shop, batch);
    },
    done: (undone, _fields, { url }) => listAddress(href('/admin/payments'), url, { undone: String(undone) }),
    refused: {},
  }),
);
