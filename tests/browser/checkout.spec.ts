import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { newPhone, testWithRouter as base } from './shopping.ts';

const SOAP = '00000000-0000-4000-8000-000000000011';

let people = 0;

const test = base.extend<{ checkout: Page }>({
  checkout: async ({ page, baseURL }, use, { workerIndex }) => {
    const headers = { origin: baseURL!, 'sec-fetch-site': 'same-origin' };
    const email = `checkout.${workerIndex}.${(people += 1)}.${Date.now()}@example.in`;
    const account = await page.request.post('/api/auth/sign-up/email', {
      data: { name: 'Asha Rawat', email, password: 'bindu-and-lotus' },
      headers,
    });
    expect(account.status()).toBe(200);
    const added = await page.request.post('/visitor-state', {
      form: { intent: 'add', artworkId: SOAP, quantity: '2' },
      headers: { ...headers, accept: 'text/html' },
      maxRedirects: 0,
    });
    expect(added.status()).toBe(303);
    await page.goto('/checkout');
    await use(page);
  },
});

const reference = () => `T${Date.now()}${Math.floor(Math.random() * 1e6)}`;
const complete = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Complete Order' });

async function fillIn(page: Page) {
  await page.getByLabel('Phone').fill(newPhone());
  await page.getByLabel('Street').fill('14 Mall Road');
  await page.getByLabel('City').fill('Almora');
  await page.getByLabel('PIN code').fill('263601');
  await page.getByLabel('State').selectOption('Uttarakhand');
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`nothing below the QR moves when it appears, ${width} pixels wide`, async ({ checkout: page }) => {
    await page.setViewportSize({ width, height });
    const drawn = Promise.withResolvers<void>();
    await page.route(/\/checkout\.data/, async (route) => {
      if (route.request().postData()?.includes('show-qr')) await drawn.promise;
      await route.continue();
    });
    const below = page.getByLabel('Payment reference ID');
    const place = () => below.evaluate((field) => field.getBoundingClientRect().top + window.scrollY);
    await page.getByText('When we show the QR code, we hold your pieces').scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Show the QR' })).toBeVisible();
    const before = await place();
    drawn.resolve();
    await expect(page.getByRole('button', { name: 'Save QR code' })).toBeVisible();
    expect(Math.abs((await place()) - before)).toBeLessThan(1);
  });

test('a customer pays by UPI, taps twice, gets one order, cancels', async ({ checkout: page }) => {
  await page.getByText('When we show the QR code, we hold your pieces').scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: 'UPI QR code for ₹510' })).toBeVisible();
  await expect(complete(page)).toBeDisabled();
  await expect(page.getByText('Enter the reference ID to finish.')).toBeVisible();

  await page.getByLabel('Coupon', { exact: true }).fill('welcome10');
  await page.getByLabel('Coupon', { exact: true }).press('Enter');
  await expect(page.getByText('10% OFF Applied! WELCOME10')).toBeVisible();
  await expect(page.getByRole('img', { name: 'UPI QR code for ₹474' })).toBeVisible();
  await expect(page.getByText('Use this new QR code for ₹474; the one for ₹510 is no longer valid')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy amount' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('474.00');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save QR code' }).click();
  const { width, height, format } = await sharp(await (await saving).path()).metadata();
  expect([format, width! >= 400, width === height]).toEqual(['png', true, true]);

  await fillIn(page);
  await page.getByLabel('Payment reference ID').fill(reference());
  // When the shopper returns from a UPI app, the page may reload.
  await page.reload();
  await expect(complete(page)).toBeEnabled();
  await expect(page.getByLabel('Street')).toHaveValue('14 Mall Road');
  await expect(page.getByLabel('State')).toHaveValue('Uttarakhand');
  await page.getByLabel('Phone').fill('98765');
  await complete(page).click();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Phone must be 10 digits' })).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Almora');
  await page.getByRole('link', { name: 'Phone must be 10 digits' }).click();
  const phone = page.getByLabel('Phone');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');

  await phone.fill('98765 43210');
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true');
  await complete(page).dblclick();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await expect(page.getByText('Order placed successfully!')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutTyped'))).toBeNull();
  const order = page.getByRole('article', { name: /^Order BV-/ });
  await expect(order).toHaveCount(1);
  await expect(order).toContainText('₹474');

  await order.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(order).toContainText('Cancelled by you on');
  await expect(order.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
});

test('a coupon applies on leaving its field; an invalid one asks first', async ({ checkout: page }) => {
  await page.addInitScript(() =>
    window.addEventListener('orderCreated', (event) =>
      sessionStorage.setItem('heard', (event as CustomEvent).detail.id),
    ),
  );
  await page.reload();
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  const coupon = page.getByLabel('Coupon', { exact: true });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(coupon).toBeFocused();
  expect(posts).toEqual([]);
  await coupon.fill('welcome10');
  await page.getByLabel('Phone').focus();
  await expect(page.getByText('10% OFF Applied! WELCOME10')).toBeVisible();
  await page.getByRole('button', { name: 'Remove coupon WELCOME10' }).click();
  await expect(coupon).toBeVisible();

  await fillIn(page);
  const field = page.getByLabel('Payment reference ID');
  await field.fill('UTR-12');
  await complete(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'Please enter a valid payment reference ID (minimum 6 characters)',
  );
  await field.fill(reference());
  await coupon.fill('NOSUCH');
  await complete(page).click();
  const question = page.getByRole('alert').filter({ hasText: 'Not applied: NOSUCH' });
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Invalid coupon code' })).toBeVisible();
  await complete(page).click();
  await question.getByRole('button', { name: 'Order without' }).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await expect(page.getByRole('article', { name: /^Order BV-/ })).toContainText('₹510');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('heard'))).toMatch(/^[\da-f-]{36}$/);
});

