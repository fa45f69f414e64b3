import { href } from 'react-router';
import { z } from 'zod';
import { deleteNote } from '#app/modules/orders/orders/orders.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/note-delete.ts';

const form = formOf<Route.ActionArgs>();

/** Takes a note off an order and goes back to it. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params: { id, noteId } }) => deleteNote(shop, { orderId: id, noteId }),
    done: (_nothing, _fields, { params: { id }, url }) =>
      listAddress(href('/admin/orders/:id', { id }), url, { done: 'note-deleted' }),
    refused: {},
  }),
);
