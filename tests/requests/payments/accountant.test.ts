import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';
import { makeDocument, storeDocuments } from '#tests/support/sample-month.ts';

let shop: RequestShop;
let owner: Visitor;
let customer: Visitor;
let helper: Visitor;
let orderId: string;

beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Radha Pant', role: 'helper' });
  const { visitor, context } = await signInCustomer(shop);
  customer = visitor;
  await putIntoCart(context, (await insertArtwork(shop.database, { price: rupees(2500) })).id);
  orderId = (await orderCart(context)).id;
  await storeDocuments(shop.database, [
    makeDocument({ orderId, kind: 'tax-invoice', number: 7, day: '2025-06-30', lines: [{ taxable: 1_000, rate: 18 }] }),
  ]);
});
afterAll(() => shop.close());

const ZIP = '/admin/payments/accountant/2025-06.zip';
const read = async (path: string) => textOf((await owner.get(path)).text);

test('a period is chosen without JavaScript, and downloaded as a streamed zip', async () => {
  const page = await owner.get('/admin/payments/accountant?period=2025-06');
  expect(textOf(page.text)).toMatch(/Tax invoice[^₹]*₹1,180/);
  expect(textOf(page.text)).toMatch(/All \d+ checked sums agree\./);
  expect(page.text).toContain('<option value="2025-26-q1">');
  expect(page.text).toContain(`href="${ZIP}"`);
  const response = await owner.ask(ZIP);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="accountant-2025-06.zip"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Buffer.from(files['b2cs.csv']!).toString()).toContain('OE,05-Uttarakhand,,18,1000.00,0.00,');
  expect(Buffer.from(files['documents/TI-2025-26-0007.pdf']!).toString()).toMatch(/^%PDF/);
  expect(await shop.database.$count(auditLog, eq(auditLog.subjectId, 'accountant 2025-06'))).toBe(1);
});

test('the page names sums that do not agree', async () => {
  const invoice = makeDocument({
    orderId,
    kind: 'tax-invoice',
    number: 9,
    day: '2025-07-01',
    lines: [{ taxable: 10, rate: 18 }],
  });
  await storeDocuments(shop.database, [{ ...invoice, total: rupees(12) }]);
  const text = await read('/admin/payments/accountant?period=2025-07');
  expect(text).toContain('Some sums of July 2025 do not agree.');
  expect(text).toMatch(/Total of the register[^₹]*₹11\.80[^₹]*₹12/);
});

test('is for owners only; periods that do not exist are not found', async () => {
  for (const path of [ZIP, '/admin/payments/accountant']) {
    expect([path, (await helper.get(path)).status]).toEqual([path, 404]);
    expect([path, (await customer.get(path)).status]).toEqual([path, 404]);
  }
  for (const file of ['2025-13.zip', '2025-06.csv', 'x.zip', '2025-26-q5.zip'])
    expect([file, (await owner.get(`/admin/payments/accountant/${file}`)).status]).toEqual([file, 404]);
  expect((await owner.get('/admin/payments/accountant?period=2025-13')).status).toBe(404);
});

test('the reports moved here from Export, and their addresses still work', async () => {
  expect(await read('/admin/payments/accountant')).toContain('Document by document 2025-26');
  expect(await read('/admin/export')).not.toContain('accountant');
  expect((await owner.get('/admin/export/tax/2025-26-papers.csv')).text).toContain('TI/2025-26/0007');
});
