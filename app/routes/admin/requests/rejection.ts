import { href } from 'react-router';
import { z } from 'zod';
import { rejectRequest, reopenRequest } from '#app/modules/requests/requests/answers.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/rejection.ts';

const schema = z.strictObject({
  undo: z.literal('yes').optional(),
  reason: z.string().trim().max(1000).default(''),
});

/** Rejects a request, or takes a rejection back, and goes to the list. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { undo, reason } = await readButton(request, schema);
  const list = href('/admin/requests');
  if (undo) {
    await reopenRequest(shop, id);
    return seeOther(list, url);
  }
  const rejected = await rejectRequest(shop, id, reason || undefined);
  return seeOther(list, url, rejected.ok ? { done: 'rejected', of: id } : { refused: rejected.reason });
}
