import { accessibilityProblems } from './accessibility.ts';
import {
  ADMIN,
  answerCookieBanner,
  completeOrder,
  expect,
  fillInAddress,
  newReference,
  putIntoCart,
  signIn,
  signUp,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('an order is changed on a phone after its new total is confirmed', async ({ page, browser, baseURL }) => {
  await signUp(page, baseURL!);
  await answerCookieBanner(page, baseURL!);
  await putIntoCart(page, baseURL!, 'Amla Shampoo', 3);
  await putIntoCart(page, baseURL!, 'Reetha Herbal Shampoo', 1);
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(newReference());
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  const orderId = new URL(page.url()).searchParams.get('placed')!;
  const card = page.getByRole('article', { name: /^Order BV-/ });
  await expect(card).toContainText('You can change or cancel until');
  await card.getByRole('link', { name: /^Change order/ }).click();

  await page.getByRole('group', { name: 'Quantity of Amla Shampoo' }).getByRole('button', { name: 'One less' }).click();
  await page.getByRole('checkbox', { name: 'Remove Reetha Herbal Shampoo' }).check();
  await page.getByLabel('Phone').fill('12');
  await page.getByLabel('Note').fill('Please ring twice');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Phone must be 10 digits');
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Amla Shampoo' })).toHaveValue('2');
  await expect(page.getByRole('checkbox', { name: 'Remove Reetha Herbal Shampoo' })).toBeChecked();
  await page.getByLabel('Phone').fill('9876500000');
  await page.getByRole('button', { name: 'Save changes' }).click();

  const summary = page.getByRole('region', { name: 'Check the new total' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('once we find your payment');
  await expect(summary.locator('s')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  const button = page.getByRole('button', { name: 'Confirm changes' });
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect(page.getByText('Order changed.')).toBeVisible();
  await expect(card).toContainText('Amla Shampoo × 2');
  await expect(card).not.toContainText('Reetha Herbal Shampoo');

  const context = await browser.newContext({ baseURL: baseURL! });
  const adminPage = await context.newPage();
  await signIn(adminPage, baseURL!, ADMIN);
  await answerCookieBanner(adminPage, baseURL!);
  await adminPage.goto(`/admin/orders/${orderId}`);
  const sheet = adminPage.getByRole('dialog');
  await expect(sheet).toContainText(
    'Changed by the customer: Amla Shampoo 3 → 2, Reetha Herbal Shampoo removed, phone, note',
  );
  await expect(sheet).toContainText('Note: Please ring twice');
  await context.close();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a change is confirmed in two posts and keeps what was typed', async ({ page, baseURL }) => {
    await signUp(page, baseURL!);
    await putIntoCart(page, baseURL!, 'Amla Shampoo', 2);
    await page.goto('/checkout');
    await fillInAddress(page);
    await page.getByLabel('Payment reference ID').fill(newReference());
    await completeOrder(page).click();
    await page.waitForURL(/\/profile\/orders\?placed=/);
    await page.getByRole('link', { name: /^Change order/ }).click();
    await page.getByRole('spinbutton', { name: 'Quantity of Amla Shampoo' }).fill('1');
    await page.getByLabel('Note').fill('Leave it with the neighbour');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('region', { name: 'Check the new total' })).toBeInViewport();
    await expect(page.getByLabel('Note')).toHaveValue('Leave it with the neighbour');
    await page.getByRole('button', { name: 'Confirm changes' }).click();
    await expect(page.getByRole('article', { name: /^Order BV-/ })).toContainText('Amla Shampoo × 1');
  });
});
