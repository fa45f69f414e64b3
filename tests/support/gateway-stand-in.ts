import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { hmacSha256, sha256 } from '#app/adapters/payment/gateway-calls.server.ts';
import { checkedFields, isChecksum, signChecksum } from '#app/adapters/payment/paytm-checksum.server.ts';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { type Paise, paise, toRupeeText } from '#app/basics/money.ts';

/** Faults of the network (`hang`, `slow`, `drop`), of the gateway (status, HTML, broken JSON), or of its records. */
export const FAULTS = [
  'hang',
  'slow',
  'drop',
  '500',
  '429',
  '403',
  'html',
  'cut-off',
  'nonsense',
  'other-amount',
  'other-order',
  'other-currency',
] as const;
export type Fault = (typeof FAULTS)[number];

type Payment = { id: string; status: string; amount: Paise; currency: string; at: Date };
type Refund = {
  id: string;
  key: string;
  paymentId: string;
  amount: Paise;
  status: 'pending' | 'succeeded' | 'failed';
  at: Date;
};
type Order = {
  gateway: Gateway;
  id: string;
  amount: Paise;
  returnUrl?: string;
  payments: Payment[];
  refunds: Refund[];
};
type Bindings = { Bindings: HttpBindings };

const CREDENTIALS = {
  razorpay: { keyId: 'rzp_test_key', keySecret: 'the key’s secret', webhookSecret: 'the webhook’s own secret' },
  phonepe: { keyId: 'SHOPUAT_1', keySecret: 'client-secret', webhookSecret: 'bisvar:password1', own: '1' },
  paytm: {
    keyId: 'BISVAR00000000000001',
    keySecret: 'a-key-of-16-char',
    webhookSecret: 'a-key-of-16-char',
    own: 'WEBSTAGING',
  },
} as const;

export type GatewayStandIn = Awaited<ReturnType<typeof openGatewayStandIn>>;

/**
 * Serves the documented APIs of Razorpay, PhonePe and Paytm from memory. With `port: null`, it answers only through
 * `fetch`.
 */
