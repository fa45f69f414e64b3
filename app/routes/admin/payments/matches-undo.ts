import { redirect } from 'react-router';
import { isUuid } from '#app/basics/uuid.ts';
import { undoMatches } from '#app/modules/statements/statements.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/matches-undo.ts';

/** Takes one go of matching back. */
export async function action({ context, params: { batch }, url }: Route.ActionArgs) {
  if (!isUuid(batch)) throw notFound();
  const undone = await undoMatches(context.get(shopContext), batch);
  return redirect(`/admin/payments${listSearchWith(url.searchParams, { undone: String(undone) })}`, 303);
}
