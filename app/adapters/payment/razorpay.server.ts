import { z } from 'zod';
import { paise } from '#app/basics/money.ts';
import type {
  GatewayAnswer,
  PaymentProvider,
  RefundAnswer,
  Settlement,
  SettlementLine,
  Webhook,
} from '#app/modules/payments/payments/provider.ts';
import type { GatewayCredentials } from '#app/platform/config.server.ts';
import {
  type CallOptions,
  currencyCode,
  everyPage,
  gatewayCalls,
  gatewayId,
  gatewayPaymentId,
  gatewayText,
  hmacSha256,
  isSameSecret,
  paiseAmount,
  readJson,
  secondsOfDay,
  type Warn,
} from './gateway-calls.server.ts';

const API = 'https://api.razorpay.com';
const PAGE = 100;
const RECON_PAGE = 1_000;

const orderSchema = z.object({ id: gatewayId, amount: z.number(), currency: z.string() });
const paymentSchema = z.object({
  id: gatewayPaymentId,
  order_id: gatewayId.nullish(),
  status: z.string(),
  amount: paiseAmount,
  currency: currencyCode,
  error_description: gatewayText.nullish(),
});
type Payment = z.infer<typeof paymentSchema>;
const refundSchema = z.object({
  id: gatewayId,
  payment_id: gatewayPaymentId,
  amount: paiseAmount,
  status: z.enum(['pending', 'processed', 'failed']),
  receipt: gatewayText.nullish(),
});
type Refund = z.infer<typeof refundSchema>;
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });
const webhookSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: z.unknown() }).optional(),
    refund: z.object({ entity: z.unknown() }).optional(),
  }),
});
const settledSchema = z.object({
  entity_id: gatewayId,
  type: z.string(),
  payment_id: gatewayId.nullish(),
  credit: paiseAmount,
  debit: paiseAmount,
  fee: paiseAmount,
  tax: paiseAmount,
  settled: z.boolean(),
  settled_at: z.number().int().nullish(),
  settlement_id: gatewayId.nullish(),
  settlement_utr: gatewayText.nullish(),
});
type Settled = z.infer<typeof settledSchema>;
const errorSchema = z.object({ error: z.object({ description: gatewayText }) });

