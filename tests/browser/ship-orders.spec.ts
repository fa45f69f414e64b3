import type { Locator } from '@playwright/test';
import { rupees } from '#app/basics/money.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { signInAdmin, signInCustomer } from '#tests/support/request-shop.ts';
import { serveOwnShop } from './own-shop.ts';
import { answerCookieBanner, expect, listenForProblems, PASSWORD, signIn, test } from './shopping.ts';

test('ships five orders in five taps, and one from its page', async ({ browser }) => {
  test.slow();
  // In the shared shop, other tests ship too.
  const { shop, baseURL, close } = await serveOwnShop();
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  try {
    const problems = listenForProblems(context);
    const owner = await signInAdmin(shop, { name: 'Kamla Bisht' });
    const { id: artworkId } = await insertArtwork(shop.database, { price: rupees(900), stockCount: 20 });
    const orders = [];
    for (const name of ['Asha', 'Bina', 'Chitra', 'Deepa', 'Esha', 'Gita']) {
      const { context: customer } = await signInCustomer(shop, `${name} Rawat`);
      await putIntoCart(customer, artworkId);
      const order = await orderCart(customer);
      orders.push(order);
      await owner.post(`/admin/orders/${order.id}`, { intent: 'verification', verification: 'matched' });
    }
    const last = orders.pop()!;
    await owner.post(`/admin/orders/${last.id}`, { intent: 'verification', verification: 'unverified' });

    const page = await context.newPage();
    await answerCookieBanner(page, baseURL);
    await signIn(page, baseURL, { email: 'kamla.bisht@example.in', password: PASSWORD });
    await page.goto('/admin');
    let taps = 0;
    await page.exposeFunction('countTap', () => (taps += 1));
    await page.evaluate(() => document.addEventListener('click', () => (window as never as Taps).countTap(), true));
    const sheet = page.getByRole('dialog');
    const inView = (link: Locator) =>
      link.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 2, bottom - 2));
      });

    await page
      .getByRole('link', { name: /^Orders/ })
      .filter({ visible: true })
      .first()
      .click();
    await page
      .getByRole('link', { name: /^To pack/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.waitForURL(/status=to-pack/);
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCount(0);
    const menu = page.getByLabel(/^Actions for order/).filter({ visible: true });
    for (const at of [0, 1, 2, 3, 4]) {
      await menu.nth(at).evaluate((button) => {
        const { bottom } = button.getBoundingClientRect();
        const bar = document.querySelector('.admin-tabs')!.getBoundingClientRect().top;
        window.scrollBy({ top: bottom - bar, behavior: 'instant' });
      });
      await menu.nth(at).click();
      const links = page.locator('details[open]').getByRole('link');
      await expect(links.filter({ hasText: 'Mark as shipped' })).toBeVisible();
      await expect.poll(async () => (await Promise.all((await links.all()).map(inView))).every(Boolean)).toBe(true);
      await page.keyboard.press('Escape');
    }
    await page
      .getByRole('link', { name: `Ship ${orders[0]!.orderNumber}` })
      .filter({ visible: true })
      .click();
    await expect(sheet.getByRole('button', { name: 'Mark 1 as shipped' })).toBeVisible();
    await expect(sheet.getByLabel('Carrier')).toHaveAccessibleDescription('e.g. India Post');
    await sheet.getByRole('link', { name: 'Cancel' }).click();
    await expect(sheet).toBeHidden();
    taps = 2;
    await page.getByRole('button', { name: 'Select all on this page' }).click();
    await expect(page.getByText('5 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Mark as shipped…' }).click();
    await sheet.getByRole('button', { name: 'Mark 5 as shipped' }).click();
    await expect(page.getByText('5 orders marked as shipped.')).toBeVisible();
    expect(taps).toBe(5);

    await page.goto(`/admin/orders/${last.id}`);
    await expect(sheet.getByText('Awaiting confirmation')).toBeVisible();
    await sheet.getByRole('button', { name: 'Confirm payment' }).click();
    await expect(sheet.getByText('Paid', { exact: true })).toBeVisible();
    await expect(sheet.getByRole('link', { name: 'Print slip and label' })).toBeVisible();
    await sheet.getByLabel('Carrier').fill('India Post');
    await sheet.getByLabel('Tracking number').fill('EE123456789IN');
    await sheet.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect(page.getByText(`${last.orderNumber} #${shortId(last.id)} shipped.`)).toBeVisible();
    await page.goto(`/admin/orders/${last.id}`);
    const parcel = sheet.getByRole('list', { name: 'Parcels' });
    await expect(parcel.getByText('EE123456789IN')).toBeInViewport();
    await expect(parcel.getByRole('button', { name: 'Copy tracking number' })).toBeInViewport();
    await expect(sheet.getByRole('link', { name: /slip|label/i })).toHaveCount(1);
    await expect(sheet.getByText('Handed to India Post, number EE123456789IN.', { exact: true })).toBeVisible();
    await sheet.getByRole('button', { name: 'Mark as delivered' }).click();
    await expect(page.getByText(`${last.orderNumber} #${shortId(last.id)} delivered.`)).toBeVisible();
    await page.goto('/admin/orders');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('delivered');
    await page.waitForURL(/status=delivered/);
    await expect(page.getByText('Showing 1 of 1')).toBeVisible();
    expect(problems.filter((problem) => !problem.includes('/media/'))).toEqual([]);
  } finally {
    await context.close();
    await close();
  }
});

type Taps = { countTap: () => void };
