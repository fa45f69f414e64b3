import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Paise, paise, sum, toRupeeText } from '#app/basics/money.ts';
import type {
  GatewayAnswer,
  PaymentProvider,
  RefundAnswer,
  RefundedPayment,
  Settlement,
  SettlementLine,
  Webhook,
} from '#app/modules/payments/payments/provider.ts';
import type { GatewayCredentials } from '#app/platform/config.server.ts';
import {
  type CallOptions,
  everyPage,
  gatewayCalls,
  gatewayId,
  gatewayPaymentId,
  gatewayText,
  readJson,
  rupeeText,
  sha256,
  type Warn,
} from './gateway-calls.server.ts';
import { checkedFields, isChecksum, signChecksum } from './paytm-checksum.server.ts';

const API = 'https://secure.paytmpayments.com';
const SETTLEMENT_PAGE = 20;
/** Paytm's payment page expires after this time; the order does not expire. */
const TOKEN_LIVES_MINUTES = 15;
/** Paytm's codes for an order that nobody tried to pay. */
const NOT_TRIED = new Set(['334', '501']);
/** Paytm refused the request (checksum or merchant), so its answer says nothing about the order. */
const NOT_ASKED = new Set(['330', '335']);
const NO_REFUND = '631';
/** Paytm calls these failures, but the refund exists or is in progress. */
const STILL_OPEN = new Set(['617', '626', '628']);

const resultSchema = z.object({ resultStatus: z.string(), resultCode: z.string(), resultMsg: gatewayText.optional() });
const openedSchema = z.object({ body: z.object({ resultInfo: resultSchema, txnToken: z.string().min(1).optional() }) });
const orderSchema = z.object({
  body: z.object({
    resultInfo: resultSchema,
    orderId: z.string().optional(),
    txnId: gatewayPaymentId.or(z.literal('')).optional(),
    txnAmount: rupeeText.optional(),
  }),
});
const refundSchema = z.object({
  body: z.object({ resultInfo: resultSchema, refId: z.string().optional(), refundId: gatewayId.optional() }),
});
const headSchema = z.object({ head: z.object({ signature: z.string() }) });
const refundEventSchema = z.object({
  orderId: gatewayId,
  refId: gatewayId.optional(),
  refundId: gatewayId.optional(),
  refundAmount: rupeeText.optional(),
});
const formWebhookSchema = z.object({ ORDERID: gatewayId });
const settlementsSchema = z.object({
  status: z.string(),
  settlementDetailList: z
    .array(
      z.object({
        txnId: gatewayId,
        txnType: z.string(),
        txnAmount: rupeeText,
        commission: rupeeText,
        gst: rupeeText,
        settleAmount: rupeeText,
        utr: gatewayText,
        payoutDate: z.string(),
      }),
    )
    .nullish(),
});
type SettledLine = NonNullable<z.infer<typeof settlementsSchema>['settlementDetailList']>[number];

/**
 * Payments by Paytm, signed with the merchant's key. After a webhook the shop asks Paytm for the payment, as Paytm
 * recommends.
 */
