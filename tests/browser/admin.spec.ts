import { expect, type Page } from '@playwright/test';
import { ADMIN, answerCookieBanner, signIn, testWithRouter as test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

function listReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && (request.isNavigationRequest() || pathname.endsWith('.data')))
      reads.push(pathname);
  });
  return reads;
}

test('the owner pastes a statement on a phone, matches, and undoes', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/payments');
  const waiting = page.getByRole('region', { name: 'To confirm' });
  const row = waiting.getByRole('listitem').filter({ hasText: 'Meera Iyer' });
  const [, reference = ''] = /(\d{4} \d{4} \d{4})/.exec(await row.innerText()) ?? [];
  const [, amount = ''] = /₹([\d,]+)/.exec(await row.innerText()) ?? [];
  const statement = `21-11-2026 UPI/CR/${reference.replaceAll(' ', '')}/MEERA I ${amount}.00\nwhat is this`;
  await page.getByLabel('Paste rows from your statement').fill(statement);
  await expect(page.getByText('1 line read')).toBeVisible();
  await expect(page.getByText('1 line not readable')).toBeVisible();
  await expect(row).toContainText('Reference and amount agree');
  const bystander = await page.context().newPage();
  await bystander.goto('/admin/payments');
  const [readAgain, readByBystander] = [page, bystander].map(listReads) as [string[], string[]];
  await page.getByRole('button', { name: 'Match 1 exact match' }).click();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeInViewport();
  await expect(row).toContainText('Payment confirmed');
  await expect.poll(() => readByBystander.length).toBeGreaterThan(0);
  // Other tests also publish events, so one more read is allowed.
  await expect.poll(() => readAgain.length - readByBystander.length).toBeLessThanOrEqual(1);
  await bystander.close();
  await expect(page.getByText('1 line already matched.')).toBeVisible();
  await undo.click();
  await expect(row).not.toContainText('Payment confirmed');
});

test('an order’s documents open at Print from far down the list', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/orders');
  for (const paper of ['Print slip and label', 'Invoice']) {
    const last = page.getByRole('main').getByRole('link', { name: /^BV-/ }).filter({ visible: true }).last();
    await last.scrollIntoViewIfNeeded();
    await last.click();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: paper, exact: true }).click();
    await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Print' })).toBeInViewport();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await sheet.getByRole('link', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
  }
});

test('accepting a request on a phone updates another open admin page', async ({ page, baseURL, browser }) => {
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, baseURL!, ADMIN);
  await elsewhere.goto('/admin/requests');
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/requests');
  const before = await page
    .getByRole('link', { name: /Keepsake Box/ })
    .filter({ visible: true })
    .count();
  await page
    .getByRole('link', { name: /Keepsake Box/ })
    .filter({ visible: true })
    .last()
    .click();
  const request = page.getByRole('main');
  await request.getByText('Quantity, price and address').click();
  await request.getByLabel('Price of one piece in rupees').fill('1800');
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Order accepted and created successfully!')).toBeInViewport();
  const keepsakes = elsewhere
    .getByRole('region', { name: 'Requests found' })
    .getByRole('link', { name: /Keepsake Box/ });
  await expect(keepsakes.filter({ visible: true })).toHaveCount(before - 1);

  await request.getByRole('link', { name: /^BV-/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { level: 2 })).toHaveText(/^Order BV-\S+ #\w{6}$/);
  await elsewhere.goto(page.url());
  const other = elsewhere.getByRole('dialog');
  await other.getByRole('heading', { name: 'Notes' }).click();
  await other.getByLabel('New note').fill('Blue flowers');
  await other.getByRole('button', { name: 'Add note' }).click();
  await expect(other.getByText('Note added.')).toBeVisible();
  await expect(sheet.getByText('This order changed.')).toBeVisible();
  await expect(sheet.getByText('Blue flowers')).toBeHidden();
  await sheet.getByRole('link', { name: 'Show' }).click();
  await expect(sheet.getByText('Blue flowers')).toBeVisible();
  await expect(other.getByText('This order changed.')).toBeHidden();
  await elsewhere.close();
});

test('a discount typed into a manual order is calculated before saving', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/orders/new?q=soap');
  await page.getByRole('link', { name: 'Add Neem & Tulsi Soap' }).click();
  await page.getByLabel('Discount in rupees').fill('50');
  const customer = page.getByRole('region', { name: 'Customer and payment' });
  await customer.getByLabel('Name', { exact: true }).fill('Hira Negi');
  await customer.getByLabel('Phone').fill('98765 43210');
  await customer.getByLabel('Street').fill('Near the temple');
  await customer.getByLabel('PIN code').fill('263601');
  await expect(customer.getByLabel('City')).toHaveValue('Almora');
  await customer.getByRole('button', { name: 'Create order, ₹330' }).click();
  const agreed = customer.getByRole('button', { name: 'Create order, ₹280' });
  await expect(agreed).toBeVisible();
  await expect(customer.getByLabel('Name', { exact: true })).toHaveValue('Hira Negi');
  await agreed.click();
  await expect(page.getByRole('dialog').getByText('Order created.')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('−₹50');
});
