import { redirect, href } from 'react-router';
import { acknowledgeIncident } from '#app/modules/operations/health/incidents.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/acknowledge.ts';

/** POST: puts an incident away that the owner has read. */
export async function action({ context, params }: Route.ActionArgs) {
  await acknowledgeIncident(context.get(shopContext), params.id);
  return redirect(href('/admin'), 303);
}
