import { redirect } from 'react-router';
import { z } from 'zod';
import { answerReturn } from '#app/modules/returns/returns.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/answer.ts';

const schema = z.strictObject({ answer: z.enum(['accepted', 'declined']), message: z.string().max(2000).default('') });

/** Accepts or declines a return and goes back to it, which asks for what was missing. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const answered = await answerReturn(context.get(shopContext), { id, ...(await readButton(request, schema)) });
  const outcome: Record<string, string> = answered.ok ? {} : { refused: answered.reason };
  return redirect(`/admin/returns/${id}${listSearchWith(url.searchParams, outcome)}`, 303);
}
