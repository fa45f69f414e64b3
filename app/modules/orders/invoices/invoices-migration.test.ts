import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';
import { lineGross, documentNumber } from './paper.ts';
import { paperCounters, papers } from './tables.server.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const BEFORE = `
  insert into auth_users (id, name, email, email_verified) values ('${ID}', 'Asha', 'asha@example.in', true);
  insert into orders (id, order_number, user_id, items, subtotal, discount_amount, coupon_code, shipping_cost, gst_amount, total,
    shipping_address, payment_method, payment_status, payment_reference_id, status, customer_name, customer_email)
  values ('${ID}', 'BV-7K3M-9QX2', '${ID}', '[
    {"artwork_id":"one","title":"Himalayan Dawn","price":33333,"quantity":3,"image":"i"},
    {"artwork_id":"two","title":"Dupatta","price":1,"quantity":1,"image":"i","made_to_order":true}]',
    100000, 15000, 'DEEPAWALI15', 15000, 0, 100000, '{"name":"Asha","state":"Kerala"}', 'manual', 'confirmed', '447309116024',
    'processing', 'Asha', 'asha@example.in');
  insert into invoices (order_id, financial_year, number, printed, discount_percentage)
  values ('${ID}', '2026-27', 7, '{"seller":{"name":"Bisvar","gstin":null},"buyer":{"name":"Asha"},"promises":{}}', 15);
  insert into invoice_counters values ('2026-27', 7);`;

test('migration 0022 keeps issued invoices with all their content', { timeout: 120_000 }, async () => {
  const opened = await openOldShop('0018', BEFORE);
  const [paper] = await opened.database.select().from(papers);
  expect(documentNumber(paper!)).toBe('BV/2026-27/0007');
  expect(paper!.total).toBe(100_000);
  expect(paper!.content.lines.map(lineGross)).toEqual([84_999, 1, 15_000]);
  expect(paper!.content).toMatchObject({
    seller: { name: 'Bisvar' },
    orderNumber: 'BV-7K3M-9QX2',
    paymentReference: '447309116024',
    lines: [
      { title: 'Himalayan Dawn', quantity: 3, amount: 99_999 },
      { title: 'Dupatta', madeToOrder: true },
      { title: 'Shipping', artworkId: null },
    ],
    discount: { amount: 15_000, label: 'Discount, DEEPAWALI15 (15%)' },
    total: 100_000,
  });
  expect(await opened.database.select().from(paperCounters)).toMatchObject([{ lastNumbers: { invoice: 7 } }]);
  await opened.close();
});
