import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { ADDRESS, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { taxReport, taxYears } from './tax-report.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

async function sell(customer: number, state: 'Kerala' | 'Uttarakhand', gstRate: number, firmGstin?: string) {
  const context = shop.as.customer(customer);
  const { id } = await shop.makeArtwork({ price: rupees(2_360), gstRate, hsn: '3304' });
  await putIntoCart(context, id);
  return orderCart(context, {
    shippingAddress: { ...ADDRESS, name: '=Asha', state },
    ...(firmGstin && { firmName: 'Rawat Textiles', firmGstin }),
  });
}

test('sums sales and credit notes by state, rate, month and year', async () => {
  await updateSettings(shop.as.admin(), {
    seller: { status: 'regular', gstin: '05ABCDE1234F1Z6', pricesExcludeGst: false, ownStateOnly: false },
  });
  await sell(1, 'Kerala', 18);
  const taken = await sell(2, 'Kerala', 18, '27AAPFU0939F1ZV');
  // This is the last minute of November in India.
  shop.clock.now = new Date('2026-11-30T18:29:00Z');
  await sell(3, 'Uttarakhand', 5);
  shop.clock.now = new Date('2026-11-30T18:30:00Z');
  await setOrderStatus(shop.as.admin(), { orderId: taken.id, status: 'cancelled' });
  shop.clock.now = new Date('2027-04-01T06:00:00Z');
  await sell(4, 'Kerala', 0);

  expect(await taxYears(shop.as.admin())).toEqual(['2027-28', '2026-27']);
  expect((await taxReport(shop.as.admin(), '2026-27', 'months')).trim().split('\n')).toEqual([
    'From,To,Document,State,GST rate,Documents,Taxable value,Untaxed value,CGST,SGST,IGST,Total',
    '01/11/2026,30/11/2026,Tax invoice,Kerala (32),18,2,4000.00,0.00,0.00,0.00,720.00,4720.00',
    '01/11/2026,30/11/2026,Tax invoice,Uttarakhand (05),5,1,2247.62,0.00,56.19,56.19,0.00,2360.00',
    '01/12/2026,31/12/2026,Credit note for tax invoice,Kerala (32),18,1,2000.00,0.00,0.00,0.00,360.00,2360.00',
  ]);
  expect((await taxReport(shop.as.admin(), '2026-27', 'year')).trim().split('\n')[1]).toBe(
    '01/04/2026,31/03/2027,Credit note for tax invoice,Kerala (32),18,1,2000.00,0.00,0.00,0.00,360.00,2360.00',
  );
  const papers = (await taxReport(shop.as.admin(), '2026-27', 'papers')).trim().split('\n');
  expect(papers[1]).toBe(
    '01/12/2026,Credit note for tax invoice,CN/2026-27/0001,Rawat Textiles,27AAPFU0939F1ZV,Kerala (32),18,2000.00,0.00,0.00,0.00,360.00,2360.00',
  );
  expect(papers[2]).toContain("21/11/2026,Tax invoice,TI/2026-27/0001,'=Asha,,Kerala (32)");
});

test('keeps values without tax apart from taxable values', async () => {
  const { id } = await sell(1, 'Kerala', 18);
  await setOrderStatus(shop.as.admin(), { orderId: id, status: 'cancelled' });
  expect((await taxReport(shop.as.admin(), '2026-27', 'months')).trim().split('\n').slice(1)).toEqual([
    '01/11/2026,30/11/2026,Credit note for invoice,Kerala,0,1,0.00,2360.00,0.00,0.00,0.00,2360.00',
    '01/11/2026,30/11/2026,Invoice,Kerala,0,1,0.00,2360.00,0.00,0.00,0.00,2360.00',
  ]);
});

test('is for owners only, and for years with documents', async () => {
  await sell(1, 'Kerala', 0);
  await expect(taxReport(shop.as.helper(), '2026-27', 'year')).rejects.toThrow(NotFound);
  await expect(taxYears(shop.as.helper())).rejects.toThrow(NotFound);
  await expect(taxReport(shop.as.admin(), '2025-26', 'year')).rejects.toThrow(NotFound);
});
