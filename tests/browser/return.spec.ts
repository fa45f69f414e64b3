import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  ADMIN,
  answerCookieBanner,
  completeOrder,
  expect,
  fillInAddress,
  newReference,
  orderNumberIn,
  putIntoCart,
  signIn,
  signUp,
  test,
} from './shopping.ts';

test('a return with photo is requested, accepted and shown to the customer', async ({ page, browser, baseURL }) => {
  await signUp(page, baseURL!);
  await answerCookieBanner(page, baseURL!);
  await putIntoCart(page, baseURL!, 'Amla Shampoo', 2);
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(newReference());
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  const orderId = new URL(page.url()).searchParams.get('placed')!;
  const card = page.getByRole('article', { name: /^Order BV-/ });
  await expect(card.getByRole('link', { name: /^Invoice/ })).toBeVisible();
  await expect(card.getByRole('link', { name: /^Return or exchange/ })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: baseURL! });
  const adminPage = await context.newPage();
  await signIn(adminPage, baseURL!, ADMIN);
  await answerCookieBanner(adminPage, baseURL!);
  const delivered = await adminPage.request.post(`/admin/orders/${orderId}`, {
    form: { intent: 'status', status: 'delivered', shipUnverified: 'yes', reason: 'By hand' },
    headers: { origin: baseURL!, 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(delivered.status()).toBe(303);

  await card.getByRole('link', { name: /^Return or exchange/ }).click();
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c04020' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles([
      ...[1, 2, 3, 4, 5].map((n) => ({ name: `note${n}.txt`, mimeType: 'text/plain', buffer: Buffer.from('no') })),
      { name: 'lid.jpg', mimeType: 'image/jpeg', buffer: photo },
    ]);
  await expect(page.getByText('note5.txt: Please select an image file')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByLabel('How many of Amla Shampoo').selectOption('1');
  await page.getByLabel('Reason').selectOption('It arrived damaged');
  await page.reload();
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByLabel('How many of Amla Shampoo').selectOption('1');
  await page.getByLabel('Reason').selectOption('It arrived damaged');
  await page.getByLabel('Details').fill('The bottle leaks');
  await page.getByRole('button', { name: 'Send request' }).dblclick();
  await expect(card).toContainText('Return requested');
  await card.getByRole('link', { name: /^See your return/ }).click();
  await expect(page.getByText('The bottle leaks')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Your request is withdrawn.')).toBeVisible();
  await expect(card).toContainText('Return withdrawn on');
  await card.getByRole('link', { name: /^Return or exchange/ }).click();
  await page.getByLabel('How many of Amla Shampoo').selectOption('2');
  await page.getByLabel('Reason').selectOption('It arrived damaged');
  await page.getByLabel('Details').fill('The bottle leaks');
  await page.locator('input[type=file]').setInputFiles([{ name: 'lid.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(card).toContainText('Return requested');

  await adminPage.goto(
    `/admin/returns?status=pending&q=${encodeURIComponent(await orderNumberOf(adminPage, orderId))}`,
  );
  await adminPage
    .getByRole('link', { name: /^Return / })
    .locator('visible=true')
    .click();
  const sheet = adminPage.getByRole('dialog');
  await expect(sheet).toContainText('The bottle leaks');
  const shown = sheet.getByRole('img', { name: 'What is wrong, 1' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  await sheet.getByLabel('Message to the customer').fill('Please close it well.');
  await sheet.getByRole('button', { name: 'Accept' }).click();
  await expect(card).toContainText('Return accepted.');
  await expect(card).toContainText('Please close it well.');
  await sheet.getByLabel('Received', { exact: true }).fill('1');
  await expect(sheet.getByLabel('Fit for sale')).toHaveValue('1');
  await sheet.getByRole('button', { name: 'Mark as received' }).click();
  await expect(card).toContainText('received 1 of 2 pieces');
  await sheet.getByLabel('Received', { exact: true }).fill('2');
  await sheet.getByLabel('Fit for sale').fill('3');
  await sheet.getByRole('button', { name: 'Mark as received' }).click();
  await expect(sheet).toContainText('Enter a whole number from 1 to 2. 1 are back in stock.');
  await sheet.getByLabel('Fit for sale').fill('2');
  await sheet.getByRole('button', { name: 'Mark as received' }).click();
  await expect(sheet).toContainText('back in stock');
  await expect(card).toContainText('pieces received');
  await expect(card.getByRole('link', { name: /^Return or exchange/ })).toHaveCount(0);
  await context.close();
});

async function orderNumberOf(adminPage: Page, orderId: string): Promise<string> {
  await adminPage.goto(`/admin/orders/${orderId}`);
  return orderNumberIn(adminPage.getByRole('dialog'));
}
