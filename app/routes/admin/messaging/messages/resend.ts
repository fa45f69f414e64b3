import { redirect, href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { resendMessage } from '#app/modules/messaging/messages/messages.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import { listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/resend.ts';

const schema = z.strictObject({ key: uuidSchema, returnTo: z.string().max(500).optional() });

/** Sends a message again and shows the one that will go out, or goes back to where it was asked for. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const { key, returnTo } = await readButton(request, schema);
  const queued = await resendMessage(context.get(shopContext), { id, key });
  const outcome: Record<string, string> = queued.ok ? { resent: '1' } : { refused: queued.reason };
  const message = `${href('/admin/messages/:id', { id: queued.ok ? queued.value.id : id })}${listSearchWith(url.searchParams, outcome)}`;
  return redirect(returnTo === undefined ? message : safeReturn(returnTo, message), 303);
}
