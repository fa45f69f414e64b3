import { href } from 'react-router';
import { isUuid } from '#app/basics/uuid.ts';
import { undoMatches } from '#app/modules/payments/bank/matches.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/matches-undo.ts';

/** Takes one go of matching back. */
export async function action({ context, params: { batch }, url }: Route.ActionArgs) {
  if (!isUuid(batch)) throw notFound();
  const undone = await undoMatches(context.get(shopContext), batch);
  return seeOther(href('/admin/payments'), url, { undone: String(undone) });
}
