import { notificationSchema } from '#app/modules/notifications/forms.ts';
import { failedToSend } from '#app/modules/notifications/messages.ts';
import { sendNotification } from '#app/modules/notifications/send-notification.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { adminOnly } from '#app/platform/shop.server.ts';
import type { Route } from './+types/send-notification.ts';

/** Sends a mail with an admin's own words; what is wrong stands in `error`. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  adminOnly(shop);
  const body: unknown = await request.json().catch(() => undefined);
  const notification = notificationSchema.safeParse(body);
  if (request.method !== 'POST' || !notification.success)
    return Response.json(
      { error: (body !== undefined && notification.error?.issues[0]?.message) || failedToSend(400) },
      { status: 400 },
    );
  const sent = await sendNotification(shop, notification.data);
  if (sent.ok) return Response.json({ ok: true });
  return Response.json(
    { error: failedToSend(429) },
    { status: 429, headers: { 'Retry-After': String(sent.data.retryAfterSeconds) } },
  );
}
