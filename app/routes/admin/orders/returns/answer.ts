import { href } from 'react-router';
import { z } from 'zod';
import { RETURN_ANSWERS } from '#app/modules/orders/returns/return.ts';
import { answerReturn } from '#app/modules/orders/returns/returns.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/answer.ts';

const form = formOf<Route.ActionArgs>();
const sheet = ({ params: { id } }: Route.ActionArgs) => href('/admin/returns/:id', { id });

/** Accepts, declines or closes a return and goes back to it, which asks for what was missing. */
export const action = formAction(
  form({
    schema: z.strictObject({ answer: z.enum(RETURN_ANSWERS), message: z.string().max(2000).default('') }),
    run: (shop, answer, { params: { id } }) => answerReturn(shop, { id, ...answer }),
    done: (_nothing, _fields, args) => listAddress(sheet(args), args.url),
    refused: ({ reason }, _fields, args) => ({ to: listAddress(sheet(args), args.url, { refused: reason }) }),
    back: sheet,
  }),
);
