import { notificationSchema } from '#app/modules/messaging/messages/forms.ts';
import { failedToSend } from '#app/modules/messaging/messages/messages.ts';
import { sendNotification } from '#app/modules/messaging/messages/manual-messages.server.ts';
import { isOwner } from '#app/platform/shop.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/send-notification.ts';

const refuse = (status: number, headers?: HeadersInit, error = failedToSend(status)) =>
  Response.json({ error }, { status, headers });
const notAllowed = () => refuse(405, { Allow: 'POST' });

/** Programs read every answer as JSON. `error` says what is wrong. */
export const loader = notAllowed;

export async function action({ context, request }: Route.ActionArgs) {
  if (request.method !== 'POST') return notAllowed();
  const shop = context.get(shopContext);
  if (shop.actor.kind === 'guest') return refuse(401);
  if (!isOwner(shop)) return refuse(403);
  const body: unknown = await request.json().catch(() => undefined);
  const notification = notificationSchema.safeParse(body);
  if (!notification.success)
    return refuse(400, {}, body === undefined ? undefined : notification.error.issues[0]?.message);
  const sent = await sendNotification(shop, notification.data);
  return sent.ok ? Response.json({ ok: true }) : refuse(429, { 'Retry-After': String(sent.data.retryAfterSeconds) });
}