export function paytmGateway(
  { keyId: mid, keySecret: key, own: websiteName = 'DEFAULT', apiUrl = API }: GatewayCredentials,
  warn: Warn,
  options: CallOptions = {},
): PaymentProvider {
  if (key.length !== 16) throw new Error('PAYTM_KEY_SECRET: must have 16 characters');
  const { call } = gatewayCalls('paytm', warn, options);
  const api = apiUrl.replace(/\/+$/, '');
  async function ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    body: Record<string, unknown>,
  ): Promise<z.output<Schema> | undefined> {
    // The signature covers the body exactly as sent.
    const signed = { mid, ...body };
    const json = { head: { signature: signChecksum(JSON.stringify(signed), key) }, body: signed };
    const reply = await call({ url: `${api}/${path}`, json }, schema);
    return reply?.ok ? reply.value : undefined;
  }

  async function lookUpRefund(refund: { providerOrderId: string; key: string }) {
    const found = await ask('v2/refund/status', refundSchema, { orderId: refund.providerOrderId, refId: refund.key });
    if (!found) return undefined;
    const { resultInfo, refId } = found.body;
    if (resultInfo.resultCode === NO_REFUND) return 'unknown' as const;
    // Paytm returns our id only for an existing refund, so otherwise the request was refused.
    return refId === refund.key ? refundAnswer(found.body) : undefined;
  }

  async function refund(wanted: RefundedPayment & { amount: Paise; key: string; note: string }) {
    const earlier = await lookUpRefund(wanted);
    if (earlier !== 'unknown') return earlier;
    const answer = await ask('refund/apply', refundSchema, {
      txnType: 'REFUND',
      orderId: wanted.providerOrderId,
      txnId: wanted.paymentId,
      refId: wanted.key,
      refundAmount: toRupeeText(wanted.amount),
      comments: wanted.note.slice(0, 100),
    });
    if (!answer) return undefined;
    if (answer.body.resultInfo.resultStatus !== 'TXN_FAILURE') return refundAnswer(answer.body);
    const now = await lookUpRefund(wanted);
    return now === 'unknown' ? refundAnswer(answer.body) : now;
  }

  return {
    windowMinutes: TOKEN_LIVES_MINUTES,
    async createOrder({ amount, receipt, returnUrl }) {
      const orderId = `${receipt}-${randomBytes(6).toString('hex')}`;
      const query = `mid=${encodeURIComponent(mid)}&orderId=${encodeURIComponent(orderId)}`;
      const opened = await ask(`theia/api/v1/initiateTransaction?${query}`, openedSchema, {
        requestType: 'Payment',
        websiteName,
        orderId,
        callbackUrl: returnUrl,
        txnAmount: { value: toRupeeText(amount), currency: 'INR' },
        // Paytm requires a customer id. The shop sends the order number, which does not identify a person.
        userInfo: { custId: receipt },
      });
      const txnToken = opened?.body.resultInfo.resultStatus === 'S' && opened.body.txnToken;
      if (!txnToken) return undefined;
      const url = `${api}/theia/api/v1/showPaymentPage?${query}`;
      return { providerOrderId: orderId, redirect: { url, fields: { mid, orderId, txnToken } } };
    },
    // The browser's data is not trusted: the shop asks Paytm.
    verifyCallback: () => false,
    readWebhook: (rawBody) =>
      rawBody.trimStart().startsWith('{') ? readJsonWebhook(rawBody, key) : readFormWebhook(rawBody, key),
    async lookUp(providerOrderId) {
      const found = await ask('v3/order/status', orderSchema, { orderId: providerOrderId });
      if (!found) return undefined;
      if (found.body.orderId !== undefined && found.body.orderId !== providerOrderId) {
        warn({ order: providerOrderId }, 'paytm answered about another order');
        return undefined;
      }
      return answerOf(providerOrderId, found.body);
    },
    refund,
    lookUpRefund,
    async listSettlements(day) {
      const all = await everyPage(SETTLEMENT_PAGE, async (page) => {
        const wanted = {
          MID: mid,
          utrProcessedStartTime: day,
          utrProcessedEndTime: day,
          pageNum: page + 1,
          pageSize: SETTLEMENT_PAGE,
        };
        const json = { ...wanted, checksumHash: signChecksum(JSON.stringify(wanted), key) };
        const url = `${api}/merchant-settlement-service/settlement/list`;
        const reply = await call({ url, json }, settlementsSchema);
        if (!reply?.ok || reply.value.status === 'FAILURE') return undefined;
        return reply.value.settlementDetailList ?? [];
      });
      return all && settlementsOf(day, all);
    },
  };
}

function readFormWebhook(rawBody: string, key: string): Webhook | undefined {
  const fields = Object.fromEntries(new URLSearchParams(rawBody));
  if (!isChecksum(checkedFields(fields), key, fields['CHECKSUMHASH'] ?? '')) return undefined;
  const read = formWebhookSchema.safeParse(fields);
  if (!read.success) return { problem: 'ORDERID: must be the id of an order.' };
  return {
    eventId: sha256(rawBody),
    signature: fields['CHECKSUMHASH'],
    answer: { outcome: 'pending', providerOrderId: read.data.ORDERID },
  };
}

