import { expect, type Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { cartLink, holdScripts, putIntoCart, testWithRouter as test } from './shopping.ts';

test.use({ actionTimeout: 8_000 });

const signIn = async (page: Page, email: string, password: string) => {
  await page.goto('/login');
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.ok()).toBe(true);
};
const SHIPPED = 'BV-4H8T-2MRD';
const field = (page: Page) => page.getByRole('textbox', { name: 'Order number' });
const button = (page: Page) => page.getByRole('button', { name: 'Track Order' });
const accessible = async (page: Page) => expect(await accessibilityProblems(page)).toEqual([]);

test('a number typed before the script loads stays', async ({ page }) => {
  const arrive = await holdScripts(page);
  await page.goto('/track-order', { waitUntil: 'commit' });
  await field(page).fill('BV-2222-2222');
  arrive();
  await page.waitForLoadState('networkidle');
  await expect(field(page)).toHaveValue('BV-2222-2222');
  await field(page).fill('');
  await expect(button(page)).toBeDisabled();
});

test('a guest finds an order, requests its address, or finds none', async ({ page }) => {
  await page.goto('/track-order');
  await expect(button(page)).toBeDisabled();
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Support' })).toBeVisible();
  await field(page).fill('bv-2222-2222');
  await button(page).click();
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeFocused();
  await expect(page.getByText(`We couldn't find an order with number "BV-2222-2222".`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible();

  await field(page).fill(SHIPPED.toLowerCase());
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { name: /^Arriving by / })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'In Transit' })).toHaveAttribute('aria-current', 'step');
  await expect(page.getByText('14 Mall Road')).toBeHidden();
  await accessible(page);
  await page.getByLabel('Last 4 digits of the phone number').fill('3210');
  await page.getByRole('button', { name: 'Show address' }).click();
  await expect(page.getByText('14 Mall Road')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Delivering to' })).toBeFocused();
  await accessible(page);
});

test('wrong digits are refused each time they are sent', async ({ page }) => {
  await page.goto(`/track-order?order=${SHIPPED}`);
  const digits = page.getByLabel('Last 4 digits of the phone number');
  for (const wrong of ['0000', '1111']) {
    await digits.fill(wrong);
    await expect(digits).not.toHaveAttribute('aria-invalid');
    await page.getByRole('button', { name: 'Show address' }).click();
    await expect(digits).toHaveAccessibleDescription(/Order Not Found/);
  }
});

test('the requested address stays when another tab changes the cart', async ({ page, baseURL }) => {
  await page.goto(`/track-order?order=${SHIPPED}`);
  await page.getByLabel('Last 4 digits of the phone number').fill('3210');
  await page.getByRole('button', { name: 'Show address' }).click();
  await expect(page.getByText('14 Mall Road')).toBeVisible();
  const otherTab = await page.context().newPage();
  const readAgain = page.waitForResponse((response) => response.url().includes('/track-order.data'));
  await putIntoCart(otherTab, baseURL!, 'Rose Petal Soap');
  await otherTab.goto('/gallery');
  await readAgain;
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(page.getByText('14 Mall Road')).toBeVisible();

  await field(page).fill('BV-2222-2222');
  await button(page).click();
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeFocused();
  await expect(page.getByText('14 Mall Road')).toBeHidden();
});

test('the pages of an order update by themselves', async ({ page, browser }) => {
  await signIn(page, 'meera@bisvar.example', 'lotus-and-cows');
  await page.goto('/profile/orders');
  const card = page.getByRole('article').filter({ hasText: 'We’re confirming your payment' }).first();
  const orders = await page.context().newPage();
  await orders.goto('/profile/orders');
  await card.getByRole('link', { name: /^Track Order/ }).click();
  await expect(page.getByRole('heading', { name: 'We’re confirming your payment' })).toBeVisible();
  const number = new URL(page.url()).searchParams.get('order')!;

  const guestContext = await browser.newContext();
  const guest = await guestContext.newPage();
  await guest.goto(`/track-order?order=${number}`);
  await expect(guest.getByRole('heading', { name: 'We’re confirming your payment' })).toBeVisible();

  const adminContext = await browser.newContext();
  const admin = await adminContext.newPage();
  await signIn(admin, 'admin@bisvar.example', 'aipan-admin');
  const id = await admin.request
    .get(`/admin/orders?q=${number}`)
    .then(async (answer) => /\/admin\/orders\/([0-9a-f-]{36})/.exec(await answer.text())![1]!);
  // Hidden tabs close their stream.
  await page.bringToFront();
  let cut = 0;
  await guest.route('**/track-order.data*', (route) =>
    cut++ === 0 ? route.abort('internetdisconnected') : route.continue(),
  );
  await guest.getByLabel('Last 4 digits of the phone number').fill('32');
  const moved = await admin.request.post(`/admin/orders/${id}`, {
    form: { intent: 'status', status: 'shipped', reason: 'Seen in the bank', shipUnverified: 'yes' },
    headers: { origin: new URL(admin.url()).origin, 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(moved.status()).toBeLessThan(400);
  await expect(page.getByRole('heading', { name: /^Arriving by / })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Your order was updated: shipped.' })).toBeAttached();
  await expect(guest.getByRole('heading', { name: /^Arriving by / })).toBeVisible();
  await expect(guest.getByLabel('Last 4 digits of the phone number')).toHaveValue('32');
  expect(cut).toBe(2);
  await orders.bringToFront();
  await expect(orders.getByRole('article').filter({ hasText: 'On its way since' }).first()).toBeVisible();
  await guestContext.close();
  await adminContext.close();
});

test('without JavaScript the form is answered by the server', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/track-order');
  await field(page).fill(SHIPPED.toLowerCase());
  await button(page).click();
  await expect(page.getByRole('heading', { name: /^Arriving by / })).toBeVisible();
  await page.getByLabel('Last 4 digits of the phone number').fill('0000');
  await page.getByRole('button', { name: 'Show address' }).click();
  await expect(page.getByLabel('Last 4 digits of the phone number')).toHaveAccessibleDescription(/Order Not Found/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Order Placed' })).toBeVisible();
  await context.close();
});