test('refuses an unknown coupon every time it is applied', async ({ checkout: page }) => {
  const coupon = page.getByLabel('Coupon', { exact: true });
  for (const unknown of ['NOSUCH', 'NEITHER']) {
    await coupon.fill(unknown);
    await expect(coupon).not.toHaveAttribute('aria-invalid');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(coupon).toHaveAccessibleDescription(/Invalid coupon code/);
  }
});

test('the PIN code suggests a state, which can be changed', async ({ checkout: page }) => {
  await page.getByLabel('PIN code').fill('560001');
  await page.getByLabel('PIN code').blur();
  await expect(page.getByLabel('State')).toHaveValue('Karnataka');
  await page.getByLabel('City').fill('Mumbai');
  await page.getByLabel('City').blur();
  await expect(page.getByText('You entered a different place.')).toBeVisible();
  await page.getByLabel('State').selectOption('Goa');
  await page.getByLabel('PIN code').fill('263601');
  await page.getByLabel('PIN code').blur();
  await expect(page.getByLabel('State')).toHaveValue('Goa');
});

test('a refused PIN code clears the earlier delivery estimate', async ({ checkout: page }) => {
  await fillIn(page);
  await expect(page.getByText(/Delivery to .*263601/)).toBeVisible();
  await page.getByLabel('PIN code').fill('012345');
  await expect(page.getByText('Enter your PIN code for delivery date and cost.')).toBeVisible();
  await expect(page.getByText(/Delivery to .*263601/)).toHaveCount(0);
});

test('an error in the payment window has focus on a phone', async ({ checkout: page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const headers = { origin: baseURL!, 'sec-fetch-site': 'same-origin', accept: 'text/html' };
  for (let waiting = 0; waiting < 3; waiting += 1) {
    await fillIn(page);
    await page.evaluate(async () => {
      const fields = new FormData(document.querySelector<HTMLFormElement>('form#checkout')!);
      fields.set('online', 'yes');
      fields.set('paymentReferenceId', '');
      const body = new URLSearchParams(
        [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
      await fetch('/checkout', { method: 'POST', body, redirect: 'manual' });
    });
    const form = { intent: 'add', artworkId: SOAP, quantity: '1' };
    await page.request.post('/visitor-state', { form, headers, maxRedirects: 0 });
    await page.goto('/checkout');
  }
  await fillIn(page);
  await page.getByRole('button', { name: 'Pay online' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Scan a QR code').click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  const reason = page.getByRole('alert').filter({ hasText: 'Order creation failed: three of your orders' });
  await expect(reason).toBeFocused();
  await expect(reason).toBeInViewport();
});

test('offline, the form keeps its input and can be sent later', async ({ checkout: page, context }) => {
  await fillIn(page);
  await page.getByLabel('Payment reference ID').fill(reference());
  await context.setOffline(true);
  await page.getByLabel('Coupon', { exact: true }).fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('main').getByText('Error validating coupon')).toBeVisible();
  await page.getByLabel('Coupon', { exact: true }).fill('');
  await complete(page).click();
  await expect(page.getByText('Failed to create order. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await complete(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('applying a coupon keeps the input, and Enter places the order', async ({ checkout: page }) => {
    await fillIn(page);
    await page.getByLabel('Coupon', { exact: true }).fill('WELCOME10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('10% OFF Applied! WELCOME10')).toBeVisible();
    await expect(page.getByLabel('City')).toHaveValue('Almora');
    await page.getByLabel('Payment reference ID').fill(reference());
    await page.getByLabel('Payment reference ID').press('Enter');
    await page.waitForURL(/\/profile\/orders\?placed=/);
    await expect(page.getByRole('article', { name: /^Order BV-/ })).toContainText('₹474');
  });
});

test('signed out, checkout asks to sign in', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page).toHaveURL(/\/cart\?signin=1&returnTo=%2Fcheckout/);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a session that ends at Complete Order loses no input', async ({ checkout: page, context }) => {
  // Live updates would notice the missing session first.
  await page.route('/api/events*', (route) => route.fulfill({ status: 204 }));
  const typed = { Street: '14 Mall Road', City: 'Almora', Phone: `9${String(Date.now()).slice(-9)}` };
  const payment = reference();
  const expectTyped = async () => {
    for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
    await expect(page.getByLabel('Payment reference ID')).toHaveValue(payment);
  };
  await fillIn(page);
  await page.getByLabel('Phone').fill(typed.Phone);
  await page.getByLabel('Payment reference ID').fill(payment);
  const cookies = await context.cookies();
  await context.clearCookies();
  await complete(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Your order has not been placed yet' });
  await expect(alert.getByRole('link', { name: 'Sign in' })).toHaveAttribute('target', '_blank');
  await expectTyped();

  await page.goto('/login?returnTo=/checkout');
  await context.addCookies(cookies);
  await page.goto('/checkout');
  await expectTyped();
  await complete(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
});