/** Paytm's signature covers only `body`, exactly as sent. */
function readJsonWebhook(rawBody: string, key: string): Webhook | undefined {
  const signature = headSchema.safeParse(readJson(rawBody)).data?.head.signature;
  const body = writtenBody(rawBody);
  if (signature === undefined || body === undefined || !isChecksum(body, key, signature)) return undefined;
  const read = refundEventSchema.safeParse(readJson(body));
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `body.${issue!.path.join('.')}: ${issue!.message}.` };
  }
  const { orderId: providerOrderId, refId, refundId, refundAmount: amount } = read.data;
  return {
    eventId: sha256(rawBody),
    signature,
    answer: refId
      ? { kind: 'refund', providerOrderId, status: 'pending', key: refId, refundId, amount }
      : { outcome: 'pending', providerOrderId },
  };
}

function writtenBody(json: string): string | undefined {
  let depth = 0;
  let name = '';
  let from = -1;
  for (const { 0: part, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (part.startsWith('"')) name = part;
    else if (part === '{' || part === '[') {
      depth += 1;
      if (part === '{' && depth === 2 && name === '"body"') from = index;
    } else {
      depth -= 1;
      if (depth === 1 && from >= 0) return json.slice(from, index + 1);
    }
  }
  return undefined;
}

function answerOf(providerOrderId: string, order: z.infer<typeof orderSchema>['body']): GatewayAnswer | undefined {
  const { resultStatus, resultCode, resultMsg } = order.resultInfo;
  if (NOT_ASKED.has(resultCode)) return undefined;
  if (resultStatus === 'TXN_SUCCESS')
    return order.txnId && order.txnAmount !== undefined
      ? { outcome: 'paid', providerOrderId, paymentId: order.txnId, amount: order.txnAmount, currency: 'INR' }
      : undefined;
  if (resultStatus === 'TXN_FAILURE' && !NOT_TRIED.has(resultCode))
    return { outcome: 'failed', providerOrderId, paymentId: order.txnId || undefined, reason: resultMsg };
  if (['PENDING', 'NO_RECORD_FOUND', 'TXN_FAILURE'].includes(resultStatus))
    return { outcome: 'pending', providerOrderId };
  return undefined;
}

function refundAnswer({ resultInfo, refundId }: z.infer<typeof refundSchema>['body']): RefundAnswer {
  const { resultStatus, resultCode, resultMsg } = resultInfo;
  if (resultStatus === 'TXN_SUCCESS') return { refundId, status: 'succeeded' };
  return resultStatus === 'TXN_FAILURE' && !STILL_OPEN.has(resultCode)
    ? { refundId, status: 'failed', reason: resultMsg }
    : { refundId, status: 'pending' };
}

/** Adds up the refunds of a payment, because Paytm names only the payment. */
function settlementsOf(day: string, settled: SettledLine[]): Settlement[] {
  const byTransfer = Map.groupBy(settled, ({ utr }) => utr ?? day);
  return [...byTransfer].map(([reference, ofTransfer]) => ({
    settlementId: reference,
    reference,
    settledAt: new Date(`${day}T12:00:00+05:30`),
    lines: [...Map.groupBy(ofTransfer, ({ txnType, txnId }) => `${kindOf(txnType)} ${txnId}`).values()].map(lineOf),
  }));
}

const kindOf = (txnType: string): SettlementLine['kind'] =>
  /^(sale|acquiring)$/i.test(txnType) ? 'payment' : /^refund$/i.test(txnType) ? 'refund' : 'other';

function lineOf(parts: SettledLine[]): SettlementLine {
  const [{ txnId, txnType }] = parts as [SettledLine];
  const fee = sum(parts.map(({ commission }) => commission));
  const tax = sum(parts.map(({ gst }) => gst));
  const net = sum(parts.map(({ settleAmount }) => settleAmount));
  return { kind: kindOf(txnType), id: txnId, paymentId: txnId, gross: paise(net + fee + tax), fee, tax, net };
}
