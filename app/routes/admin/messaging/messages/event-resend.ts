import { redirect, href } from 'react-router';
import { resendDead } from '#app/platform/outbox/outbox.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/event-resend.ts';

/** Gives an event that was given up its tries again. */
export async function action({ context, params }: Route.ActionArgs) {
  await resendDead(context.get(shopContext), params.id);
  return redirect(href('/admin/messages'), 303);
}
