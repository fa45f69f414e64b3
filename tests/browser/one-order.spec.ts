import type { Page } from '@playwright/test';
import {
  cartLink,
  completeOrder,
  expect,
  fillInAddress,
  newReference,
  ARTWORKS,
  putIntoCart,
  signUp,
  test,
  newPhone,
} from './shopping.ts';

const orders = (page: Page) => page.getByRole('article', { name: /^Order BV-/ });

async function atCheckout(page: Page, baseURL: string): Promise<void> {
  await signUp(page, baseURL);
  await putIntoCart(page, baseURL, 'Amla Shampoo');
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(newReference());
}

async function expectOneOrder(page: Page): Promise<void> {
  await page.goto('/profile/orders');
  await expect(orders(page)).toHaveCount(1);
}

test('a double click on Complete Order makes one order', async ({ page, baseURL }) => {
  await atCheckout(page, baseURL!);
  await completeOrder(page).dblclick();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await expectOneOrder(page);
});

test('back and Complete Order again make no second order', async ({ page, baseURL }) => {
  await atCheckout(page, baseURL!);
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order BV-\w{4}-\w{4} is placed$/);
  await expect(completeOrder(page)).toHaveCount(0);
  await expectOneOrder(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('posting twice or reloading the answer makes one order', async ({ page, context, baseURL }) => {
    await atCheckout(page, baseURL!);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await completeOrder(page).click();
    const request = await sent;
    await page.waitForURL(/\/profile\/orders\?placed=/);
    await page.reload();
    await expect(orders(page)).toHaveCount(1);

    const again = await context.request.post('/checkout', {
      data: request.postData()!,
      headers: {
        'content-type': (await request.headerValue('content-type'))!,
        origin: baseURL!,
        'sec-fetch-site': 'same-origin',
      },
      maxRedirects: 0,
    });
    expect(again.status()).toBe(303);
    expect(again.headers().location).toContain(new URL(page.url()).search);
    await expectOneOrder(page);
  });

  test('a corrected form makes one order, even after a reload', async ({ page, baseURL }) => {
    await atCheckout(page, baseURL!);
    await page.getByLabel('Phone').fill('98765');
    await completeOrder(page).click();
    await expect(page.getByRole('alert')).toContainText('Phone must be 10 digits');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Phone must be 10 digits');
    await page.getByLabel('Phone').fill(newPhone());
    await completeOrder(page).click();
    await page.waitForURL(/\/profile\/orders\?placed=/);
    await expectOneOrder(page);
  });
});

test('an item added in one tab is counted in the other', async ({ page, context }) => {
  await page.goto('/about');
  const other = await context.newPage();
  await other.goto(`/artwork/${ARTWORKS['Amla Shampoo']}`);
  await other.getByRole('button', { name: /^Add to Cart/ }).click();
  await expect(cartLink(other, 1)).toBeVisible();
  await expect(cartLink(page, 1)).toBeVisible();
});
