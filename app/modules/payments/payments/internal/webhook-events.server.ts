import { and, eq, isNotNull, lt } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import '#app/modules/payments/payments/events.server.ts';
import { webhookEvents } from '#app/modules/payments/payments/tables.server.ts';
import { askGateway, completePayment, type GatewayRefusal } from './gateway-payment.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { log } from '#app/platform/log.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import type { WebhookAnswer } from '#app/modules/payments/payments/provider.ts';
import { takeRefundAnswer } from './gateway-refunds.server.ts';
import { findGatewayPayment } from './payment-rows.server.ts';

type WebhookRefusal = GatewayRefusal | Refused<'unreadable', { problem: string }>;

/**
 * Verifies and stores a webhook, then handles it. A repeated webhook changes nothing (T6); the outbox retries failures.
 */
export async function takeGatewayWebhook(
  shop: Shop,
  provider: Gateway,
  rawBody: string,
  headers: Headers,
): Promise<Result<Order | undefined, WebhookRefusal>> {
  const supplier = shop.suppliers.payment[provider];
  if (!supplier) return refused('gateway-unavailable');
  const webhook = supplier.readWebhook(rawBody, headers);
  if (!webhook) return refused('forged');
  if (rawBody.includes('\0')) return refused('unreadable', { problem: 'body: must be text.' });
  if ('problem' in webhook) return refused('unreadable', webhook);
  const { eventId, signature, answer } = webhook;
  const isNew = await inTransaction(shop, async (shop) => {
    const stored = await shop.database
      .insert(webhookEvents)
      .values({
        provider,
        eventId,
        rawBody,
        signature,
        answer,
        receivedAt: shop.now,
        handledAt: answer ? null : shop.now,
      })
      .onConflictDoNothing()
      .returning({ eventId: webhookEvents.eventId });
    if (stored.length === 0) return false;
    if (answer) await announce(shop, 'gateways.webhook-stored', { provider, eventId });
    if (FAILPOINTS) await reachFailpoint('webhook.stored');
    return true;
  });
  if (!isNew || !answer) return done(undefined);
  if (FAILPOINTS) await reachFailpoint('webhook.committed');
  try {
    return await handleWebhook(shop, { provider, eventId });
  } catch (error) {
    log.error({ err: error, provider, event: eventId }, 'a webhook waits to be handled again');
    return done(undefined);
  }
}

/** Handles a stored webhook once. Throws when the shop must ask the gateway and cannot reach it. */
export async function handleWebhook(
  shop: Shop,
  { provider, eventId }: { provider: Gateway; eventId: string },
): Promise<Result<Order | undefined, GatewayRefusal>> {
  const isEvent = and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId));
  const [event] = await shop.database.select().from(webhookEvents).where(isEvent);
  if (!event?.answer || event.handledAt) return done(undefined);
  const handled = await takeGatewayAnswer(shop, provider, event.answer);
  if (FAILPOINTS) await reachFailpoint('webhook.handled');
  await shop.database
    .update(webhookEvents)
    .set({ handledAt: shop.now, lastError: handled.ok ? null : handled.reason })
    .where(isEvent);
  return handled;
}

const BODIES_STORED_FOR_DAYS = 90;

export async function forgetWebhookBodies(shop: Shop): Promise<void> {
  adminOnly(shop);
  const until = new Date(shop.now.getTime() - BODIES_STORED_FOR_DAYS * 24 * 60 * 60_000);
  await shop.database
    .update(webhookEvents)
    .set({ rawBody: null, signature: null, answer: null })
    .where(and(isNotNull(webhookEvents.rawBody), lt(webhookEvents.receivedAt, until)));
}

/** Applies a gateway's answer. Throws when a `pending` payment or refund cannot be looked up. Repeating is safe. */
export async function takeGatewayAnswer(
  shop: Shop,
  provider: Gateway,
  answer: WebhookAnswer,
): Promise<Result<Order | undefined, GatewayRefusal>> {
  if ('kind' in answer) return takeRefundAnswer(shop, provider, answer);
  if (answer.outcome !== 'pending') return completePayment(shop, { provider, answer });
  const payment = await findGatewayPayment(shop, provider, answer.providerOrderId);
  if (!payment) return refused('unknown-payment');
  const looked = await askGateway(shop, payment);
  if (!looked) throw new Error(`${provider} could not be asked about ${answer.providerOrderId}`);
  return looked;
}
