import { and, eq } from 'drizzle-orm';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';
import { handleWebhook } from './internal/webhook-events.server.ts';
import { webhookEvents } from './tables.server.ts';

/**
 * A webhook that wasn't handled when it came is tried again until it is; the last error is kept with it, and the owner sees
 * the event among those that could not be delivered.
 */
const handleStoredWebhook: ListenerOn<'gateways.webhook-stored'> = {
  name: 'gateways.handle-webhook',
  on: 'gateways.webhook-stored',
  async handle(shop, event) {
    await handleWebhook(shop, event);
  },
  async onDead(shop, { provider, eventId }, lastError) {
    await shop.database
      .update(webhookEvents)
      .set({ lastError })
      .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)));
  },
};

export const gatewayListeners = [handleStoredWebhook] as const;
