import type { Browser, BrowserContext, Page } from '@playwright/test';
import { rupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { cancelOrder } from '#app/modules/orders/orders/orders.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { orderCart, ownAddress, putIntoCart } from '#tests/support/checkout.ts';
import { signInAdmin, signInCustomer } from '#tests/support/request-shop.ts';
import { serveOwnShop } from './own-shop.ts';
import { answerCookieBanner, expect, PASSWORD, routerStarted, signIn, testWithRouter as test } from './shopping.ts';

test.describe.configure({ mode: 'default' });

const NAMES = ['Asha Rawat', 'Bina Rawat', 'Chitra Rawat', 'Deepa Rawat'] as const;
type Name = (typeof NAMES)[number];

let own: Awaited<ReturnType<typeof serveOwnShop>>;
const orders = {} as Record<Name, Order>;

test.beforeAll(async () => {
  own = await serveOwnShop();
  await signInAdmin(own.shop, { name: 'Kamla Bisht' });
  const { id } = await insertArtwork(own.shop.database, { price: rupees(900), stockCount: 20 });
  for (const name of NAMES) {
    const { context } = await signInCustomer(own.shop, name);
    await putIntoCart(context, id);
    orders[name] = await orderCart(context, { shippingAddress: { ...ownAddress(context), name } });
    if (name === 'Deepa Rawat') await cancelOrder(context, orders[name].id);
  }
});
test.afterAll(() => own.close());

let context: BrowserContext | undefined;
test.afterEach(() => context?.close());

async function openPayments(browser: Browser, path = '/admin/payments'): Promise<Page> {
  context = await browser.newContext({ baseURL: own.baseURL, viewport: { width: 390, height: 844 } });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await answerCookieBanner(page, own.baseURL);
  await signIn(page, own.baseURL, { email: 'kamla.bisht@example.in', password: PASSWORD });
  await page.goto(path);
  await routerStarted(page);
  return page;
}

test.describe('payments on a phone', () => {
  const rowOf = (page: Page, name: Name) =>
    page.getByRole('region', { name: 'To confirm' }).getByRole('listitem').filter({ hasText: name });
  const topOf = async (page: Page, name: Name) => (await rowOf(page, name).boundingBox())!.y;

  test('those that wait come before the paste box and the totals', async ({ browser }) => {
    const page = await openPayments(browser);
    const first = page.getByRole('button', { name: /^Received: order/ }).first();
    await expect(first).toBeInViewport();
    const paste = page.getByLabel('Paste rows from your statement');
    const [row, box, totals] = await Promise.all(
      [first, paste, page.getByText(/^Received, /)].map((each) => each.boundingBox()),
    );
    expect(row!.y).toBeLessThan(box!.y);
    expect(box!.y).toBeLessThan(totals!.y);
    expect(box!.height).toBeLessThan(70);
    await paste.fill('one\ntwo\nthree\nfour');
    expect((await paste.boundingBox())!.height).toBeGreaterThan(100);
  });

  test('a pasted message is read, named and kept', async ({ browser }) => {
    const page = await openPayments(browser);
    const paste = page.getByLabel('Paste rows from your statement');
    await page.getByRole('link', { name: 'Paste bank messages' }).click();
    await expect(paste).toBeFocused();
    await expect(paste).toBeInViewport();
    const keep = page.getByRole('button', { name: 'Keep for later' });
    await expect(keep).toHaveCount(0);
    const message = 'Rs.8,636.00 credited to a/c XX1234 on 21-11-25 by UPI Ref No 432187650912';
    await paste.fill(message);
    await expect(page.getByText('1 line read automatically')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Bank lines without an order' })).toContainText(message);
    await expect(page.getByText('Not in the bank messages of this day.')).toHaveCount(0);
    await page.getByRole('link', { name: 'Match to an order…' }).click();
    const order = page.getByLabel('Order', { exact: true });
    await expect(order).toHaveValue('');
    await expect(order.locator('option').first()).toHaveText('Choose an order');
    await expect(order).toHaveAttribute('required');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await keep.click();
    await expect(page.getByRole('status').filter({ hasText: '1 line kept.' })).toBeInViewport();
    await expect(paste).toHaveValue('');
    await expect(keep).toHaveCount(0);
  });

  test('a confirmed payment keeps its place, so a second tap is harmless', async ({ browser }) => {
    const page = await openPayments(browser);
    const received = rowOf(page, 'Chitra Rawat').getByRole('button', { name: /^Received/ });
    const spot = (await received.boundingBox())!;
    const nextTop = await topOf(page, 'Bina Rawat');
    const tap = () => page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2);
    await tap();
    await expect(rowOf(page, 'Chitra Rawat')).toContainText('Payment confirmed');
    const { orderNumber } = orders['Chitra Rawat'];
    await expect(page.getByRole('status').filter({ hasText: 'received' })).toContainText(
      `₹1,050 from Chitra Rawat received · ${orderNumber}`,
    );
    expect(await topOf(page, 'Bina Rawat')).toBeCloseTo(nextTop, 0);
    await tap();
    await expect(rowOf(page, 'Chitra Rawat')).toContainText('Payment confirmed');
    await rowOf(page, 'Chitra Rawat').getByRole('button', { name: 'Undo' }).click();
    await expect(received).toBeVisible();
    expect(await topOf(page, 'Bina Rawat')).toBeCloseTo(nextTop, 0);
    await expect(page.getByRole('button', { name: /^Received: order/ })).toHaveCount(3);
  });

  test('several confirmed payments stay until the page is left', async ({ browser }) => {
    const page = await openPayments(browser);
    for (const name of ['Chitra Rawat', 'Bina Rawat'] as const) {
      await rowOf(page, name)
        .getByRole('button', { name: /^Received/ })
        .click();
      await expect(rowOf(page, name)).toContainText('Payment confirmed');
    }
    await expect(rowOf(page, 'Chitra Rawat')).toContainText('Payment confirmed');
    expect(await topOf(page, 'Chitra Rawat')).toBeLessThan(await topOf(page, 'Bina Rawat'));
    for (const name of ['Chitra Rawat', 'Bina Rawat'] as const)
      await rowOf(page, name).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: /^Received: order/ })).toHaveCount(3);
  });

  test('a link leads to one payment’s row', async ({ browser }) => {
    const page = await openPayments(browser, `/admin/orders`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Asha Rawat' })
      .getByLabel(/^Actions for order/)
      .click();
    await page.getByRole('link', { name: 'Confirm payment' }).filter({ visible: true }).click();
    await page.waitForURL(`**/admin/payments#order-${orders['Asha Rawat'].id}`);
    await expect(rowOf(page, 'Asha Rawat').getByRole('button', { name: /^Received/ })).toBeInViewport();
  });

  test('a cancelled order’s payment becomes a refund due', async ({ browser }) => {
    const page = await openPayments(browser);
    const row = rowOf(page, 'Deepa Rawat');
    await expect(row).toContainText('Order cancelled');
    await expect(row.getByRole('button', { name: /^Received/ })).toHaveCount(0);
    await row.getByRole('button', { name: /^Mark refund due/ }).click();
    await row.getByRole('link', { name: 'Received, refund due' }).click();
    await expect(page.getByRole('region', { name: 'Owed' })).toContainText('Deepa Rawat');
    await page.getByRole('link', { name: 'Deepa Rawat' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deepa Rawat');
  });
});
