import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { GatewayAnswer, PaymentProvider, RefundAnswer, Webhook } from '#app/modules/payments/payments/provider.ts';
import type { GatewayCredentials } from '#app/platform/config.server.ts';
import {
  type CallOptions,
  gatewayCalls,
  gatewayId,
  gatewayPaymentId,
  gatewayText,
  isSameSecret,
  paiseAmount,
  readJson,
  type Reply,
  sha256,
  type Warn,
} from './gateway-calls.server.ts';

const API = 'https://api.phonepe.com/apis/pg';
const SIGN_IN = 'https://api.phonepe.com/apis/identity-manager';
const EXPIRES_AFTER_SECONDS = 15 * 60;
const TOKEN_MARGIN_MS = 60_000;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_at: z.number() });
const openedSchema = z.object({ orderId: gatewayId, redirectUrl: z.url({ protocol: /^https?$/ }) });
const orderSchema = z.object({
  orderId: gatewayPaymentId,
  merchantOrderId: z.string().optional(),
  state: z.string(),
  amount: paiseAmount,
  errorContext: z.object({ description: gatewayText.optional() }).optional(),
  errorCode: gatewayText.optional(),
  paymentDetails: z.array(z.object({ transactionId: gatewayPaymentId, state: z.string() })).optional(),
});
const refundSchema = z.object({ refundId: gatewayId, state: z.string(), errorCode: gatewayText.optional() });
const errorSchema = z.object({ code: gatewayText, message: gatewayText.optional() });
const webhookSchema = z.object({
  event: z.string(),
  payload: z.object({
    merchantOrderId: gatewayId.optional(),
    originalMerchantOrderId: gatewayId.optional(),
    merchantRefundId: gatewayId.optional(),
    refundId: gatewayId.optional(),
    amount: paiseAmount.optional(),
  }),
});

/**
 * PhonePe's Standard Checkout v2. Its webhooks prove only a user and password (`webhookSecret`), so the shop asks
 * PhonePe.
 */
export function phonepeGateway(
  { keyId, keySecret, webhookSecret, own: clientVersion = '1', apiUrl }: GatewayCredentials,
  warn: Warn,
  options: CallOptions = {},
): PaymentProvider {
  const { call, deadline } = gatewayCalls('phonepe', warn, options);
  const [api, signIn] = [apiUrl ?? API, apiUrl ?? SIGN_IN].map((url) => url.replace(/\/+$/, ''));
  let token: { value: string; until: number } | undefined;

  async function takeToken(signal: AbortSignal): Promise<string | undefined> {
    if (token && Date.now() < token.until - TOKEN_MARGIN_MS) return token.value;
    const form = {
      client_id: keyId,
      client_version: clientVersion,
      client_secret: keySecret,
      grant_type: 'client_credentials',
    };
    const reply = await call({ url: `${signIn}/v1/oauth/token`, form, signal }, tokenSchema);
    if (!reply?.ok) return undefined;
    token = { value: reply.value.access_token, until: reply.value.expires_at * 1000 };
    return token.value;
  }

  async function ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    json?: unknown,
  ): Promise<Reply<z.output<Schema>> | undefined> {
    const signal = deadline();
    for (let turn = 0; turn < 2; turn += 1) {
      const value = await takeToken(signal);
      if (!value) return undefined;
      const headers = { authorization: `O-Bearer ${value}` };
      const reply = await call({ url: `${api}/${path}`, headers, json, signal }, schema);
      if (!reply || reply.ok || reply.status !== 401) return reply;
      token = undefined;
    }
    return undefined;
  }

  async function lookUpRefund(key: string): Promise<RefundAnswer | 'unknown' | undefined> {
    const reply = await ask(`payments/v2/refund/${encodeURIComponent(key)}/status`, refundSchema);
    if (!reply) return undefined;
    if (reply.ok) return refundAnswer(reply.value);
    return isUnknown(reply) ? 'unknown' : undefined;
  }

  return {
    async createOrder({ amount, receipt, returnUrl }) {
      const providerOrderId = `${receipt}-${randomBytes(6).toString('hex')}`;
      const reply = await ask('checkout/v2/pay', openedSchema, {
        merchantOrderId: providerOrderId,
        amount,
        expireAfter: EXPIRES_AFTER_SECONDS,
        paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: returnUrl } },
      });
      return reply?.ok ? { providerOrderId, redirect: { url: reply.value.redirectUrl } } : undefined;
    },
    // PhonePe's page returns no signed data.
    verifyCallback: () => false,
    readWebhook(rawBody, headers) {
      if (!isSameSecret(sha256(webhookSecret), (headers.get('authorization') ?? '').toLowerCase())) return undefined;
      return readEvent(rawBody);
    },
    async lookUp(providerOrderId) {
      const path = `checkout/v2/order/${encodeURIComponent(providerOrderId)}/status?details=true&errorContext=true`;
      const reply = await ask(path, orderSchema);
      if (!reply) return undefined;
      if (!reply.ok) return isUnknown(reply) ? { outcome: 'pending', providerOrderId } : undefined;
      const order = reply.value;
      if (order.merchantOrderId !== undefined && order.merchantOrderId !== providerOrderId) {
        warn({ order: providerOrderId }, 'phonepe answered about another order');
        return undefined;
      }
      return answerOf(providerOrderId, order);
    },
    async refund({ providerOrderId, amount, key }) {
      const earlier = await lookUpRefund(key);
      if (earlier !== 'unknown') return earlier;
      const reply = await ask('payments/v2/refund', refundSchema, {
        merchantRefundId: key,
        originalMerchantOrderId: providerOrderId,
        amount,
      });
      if (!reply) return undefined;
      if (reply.ok) return refundAnswer(reply.value);
      if (reply.status !== 400) return undefined;
      // A concurrent request may have created the same refund.
      const now = await lookUpRefund(key);
      if (now !== 'unknown') return now;
      const { message, code } = errorSchema.safeParse(reply.body).data ?? {};
      return { status: 'failed', reason: message ?? code };
    },
    lookUpRefund: ({ key }) => lookUpRefund(key),
  };
}