/** Razorpay's Standard Checkout. Only captured payments count, so the shop captures authorized payments. */
export function razorpayGateway(
  { keyId, keySecret, webhookSecret, apiUrl = API }: GatewayCredentials,
  warn: Warn,
  options: CallOptions = {},
): PaymentProvider {
  const { call, deadline } = gatewayCalls('razorpay', warn, options);
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const ask = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { headers, ...more }: { json?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) =>
    call({ url: `${apiUrl.replace(/\/+$/, '')}/v1/${path}`, headers: { authorization, ...headers }, ...more }, schema);
  async function read<Schema extends z.ZodType>(path: string, schema: Schema, signal?: AbortSignal) {
    const reply = await ask(path, schema, { signal });
    return reply?.ok ? reply.value : undefined;
  }

  async function paymentsOf(providerOrderId: string, signal: AbortSignal): Promise<Payment[] | undefined> {
    const path = `orders/${encodeURIComponent(providerOrderId)}/payments`;
    const reply = await ask(path, listOf(paymentSchema), { signal });
    if (reply && !reply.ok) return reply.status === 400 ? [] : undefined;
    if (reply?.value.items.every((payment) => payment.order_id === providerOrderId)) return reply.value.items;
    if (reply) warn({ order: providerOrderId }, 'razorpay answered about another order');
    return undefined;
  }

  async function lookUpRefund({ paymentId, key, refundId }: { paymentId: string; key: string; refundId?: string }) {
    const found = await read(`payments/${encodeURIComponent(paymentId)}/refunds?count=${PAGE}`, listOf(refundSchema));
    if (!found) return undefined;
    const refund = found.items.find(({ id, receipt }) => id === refundId || receipt === key);
    return refund ? refundAnswer(refund) : 'unknown';
  }

  return {
    window: { kind: 'script', key: keyId },
    async createOrder({ amount, receipt }) {
      const reply = await ask('orders', orderSchema, {
        json: { amount, currency: 'INR', receipt, payment_capture: true },
      });
      if (!reply?.ok) return undefined;
      const order = reply.value;
      if (order.amount !== amount || order.currency !== 'INR') {
        warn({ order: order.id }, 'razorpay opened a payment over another amount');
        return undefined;
      }
      return { providerOrderId: order.id };
    },
    verifyCallback: (storedProviderOrderId, { paymentId, signature }) =>
      isSameSecret(hmacSha256(keySecret, `${storedProviderOrderId}|${paymentId}`), signature),
    readWebhook(rawBody, headers) {
      const signature = headers.get('x-razorpay-signature') ?? '';
      if (!isSameSecret(hmacSha256(webhookSecret, rawBody), signature)) return undefined;
      const eventId = gatewayId.safeParse(headers.get('x-razorpay-event-id'));
      if (!eventId.success) return { problem: 'x-razorpay-event-id: must be the id of the event.' };
      return readEvent(rawBody, { eventId: eventId.data, signature });
    },
    async lookUp(providerOrderId) {
      const signal = deadline();
      const payments = await paymentsOf(providerOrderId, signal);
      const authorized = payments?.find((payment) => payment.status === 'authorized');
      if (!payments || !authorized || payments.some((payment) => payment.status === 'captured'))
        return payments && answerOf(providerOrderId, payments);
      const { id, amount, currency } = authorized;
      const reply = await ask(`payments/${id}/capture`, paymentSchema, { json: { amount, currency }, signal });
      if (reply?.ok && reply.value.id === id && reply.value.status === 'captured')
        return answerOf(providerOrderId, [reply.value]);
      // A concurrent request may have captured the payment, so the payments are read again.
      const now = await paymentsOf(providerOrderId, signal);
      return now && answerOf(providerOrderId, now);
    },
    async refund({ paymentId, amount, key, note }) {
      const reply = await ask(`payments/${encodeURIComponent(paymentId)}/refund`, refundSchema, {
        json: { amount, speed: 'normal', receipt: key, notes: { reason: note.slice(0, 256) } },
        headers: { 'x-refund-idempotency': key },
      });
      if (!reply) return undefined;
      if (reply.ok) return refundAnswer(reply.value);
      // Any other error says nothing about the refund.
      if (reply.status !== 400) return undefined;
      // The refund may exist although Razorpay no longer knows the refund's key.
      const made = await lookUpRefund({ paymentId, key });
      if (made !== 'unknown') return made;
      return { status: 'failed', reason: errorSchema.safeParse(reply.body).data?.error.description };
    },
    lookUpRefund,
    async listPayments(day) {
      const { from, to } = secondsOfDay(day);
      const all = await everyPage(PAGE, async (page) => {
        const query = `from=${from}&to=${to}&count=${PAGE}&skip=${page * PAGE}`;
        return (await read(`payments?${query}`, listOf(paymentSchema)))?.items;
      });
      // A fully refunded payment is no longer `captured`, so it does not pay an order.
      return all
        ?.filter(({ status }) => status === 'captured')
        .map(({ id, order_id, amount, currency }) => ({
          paymentId: id,
          providerOrderId: order_id ?? undefined,
          amount,
          currency,
        }));
    },
    async listRefunds(day) {
      const { from, to } = secondsOfDay(day);
      const all = await everyPage(PAGE, async (page) => {
        const query = `from=${from}&to=${to}&count=${PAGE}&skip=${page * PAGE}`;
        return (await read(`refunds?${query}`, listOf(refundSchema)))?.items;
      });
      return all?.map((refund) => ({
        ...refundAnswer(refund),
        refundId: refund.id,
        paymentId: refund.payment_id,
        key: refund.receipt ?? undefined,
        amount: refund.amount,
      }));
    },
    async listSettlements(day) {
      const [year, month, date] = day.split('-').map(Number);
      const all = await everyPage(RECON_PAGE, async (page) => {
        const query = `year=${year}&month=${month}&day=${date}&count=${RECON_PAGE}&skip=${page * RECON_PAGE}`;
        return (await read(`settlements/recon/combined?${query}`, listOf(settledSchema)))?.items;
      });
      return all && settlementsOf(all);
    },
  };
}