export async function openGatewayStandIn({
  port = 0,
  slowInMs = 30_000,
}: { port?: number | null; slowInMs?: number } = {}) {
  const orders = new Map<string, Order>();
  const asked: string[] = [];
  let faults: { at: RegExp; fault: Fault; times: number }[] = [];
  const clock = { now: () => new Date() };
  const hanging = new Set<() => void>();
  const tokens = new Set<string>();
  let nextOrderId: string | undefined;
  let nextPaymentId: string | undefined;

  const newId = (prefix: string) => `${prefix}${randomBytes(7).toString('hex')}`;
  const find = (id: string) => orders.get(id);
  const open = (gateway: Gateway, id: string, amount: Paise, returnUrl?: string): Order => {
    const order = { gateway, id, amount, returnUrl, payments: [], refunds: [] };
    orders.set(id, order);
    return order;
  };
  const paymentWith = (id: string) => {
    for (const order of orders.values()) {
      const payment = order.payments.find((each) => each.id === id);
      if (payment) return { order, payment };
    }
    return undefined;
  };
  const addRefund = (order: Order, payment: Payment, key: string, amount: Paise): Refund | undefined => {
    const given = order.refunds.filter(({ status }) => status !== 'failed').reduce((all, each) => all + each.amount, 0);
    if (given + amount > payment.amount) return undefined;
    const refund: Refund = {
      id: newId('rfnd_'),
      key,
      paymentId: payment.id,
      amount,
      status: 'pending',
      at: clock.now(),
    };
    order.refunds.push(refund);
    return refund;
  };

  const app = new Hono<Bindings>();
  app.use(async (context, next) => {
    const { pathname } = new URL(context.req.url);
    asked.push(`${context.req.method} ${pathname}`);
    const found = faults.find(({ at, times }) => times > 0 && at.test(pathname));
    if (!found) return next();
    found.times -= 1;
    return misbehave(context, next, found.fault);
  });

  async function misbehave(context: Context<Bindings>, next: () => Promise<void>, fault: Fault) {
    if (fault === 'hang') {
      await new Promise<void>((resolve) => hanging.add(resolve));
      return context.body(null, 503);
    }
    if (fault === 'slow') {
      await wait(slowInMs, undefined, { ref: false });
      return next();
    }
    if (fault === 'drop') {
      context.env.outgoing.destroy();
      return context.body(null);
    }
    if (fault === '500' || fault === '429' || fault === '403')
      return context.json({ error: { code: 'SERVER_ERROR', description: 'We are sorry.' } }, Number(fault) as 500);
    if (fault === 'html') return context.html('<!doctype html><title>502</title><h1>Bad Gateway</h1>');
    if (fault === 'nonsense') return context.json({ hello: 'world' });
    await next();
    const text = await context.res.text();
    const { status } = context.res;
    const sent =
      fault === 'cut-off' ? text.slice(0, Math.floor(text.length / 2)) : JSON.stringify(lie(JSON.parse(text), fault));
    context.res = new Response(sent, { status, headers: { 'content-type': 'application/json' } });
    return undefined;
  }

  const razorpay = new Hono<Bindings>();
  razorpay.use(async (context, next) => {
    const { keyId, keySecret } = CREDENTIALS.razorpay;
    const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
    if (context.req.header('authorization') !== expected)
      return context.json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }, 401);
    return next();
  });
  const refusedByRazorpay = (context: Context, description: string) =>
    context.json({ error: { code: 'BAD_REQUEST_ERROR', description } }, 400);
  const collection = (items: unknown[]) => ({ entity: 'collection', count: items.length, items });
  razorpay.post('/orders', async (context) => {
    const { amount, currency, receipt } = await context.req.json<{
      amount: Paise;
      currency: string;
      receipt: string;
    }>();
    const order = open('razorpay', nextOrderId ?? newId('order_'), amount);
    nextOrderId = undefined;
    return context.json({ id: order.id, entity: 'order', amount, currency, receipt, status: 'created' });
  });
  razorpay.get('/orders/:id/payments', (context) => {
    const order = find(context.req.param('id'));
    if (!order) return refusedByRazorpay(context, 'The id provided does not exist');
    return context.json(collection(order.payments.map((payment) => razorpayPayment(order, payment)).toReversed()));
  });
  razorpay.post('/payments/:id/capture', async (context) => {
    const found = paymentWith(context.req.param('id'));
    const { amount } = await context.req.json<{ amount: number }>();
    if (!found) return refusedByRazorpay(context, 'The id provided does not exist');
    if (found.payment.status !== 'authorized')
      return refusedByRazorpay(context, 'This payment has already been captured');
    if (found.payment.amount !== amount)
      return refusedByRazorpay(context, 'Capture amount must be equal to the amount authorized');
    found.payment.status = 'captured';
    return context.json(razorpayPayment(found.order, found.payment));
  });
  razorpay.post('/payments/:id/refund', async (context) => {
    const found = paymentWith(context.req.param('id'));
    const body = await context.req.json<{ amount: Paise; receipt: string }>();
    const key = context.req.header('x-refund-idempotency') ?? '';
    if (!found) return refusedByRazorpay(context, 'The id provided does not exist');
    const { order, payment } = found;
    const earlier = order.refunds.find((each) => each.key === key);
    if (earlier && earlier.amount !== body.amount)
      return refusedByRazorpay(context, 'Different request body sent for the same idempotency key');
    const refund = earlier ?? addRefund(order, payment, body.receipt, body.amount);
    return refund
      ? context.json(razorpayRefund(refund))
      : refusedByRazorpay(context, 'The total refund amount is greater than the refund payment amount');
  });
  razorpay.get('/payments/:id/refunds', (context) => {
    const found = paymentWith(context.req.param('id'));
    return context.json(collection(found?.order.refunds.map(razorpayRefund) ?? []));
  });
  const listed = <Item extends { at: Date }>(context: Context, items: Item[]) => {
    const query = (name: string) => Number(context.req.query(name));
    return items
      .filter(({ at }) => at.getTime() / 1000 >= query('from') && Math.floor(at.getTime() / 1000) <= query('to'))
      .slice(query('skip'), query('skip') + query('count'));
  };
  const ofRazorpay = () => [...orders.values()].filter(({ gateway }) => gateway === 'razorpay');
  razorpay.get('/payments', (context) => {
    const all = ofRazorpay().flatMap((order) =>
      order.payments.map((payment) => ({ at: payment.at, item: razorpayPayment(order, payment) })),
    );
    return context.json(collection(listed(context, all).map(({ item }) => item)));
  });
  razorpay.get('/refunds', (context) => {
    const all = ofRazorpay().flatMap(({ refunds }) => refunds);
    return context.json(collection(listed(context, all).map(razorpayRefund)));
  });
  razorpay.get('/settlements/recon/combined', (context) => {
    const query = (name: string) => Number(context.req.query(name));
    const day = [query('year'), query('month'), query('day')].map((part) => String(part).padStart(2, '0')).join('-');
    const lines = ofRazorpay().flatMap((order) => [
      ...order.payments
        .filter(({ status, at }) => status === 'captured' && dayOf(at) === day)
        .map((payment) => settledByRazorpay(day, { id: payment.id, type: 'payment', amount: payment.amount })),
      ...order.refunds
        .filter(({ at }) => dayOf(at) === day)
        .map(({ id, amount, paymentId }) => settledByRazorpay(day, { id, type: 'refund', amount, paymentId })),
    ]);
    return context.json(collection(lines.slice(query('skip'), query('skip') + query('count'))));
  });
  app.route('/razorpay/v1', razorpay);

  const phonepe = new Hono<Bindings>();
  phonepe.post('/v1/oauth/token', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const { keyId, keySecret } = CREDENTIALS.phonepe;
    if (
      form.get('client_id') !== keyId ||
      form.get('client_secret') !== keySecret ||
      form.get('client_version') !== '1'
    )
      return context.json({ code: 'OIM007', message: 'Client not found' }, 401);
    const token = randomUUID();
    tokens.add(token);
    return context.json({
      access_token: token,
      token_type: 'O-Bearer',
      expires_at: Math.floor(Date.now() / 1000) + 3_600,
    });
  });
  phonepe.use(async (context, next) => {
    const isPage = new URL(context.req.url).pathname.startsWith('/phonepe/page');
    const token = context.req.header('authorization')?.replace('O-Bearer ', '') ?? '';
    if (!isPage && !tokens.has(token)) return context.json({ code: '401', message: 'Unauthorized' }, 401);
    return next();
  });
  phonepe.post('/checkout/v2/pay', async (context) => {
    const body = await context.req.json<{
      merchantOrderId: string;
      amount: Paise;
      paymentFlow: { merchantUrls: { redirectUrl: string } };
    }>();
    open('phonepe', body.merchantOrderId, body.amount, body.paymentFlow.merchantUrls.redirectUrl);
    const redirectUrl = `${new URL(context.req.url).origin}/phonepe/page/${body.merchantOrderId}`;
    return context.json({ orderId: newId('OMO'), state: 'PENDING', expireAt: Date.now() + 900_000, redirectUrl });
  });
  phonepe.get('/checkout/v2/order/:id/status', (context) => {
    const order = find(context.req.param('id'));
    if (!order)
      return context.json(
        { code: 'INVALID_MERCHANT_ORDER_ID', message: 'No entry found for given merchant order id' },
        400,
      );
    return context.json(phonepeOrder(order));
  });
  phonepe.post('/payments/v2/refund', async (context) => {
    const { merchantRefundId, originalMerchantOrderId, amount } = await context.req.json<{
      merchantRefundId: string;
      originalMerchantOrderId: string;
      amount: Paise;
    }>();
    const order = find(originalMerchantOrderId);
    const paid = order?.payments.find(({ status }) => status === 'captured');
    if (!order || !paid) return context.json({ code: 'BAD_REQUEST', message: 'Order is not completed' }, 400);
    if (order.refunds.some(({ key }) => key === merchantRefundId))
      return context.json({ code: 'DUPLICATE_TXN_REQUEST', message: 'Duplicate refund request' }, 400);
    const refund = addRefund(order, paid, merchantRefundId, amount);
    return refund
      ? context.json({ refundId: refund.id, amount, state: 'PENDING' })
      : context.json({ code: 'BAD_REQUEST', message: 'Refund amount exceeds the order amount' }, 400);
  });
  phonepe.get('/payments/v2/refund/:key/status', (context) => {
    const refund = refundWith(context.req.param('key'));
    if (!refund) return context.json({ code: 'REFUND_NOT_FOUND', message: 'No refund found' }, 400);
    const state = { pending: 'PENDING', succeeded: 'COMPLETED', failed: 'FAILED' }[refund.status];
    return context.json({ refundId: refund.id, amount: refund.amount, state });
  });
  phonepe.get('/page/:id', (context) =>
    context.html(paymentPage('PhonePe', `/phonepe/page/${context.req.param('id')}`)),
  );
  phonepe.post('/page/:id', async (context) => {
    const { returnUrl } = await playShopper(context);
    return context.redirect(returnUrl!, 303);
  });
  app.route('/phonepe', phonepe);

  const paytm = new Hono<Bindings>();
  const paytmBody = async (context: Context): Promise<Record<string, string> | undefined> => {
    const { head, body } = JSON.parse(await context.req.text()) as {
      head: { signature: string };
      body: Record<string, string>;
    };
    return isChecksum(JSON.stringify(body), CREDENTIALS.paytm.keySecret, head.signature) ? body : undefined;
  };
  const paytmAnswer = (context: Context, result: [status: string, code: string, message: string], more = {}) => {
    const [resultStatus, resultCode, resultMsg] = result;
    const body = { ...more, resultInfo: { resultStatus, resultCode, resultMsg } };
    const signature = signChecksum(JSON.stringify(body), CREDENTIALS.paytm.keySecret);
    return context.json({ head: { responseTimestamp: String(Date.now()), version: 'v1', signature }, body });
  };
  const badChecksum = (context: Context) => paytmAnswer(context, ['F', '2005', 'Checksum provided is invalid']);
  paytm.post('/theia/api/v1/initiateTransaction', async (context) => {
    const body = await paytmBody(context);
    if (!body) return badChecksum(context);
    const { value } = body['txnAmount'] as unknown as { value: string };
    open('paytm', body['orderId']!, paise(Math.round(Number(value) * 100)), body['callbackUrl']);
    return paytmAnswer(context, ['S', '0000', 'Success'], { txnToken: randomUUID() });
  });
  paytm.post('/v3/order/status', async (context) => {
    const body = await paytmBody(context);
    if (!body) return badChecksum(context);
    const order = find(body['orderId']!);
    const last = order?.payments.findLast(({ status }) => status === 'captured') ?? order?.payments.at(-1);
    if (!order || !last) return paytmAnswer(context, ['TXN_FAILURE', '334', 'Invalid Order ID']);
    const more = { mid: body['mid'], orderId: order.id, txnId: last.id, txnAmount: toRupeeText(last.amount) };
    if (last.status === 'captured') return paytmAnswer(context, ['TXN_SUCCESS', '01', 'Txn Success'], more);
    return last.status === 'failed'
      ? paytmAnswer(context, ['TXN_FAILURE', '227', 'Your payment was declined by your bank.'], more)
      : paytmAnswer(context, ['PENDING', '402', 'The bank has not answered yet.'], more);
  });
  paytm.post('/refund/apply', async (context) => {
    const body = await paytmBody(context);
    if (!body) return badChecksum(context);
    const found = paymentWith(body['txnId']!);
    const more = { mid: body['mid'], orderId: body['orderId'], txnId: body['txnId'], refId: body['refId'] };
    if (!found) return paytmAnswer(context, ['TXN_FAILURE', '605', 'Transaction not found'], more);
    if (found.order.refunds.some(({ key }) => key === body['refId']))
      return paytmAnswer(context, ['TXN_FAILURE', '602', 'Duplicate refId'], more);
    const amount = paise(Math.round(Number(body['refundAmount']) * 100));
    const refund = addRefund(found.order, found.payment, body['refId']!, amount);
    return refund
      ? paytmAnswer(context, ['PENDING', '601', 'Refund request was raised'], { ...more, refundId: refund.id })
      : paytmAnswer(context, ['TXN_FAILURE', '619', 'Refund amount is more than the order amount'], more);
  });
  paytm.post('/v2/refund/status', async (context) => {
    const body = await paytmBody(context);
    if (!body) return badChecksum(context);
    const refund = refundWith(body['refId']!);
    if (!refund) return paytmAnswer(context, ['TXN_FAILURE', '631', 'Record not found']);
    const more = { orderId: body['orderId'], refId: refund.key, refundId: refund.id };
    if (refund.status === 'pending') return paytmAnswer(context, ['PENDING', '601', 'Refund request was raised'], more);
    return refund.status === 'succeeded'
      ? paytmAnswer(context, ['TXN_SUCCESS', '10', 'Refund Successful'], more)
      : paytmAnswer(context, ['TXN_FAILURE', '600', 'Invalid refund request or restricted by bank.'], more);
  });
  paytm.post('/merchant-settlement-service/settlement/list', async (context) => {
    const { checksumHash, ...wanted } = await context.req.json<Record<string, string>>();
    if (!isChecksum(JSON.stringify(wanted), CREDENTIALS.paytm.keySecret, checksumHash!))
      return context.json({ status: 'FAILURE', errorMessage: 'CHECKSUM_VALIDATION_FAILED' });
    const day = wanted['utrProcessedStartTime']!;
    const paid = [...orders.values()]
      .filter(({ gateway }) => gateway === 'paytm')
      .flatMap(({ payments }) => payments.filter(({ status, at }) => status === 'captured' && dayOf(at) === day));
    const page = (Number(wanted['pageNum']) - 1) * Number(wanted['pageSize']);
    const rows = paid.slice(page, page + Number(wanted['pageSize'])).map(({ id, amount }) => {
      const { fee, tax, net } = feesOf(amount);
      return {
        txnId: id,
        txnType: 'SALE',
        txnAmount: toRupeeText(amount),
        commission: toRupeeText(fee),
        gst: toRupeeText(tax),
        settleAmount: toRupeeText(net),
        utr: `UTR${day.replaceAll('-', '')}`,
        payoutDate: day,
      };
    });
    return context.json({ status: rows.length > 0 ? 'SUCCESS' : 'RECORD_NOT_FOUND', settlementDetailList: rows });
  });
  paytm.post('/theia/api/v1/showPaymentPage', (context) =>
    context.html(paymentPage('Paytm', `/paytm/page/${context.req.query('orderId')}`)),
  );
  paytm.post('/page/:id', async (context) => {
    const order = await playShopper(context);
    return context.html(
      `<!doctype html><title>Paytm</title><form method="post" action="${order.returnUrl}">
      <input type="hidden" name="ORDERID" value="${order.id}"><button autofocus>Back to the shop</button></form>`,
    );
  });
  app.route('/paytm', paytm);

  const refundWith = (key: string) => {
    for (const { refunds } of orders.values()) {
      const refund = refunds.find((each) => each.key === key);
      if (refund) return refund;
    }
    return undefined;
  };
  async function playShopper(context: Context): Promise<Order> {
    const id = context.req.param('id')!;
    const isPaid = new URLSearchParams(await context.req.text()).get('shopper') === 'pay';
    if (isPaid) pay(id);
    else pay(id, { status: 'failed' });
    return find(id)!;
  }
  function pay(
    orderId: string,
    wanted: { status?: 'captured' | 'authorized' | 'created' | 'failed'; amount?: Paise; currency?: string } = {},
  ): string {
    const order = find(orderId);
    if (!order) throw new Error(`the stand-in has no order ${orderId}`);
    const { status = 'captured', amount = order.amount, currency = 'INR' } = wanted;
    const id = nextPaymentId ?? newId('pay_');
    nextPaymentId = undefined;
    order.payments.push({ id, status, amount, currency, at: clock.now() });
    return id;
  }

  const server = port === null ? undefined : serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  if (server && !server.listening) await new Promise<void>((resolve) => void server.once('listening', resolve));
  const address = server ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : 'http://gateway.test';

  return {
    address,
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    booksOf: (orderId: string): Readonly<Pick<Order, 'payments' | 'refunds'>> | undefined => find(orderId),
    asked,
    clock,
    credentials: (gateway: Gateway) => ({ ...CREDENTIALS[gateway], apiUrl: `${address}/${gateway}` }),
    settings: {
      RAZORPAY_KEY_ID: CREDENTIALS.razorpay.keyId,
      RAZORPAY_KEY_SECRET: CREDENTIALS.razorpay.keySecret,
      RAZORPAY_WEBHOOK_SECRET: CREDENTIALS.razorpay.webhookSecret,
      RAZORPAY_API_URL: `${address}/razorpay`,
      PHONEPE_KEY_ID: CREDENTIALS.phonepe.keyId,
      PHONEPE_KEY_SECRET: CREDENTIALS.phonepe.keySecret,
      PHONEPE_WEBHOOK_SECRET: CREDENTIALS.phonepe.webhookSecret,
      PHONEPE_API_URL: `${address}/phonepe`,
      PAYTM_KEY_ID: CREDENTIALS.paytm.keyId,
      PAYTM_KEY_SECRET: CREDENTIALS.paytm.keySecret,
      PAYTM_API_URL: `${address}/paytm`,
    },
    pay,
    settleRefund: (key: string, status: 'succeeded' | 'failed') => void Object.assign(refundWith(key)!, { status }),
    refundInDashboard: (paymentId: string, amount: Paise) => {
      const { order, payment } = paymentWith(paymentId)!;
      return Object.assign(addRefund(order, payment, newId('REFUND_'), amount)!, { status: 'succeeded' as const });
    },
    refundsOf: (orderId: string): readonly Refund[] => find(orderId)!.refunds,
    fail: (at: RegExp, fault: Fault, times = 1) => void faults.push({ at, fault, times }),
    recover: () => void (faults = []),
    repeatOrderId: (id: string) => void (nextOrderId = id),
    repeatPaymentId: (id: string) => void (nextPaymentId = id),
    forgetPayments: (orderId: string) => void (find(orderId)!.payments.length = 0),
    forgetRefunds: (orderId: string) => void (find(orderId)!.refunds.length = 0),
    forgetTokens: () => tokens.clear(),
    webhookOf: (orderId: string) => webhookOf(find(orderId)!),
    refundWebhookOf: (key: string) => {
      const order = [...orders.values()].find(({ refunds }) => refunds.some((each) => each.key === key))!;
      return refundWebhookOf(order, refundWith(key)!);
    },
    empty: () => {
      orders.clear();
      asked.length = 0;
      faults = [];
    },
    close: async () => {
      hanging.forEach((resolve) => resolve());
      if (!server) return;
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
}

const dayOf = (at: Date) => new Date(at.getTime() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);

function feesOf(amount: Paise) {
  const fee = paise(Math.round(amount * 0.02));
  const tax = paise(Math.round(fee * 0.18));
  return { fee, tax, net: paise(amount - fee - tax) };
}

/** A fully refunded payment is called refunded, but is still captured. */
const wentBack = ({ refunds }: Order, { id, amount }: Omit<Payment, 'status'>): boolean =>
  amount ===
  refunds
    .filter(({ paymentId, status }) => paymentId === id && status === 'succeeded')
    .reduce((all, refund) => all + refund.amount, 0);

const razorpayPayment = (order: Order, { status, ...payment }: Payment) => ({
  id: payment.id,
  entity: 'payment',
  amount: payment.amount,
  currency: payment.currency,
  status: wentBack(order, payment) ? 'refunded' : status,
  order_id: order.id,
  captured: status === 'captured',
  error_description: status === 'failed' ? 'Your payment was declined by your bank.' : null,
  notes: [],
  created_at: Math.floor(payment.at.getTime() / 1000),
});

const razorpayRefund = ({ id, key, paymentId, amount, status, at }: Refund) => ({
  id,
  entity: 'refund',
  amount,
  currency: 'INR',
  payment_id: paymentId,
  receipt: key,
  notes: {},
  status: status === 'succeeded' ? 'processed' : status,
  created_at: Math.floor(at.getTime() / 1000),
});

function settledByRazorpay(day: string, item: { id: string; type: string; amount: Paise; paymentId?: string }) {
  const { fee, tax, net } = feesOf(item.amount);
  const isPayment = item.type === 'payment';
  return {
    entity_id: item.id,
    type: item.type,
    debit: isPayment ? 0 : item.amount,
    credit: isPayment ? net : 0,
    amount: item.amount,
    currency: 'INR',
    fee: isPayment ? fee + tax : 0,
    tax: isPayment ? tax : 0,
    on_hold: false,
    settled: true,
    settled_at: Math.floor(Date.parse(`${day}T12:00:00+05:30`) / 1000),
    settlement_id: `setl_${day.replaceAll('-', '')}`,
    settlement_utr: `UTR${day.replaceAll('-', '')}`,
    payment_id: item.paymentId ?? null,
  };
}

function phonepeOrder(order: Order) {
  const captured = order.payments.find(({ status }) => status === 'captured');
  const last = captured ?? order.payments.at(-1);
  const state = captured ? 'COMPLETED' : last?.status === 'failed' ? 'FAILED' : 'PENDING';
  return {
    orderId: `OMO${order.id.replace(/\W/g, '')}`,
    merchantOrderId: order.id,
    state,
    amount: captured?.amount ?? order.amount,
    ...(state === 'FAILED' && {
      errorCode: 'PAYMENT_ERROR',
      errorContext: { description: 'Your payment was declined by your bank.' },
    }),
    paymentDetails: order.payments.map(({ id, status, amount }) => ({
      transactionId: id,
      paymentMode: 'UPI_INTENT',
      amount,
      state: status === 'captured' ? 'COMPLETED' : status === 'failed' ? 'FAILED' : 'PENDING',
    })),
  };
}

export type SentWebhook = { gateway: Gateway; body: string; headers: Record<string, string> };

function webhookOf(order: Order): SentWebhook {
  const payment = order.payments.findLast(({ status }) => status === 'captured') ?? order.payments.at(-1)!;
  if (order.gateway === 'razorpay')
    return razorpayWebhook(`payment.${payment.status}`, { payment: { entity: razorpayPayment(order, payment) } });
  if (order.gateway === 'phonepe') {
    const name = payment.status === 'failed' ? 'failed' : 'completed';
    return phonepeWebhook(`checkout.order.${name}`, phonepeOrder(order));
  }
  const fields: Record<string, string> = {
    MID: CREDENTIALS.paytm.keyId,
    ORDERID: order.id,
    TXNID: payment.id,
    TXNAMOUNT: toRupeeText(payment.amount),
    CURRENCY: payment.currency,
    STATUS: payment.status === 'captured' ? 'TXN_SUCCESS' : 'TXN_FAILURE',
    RESPMSG: 'Txn | done',
  };
  const CHECKSUMHASH = signChecksum(checkedFields(fields), CREDENTIALS.paytm.keySecret);
  return {
    gateway: 'paytm',
    body: new URLSearchParams({ ...fields, CHECKSUMHASH }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

function refundWebhookOf(order: Order, refund: Refund): SentWebhook {
  const payment = order.payments.find(({ id }) => id === refund.paymentId)!;
  if (order.gateway === 'razorpay') {
    const name = { pending: 'created', succeeded: 'processed', failed: 'failed' }[refund.status];
    return razorpayWebhook(`refund.${name}`, {
      refund: { entity: razorpayRefund(refund) },
      payment: { entity: razorpayPayment(order, payment) },
    });
  }
  if (order.gateway === 'phonepe') {
    const name = { pending: 'accepted', succeeded: 'completed', failed: 'failed' }[refund.status];
    return phonepeWebhook(`pg.refund.${name}`, {
      originalMerchantOrderId: order.id,
      merchantRefundId: refund.key,
      refundId: refund.id,
      amount: refund.amount,
      state: 'COMPLETED',
    });
  }
  const body = JSON.stringify({
    orderId: order.id,
    refId: refund.key,
    refundId: refund.id,
    refundAmount: toRupeeText(refund.amount),
    status: 'SUCCESS',
  });
  const signature = signChecksum(body, CREDENTIALS.paytm.keySecret);
  return {
    gateway: 'paytm',
    body: `{ "head": ${JSON.stringify({ signature, version: 'v1' })}, "body": ${body} }`,
    headers: { 'content-type': 'application/json' },
  };
}

export function razorpayWebhook(event: string, payload: unknown, eventId: string = randomUUID()): SentWebhook {
  return signRazorpay(JSON.stringify({ entity: 'event', event, payload }), eventId);
}

export const signRazorpay = (body: string, eventId: string = randomUUID()): SentWebhook => ({
  gateway: 'razorpay',
  body,
  headers: {
    'content-type': 'application/json',
    'x-razorpay-signature': hmacSha256(CREDENTIALS.razorpay.webhookSecret, body),
    'x-razorpay-event-id': eventId,
  },
});

export const phonepeWebhook = (event: string, payload: unknown): SentWebhook => ({
  gateway: 'phonepe',
  body: JSON.stringify({ event, payload, type: event.toUpperCase() }),
  headers: { 'content-type': 'application/json', authorization: sha256(CREDENTIALS.phonepe.webhookSecret) },
});

function lie(value: unknown, fault: Fault): unknown {
  if (Array.isArray(value)) return value.map((each) => lie(each, fault));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (fault === 'other-amount' && name === 'amount') return [name, (each as number) + 100];
      if (fault === 'other-amount' && name === 'txnAmount') return [name, (Number(each) + 1).toFixed(2)];
      if (fault === 'other-currency' && name === 'currency') return [name, 'USD'];
      if (fault === 'other-order' && ['order_id', 'merchantOrderId', 'orderId'].includes(name))
        return [name, 'order_of_another'];
      return [name, lie(each, fault)];
    }),
  );
}

const paymentPage = (name: string, action: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${name}</title>
  <h1>${name}, played</h1><form method="post" action="${action}">
  <button name="shopper" value="pay">Pay</button> <button name="shopper" value="decline">Decline</button></form>`;