const isUnknown = ({ status, body }: { status: number; body: unknown }): boolean =>
  [400, 404].includes(status) && errorSchema.safeParse(body).success;

function readEvent(rawBody: string): Webhook {
  const read = webhookSchema.safeParse(readJson(rawBody));
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `${issue!.path.join('.') || 'body'}: ${issue!.message}.` };
  }
  // PhonePe's events have no id, so equal bodies count as the same event.
  const eventId = sha256(rawBody);
  const { event, payload } = read.data;
  if (/^(checkout|pg)\.order\./.test(event) && payload.merchantOrderId)
    return { eventId, answer: { outcome: 'pending', providerOrderId: payload.merchantOrderId } };
  if (event.startsWith('pg.refund.') && payload.originalMerchantOrderId && payload.merchantRefundId)
    return {
      eventId,
      answer: {
        kind: 'refund',
        providerOrderId: payload.originalMerchantOrderId,
        status: 'pending',
        key: payload.merchantRefundId,
        refundId: payload.refundId,
        amount: payload.amount,
      },
    };
  return { eventId };
}

function answerOf(providerOrderId: string, order: z.infer<typeof orderSchema>): GatewayAnswer {
  if (order.state === 'COMPLETED') {
    const paid = order.paymentDetails?.find(({ state }) => state === 'COMPLETED');
    return {
      outcome: 'paid',
      providerOrderId,
      paymentId: paid?.transactionId ?? order.orderId,
      amount: order.amount,
      currency: 'INR',
    };
  }
  if (order.state === 'FAILED')
    return { outcome: 'failed', providerOrderId, reason: order.errorContext?.description ?? order.errorCode };
  return { outcome: 'pending', providerOrderId };
}

const refundAnswer = ({ refundId, state, errorCode }: z.infer<typeof refundSchema>): RefundAnswer => ({
  refundId,
  status: state === 'COMPLETED' ? 'succeeded' : state === 'FAILED' ? 'failed' : 'pending',
  reason: state === 'FAILED' ? errorCode : undefined,
});
