import { expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { refundsOwed } from '#app/modules/payments/payments/refunds.server.ts';
import { openLines } from '#app/modules/payments/bank/statements.server.ts';
import { openOldShop } from '#tests/support/old-shop.ts';
import { openTestShop } from '#tests/support/test-shop.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { orderBalances } from './tables.server.ts';

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const referenceOf = (n: number, method: string) => (method === 'cash' ? `CASH-BV-7K3M-9QX${n}` : `44730911602${n}`);
const orderRow = (n: number, status: string, method: string, payment: string, verification: string) => `
  insert into orders (id, order_number, user_id, items, subtotal, discount_amount, shipping_cost, gst_amount, total, shipping_address,
    payment_method, payment_status, payment_reference_id, status, verification, customer_name, customer_email, released_at)
  values ('${idOf(n)}', 'BV-7K3M-9QX${n}', '${idOf(1)}', '[{"artwork_id":"one","title":"Lota","price":100000,"quantity":1,"image":"i"}]', 100000, 0, 0, 0, 100000, '{}', '${method === 'cash' ? 'manual' : method}', '${payment}',
    ${method === 'cod' ? 'null' : `'${referenceOf(n, method)}'`}, '${status}', '${verification}', 'Asha', 'asha@example.in',
    ${status === 'cancelled' ? 'now()' : 'null'});
  ${
    method === 'cod'
      ? ''
      : `insert into payments (id, order_id, customer_id, amount, reference_id, status, verification)
         values ('${idOf(n)}', '${idOf(n)}', '${idOf(1)}', 100000, '${referenceOf(n, method)}', 'success',
           '${method === 'cash' ? 'unverified' : verification}');`
  }`;
const BEFORE = `
  insert into auth_users (id, name, email, email_verified) values ('${idOf(1)}', 'Asha', 'asha@example.in', true);
  ${orderRow(1, 'processing', 'manual', 'confirmed', 'unverified')}
  ${orderRow(2, 'shipped', 'manual', 'confirmed', 'matched')}
  ${orderRow(3, 'processing', 'upi', 'confirmed', 'rejected')}
  ${orderRow(4, 'cancelled', 'manual', 'confirmed', 'matched')}
  ${orderRow(5, 'cancelled', 'manual', 'refunded', 'unverified')}
  ${orderRow(6, 'delivered', 'cod', 'confirmed', 'matched')}
  ${orderRow(7, 'delivered', 'cash', 'confirmed', 'matched')}
  ${orderRow(8, 'cancelled', 'cash', 'confirmed', 'matched')}
  ${orderRow(9, 'delivered', 'cash', 'confirmed', 'rejected')}
  insert into refunds (payment_id, amount, reason) values ('${idOf(5)}', 100000, 'Cancelled');
  insert into bank_statement_lines (fingerprint, day, amount, reference, description, order_id, match_batch, matched_at)
  values ('447309116022 100000', '2026-11-20', 100000, '447309116022', 'UPI', '${idOf(2)}', '${idOf(9)}', now());`;

test('migrations 0021, 0028 and 0099 fill the ledger from earlier tables', { timeout: 120_000 }, async () => {
  const opened = await openOldShop('0018', BEFORE);
  const shop = { ...(await openTestShop()).as.admin(), database: opened.database };
  expect(await checkLedger(shop)).toEqual([]);
  const balances = await opened.database.select().from(orderBalances).orderBy(orderBalances.orderId);
  expect(balances.map(({ due, received }) => [due, received])).toEqual([
    [rupees(1000), 0],
    [rupees(1000), rupees(1000)],
    [rupees(1000), 0],
    [0, rupees(1000)],
    [0, 0],
    [rupees(1000), rupees(1000)],
    [rupees(1000), rupees(1000)],
    [0, rupees(1000)],
    [rupees(1000), 0],
  ]);
  expect(await refundsOwed(shop)).toMatchObject([
    { id: idOf(4), amount: rupees(1000), because: 'voided' },
    { id: idOf(8), amount: rupees(1000), because: 'collected' },
  ]);
  const later = { ...shop, now: new Date('2026-11-22T12:00:00Z') };
  expect((await openLines(later)).used).toMatchObject([{ fingerprint: '447309116022 100000' }]);
  await opened.close();
});