function readEvent(rawBody: string, event: { eventId: string; signature: string }): Webhook {
  const read = webhookSchema.safeParse(readJson(rawBody));
  if (!read.success) return { problem: problemOf(read.error) };
  const { event: name, payload } = read.data;
  const isRefund = name.startsWith('refund.');
  if (!payload.payment || !/^(payment|order|refund)\./.test(name)) return event;
  const payment = paymentSchema.safeParse(payload.payment.entity);
  if (!payment.success) return { problem: problemOf(payment.error) };
  const providerOrderId = payment.data.order_id;
  if (!providerOrderId) return event;
  if (!isRefund) {
    const answer = answerOf(providerOrderId, [payment.data]);
    // One failed attempt does not mean that the order failed.
    return { ...event, answer: answer.outcome === 'paid' ? answer : { outcome: 'pending', providerOrderId } };
  }
  const refund = refundSchema.safeParse(payload.refund?.entity);
  if (!refund.success) return { problem: problemOf(refund.error) };
  const { amount, receipt } = refund.data;
  return {
    ...event,
    answer: { kind: 'refund', providerOrderId, ...refundAnswer(refund.data), key: receipt ?? undefined, amount },
  };
}

const problemOf = ({ issues: [issue] }: z.ZodError) => `${issue!.path.join('.') || 'body'}: ${issue!.message}.`;

/** The order is paid when one payment was captured, and failed when all failed. */
function answerOf(providerOrderId: string, payments: Payment[]): GatewayAnswer {
  const captured = payments.find((payment) => payment.status === 'captured');
  if (captured)
    return {
      outcome: 'paid',
      providerOrderId,
      paymentId: captured.id,
      amount: captured.amount,
      currency: captured.currency,
    };
  const last = payments.find(({ status }) => status === 'refunded') ?? payments[0];
  if (!last || !payments.every(({ status }) => status === 'failed' || status === 'refunded'))
    return { outcome: 'pending', providerOrderId };
  return {
    outcome: 'failed',
    providerOrderId,
    paymentId: last.id,
    reason: last.error_description ?? undefined,
  };
}

const refundAnswer = ({ id, status }: Refund): RefundAnswer => ({
  refundId: id,
  status: status === 'processed' ? 'succeeded' : status,
});

function settlementsOf(lines: Settled[]): Settlement[] {
  const settlements = new Map<string, Settlement>();
  for (const line of lines) {
    if (!line.settled || !line.settlement_id || !line.settled_at) continue;
    const settlement: Settlement = settlements.get(line.settlement_id) ?? {
      settlementId: line.settlement_id,
      reference: line.settlement_utr ?? undefined,
      settledAt: new Date(line.settled_at * 1000),
      lines: [],
    };
    settlement.lines.push(lineOf(line));
    settlements.set(line.settlement_id, settlement);
  }
  return [...settlements.values()];
}

function lineOf({ entity_id, type, payment_id, credit, debit, fee, tax }: Settled): SettlementLine {
  const net = paise(credit - debit);
  return {
    kind: type === 'payment' || type === 'refund' ? type : 'other',
    id: entity_id,
    paymentId: type === 'payment' ? entity_id : (payment_id ?? undefined),
    gross: paise(net + fee),
    fee: paise(fee - tax),
    tax,
    net,
  };
}
