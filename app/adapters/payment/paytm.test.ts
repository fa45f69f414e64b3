import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise } from '#app/basics/money.ts';
import { checkedFields, signChecksum } from './paytm-checksum.server.ts';
import { paytmGateway } from './paytm.server.ts';

type Result = [status: string, code: string, message: string];

let answers: Record<string, unknown> = {};
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answers[request.url!]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  answers = {};
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const KEY = 'a key of 16 char';
const gateway = () =>
  paytmGateway(
    {
      keyId: 'INTEGR77690000009383',
      keySecret: KEY,
      webhookSecret: KEY,
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    () => {},
  );
const answerOf = ([resultStatus, resultCode, resultMsg]: Result, more = {}) => ({
  head: {},
  body: { resultInfo: { resultStatus, resultCode, resultMsg }, ...more },
});

describe('a payment at Paytm', () => {
  test.each<Result>([
    ['TXN_FAILURE', '330', 'Checksum provided is invalid'],
    ['TXN_FAILURE', '335', 'Mid is invalid'],
  ])('is not failed when Paytm refused the query: %s %s', async (...result) => {
    answers['/v3/order/status'] = answerOf(result);
    expect(await gateway().lookUp('BV-7K3M-9QX2-1')).toBeUndefined();
  });

  test('accepts a webhook with empty fields as null, in either case', () => {
    const fields = { MID: 'INTEGR77690000009383', ORDERID: 'BV-7K3M-9QX2-1', BANKTXNID: '' };
    const CHECKSUMHASH = signChecksum(checkedFields(fields), KEY);
    for (const BANKTXNID of ['', 'null', 'NULL', 'Null']) {
      const body = new URLSearchParams({ ...fields, BANKTXNID, CHECKSUMHASH }).toString();
      expect(gateway().readWebhook(body, new Headers())).toMatchObject({
        answer: { providerOrderId: 'BV-7K3M-9QX2-1' },
      });
    }
  });
});

describe('a refund at Paytm', () => {
  const wanted = {
    providerOrderId: 'BV-7K3M-9QX2-1',
    paymentId: '202611210000000001',
    amount: paise(10_000),
    key: '4be9e9a2-7f3b-4c39-9d4b-53a7a6d2ad0d',
    note: 'One piece',
  };

  test.each<Result>([
    ['TXN_FAILURE', '617', 'Refund Already Raised'],
    ['TXN_FAILURE', '626', 'Another Refund on same order is already in progress, please retry after few minutes'],
    ['TXN_FAILURE', '628', 'Refund request was raised to respective bank. But it is in pending state from bank side.'],
    ['PENDING', '501', 'System Error'],
  ])('is still open, not failed, while Paytm says %s %s', async (...result) => {
    answers['/v2/refund/status'] = answerOf(['TXN_FAILURE', '631', 'Record not found']);
    answers['/refund/apply'] = answerOf(result, { orderId: wanted.providerOrderId, refId: wanted.key });
    expect(await gateway().refund(wanted)).toEqual({ refundId: undefined, status: 'pending' });
    answers['/v2/refund/status'] = answerOf(result, { orderId: wanted.providerOrderId, refId: wanted.key });
    expect(await gateway().lookUpRefund(wanted)).toEqual({ refundId: undefined, status: 'pending' });
  });

  test.each<Result>([
    ['TXN_FAILURE', '619', 'Invalid refund amount'],
    // Paytm has no record of this request, because another one refunded the payment.
    ['TXN_FAILURE', '629', 'Refund is already Successful'],
  ])('is failed when Paytm says so: %s %s', async (...result) => {
    answers['/v2/refund/status'] = answerOf(['TXN_FAILURE', '631', 'Record not found']);
    answers['/refund/apply'] = answerOf(result, { refId: wanted.key });
    expect(await gateway().refund(wanted)).toMatchObject({ status: 'failed', reason: result[2] });
  });
});

test('combines two refunds of one payment that are paid out together', async () => {
  const refund = { txnId: '202611210000000001', txnType: 'REFUND', commission: '0.00', gst: '0.00', utr: 'UTR1' };
  answers['/merchant-settlement-service/settlement/list'] = {
    status: 'SUCCESS',
    settlementDetailList: [
      { ...refund, txnAmount: '100.00', settleAmount: '-100.00', payoutDate: '2026-11-21' },
      { ...refund, txnAmount: '50.50', settleAmount: '-50.50', payoutDate: '2026-11-21' },
    ],
  };
  expect((await gateway().listSettlements!('2026-11-21'))![0]!.lines).toEqual([
    {
      kind: 'refund',
      id: refund.txnId,
      paymentId: refund.txnId,
      gross: -15_050,
      fee: 0,
      tax: 0,
      net: -15_050,
    },
  ]);
});
