import { href } from 'react-router';
import { z } from 'zod';
import { RETURN_ANSWERS } from '#app/modules/orders/returns/return.ts';
import { answerReturn } from '#app/modules/orders/returns/returns.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/answer.ts';

const schema = z.strictObject({ answer: z.enum(RETURN_ANSWERS), message: z.string().max(2000).default('') });

/** Accepts, declines or closes a return and goes back to it, which asks for what was missing. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const answered = await answerReturn(context.get(shopContext), { id, ...(await readButton(request, schema)) });
  return seeOther(href('/admin/returns/:id', { id }), url, answered.ok ? {} : { refused: answered.reason });
}
