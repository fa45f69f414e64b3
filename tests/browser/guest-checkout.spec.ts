import { devices } from '@playwright/test';
import { rupees } from '#app/basics/money.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { accessibilityProblems } from './accessibility.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { serveOwnShop } from './own-shop.ts';
import {
  answerCookieBanner,
  completeOrder,
  expect,
  fillInAddress,
  newEmail,
  newPhone,
  newReference,
  PASSWORD,
  test,
} from './shopping.ts';

const { defaultBrowserType: _, ...PHONE } = devices['Pixel 7'];

test('a guest orders on a phone, then keeps the order in an account', async ({ browser }) => {
  test.slow();
  const { shop, baseURL, close } = await serveOwnShop();
  await updateSettings(shop.systemContext(), {
    guestCheckout: true,
    paymentMethods: ['upi'],
    upi: { address: 'bisvar@upi', name: 'Bisvar', isMerchant: true },
  });
  const painting = { title: 'Himalayan Dawn', medium: 'oil', category: 'Oil Painting', featured: true } as const;
  await insertArtwork(shop.database, { ...painting, price: rupees(1450), stockCount: 5 });
  const context = await browser.newContext({ ...PHONE, viewport: { width: 390, height: 844 }, baseURL });
  try {
    const page = await context.newPage();
    const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    await answerCookieBanner(page, baseURL);
    await page.goto('/gallery/oil');
    await page.getByRole('link', { name: 'Himalayan Dawn' }).click();
    await page.waitForURL(/\/artwork\//);
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await expect(page.getByText('Added Himalayan Dawn to your cart')).toBeVisible();
    await page.goto('/cart');
    await page.getByRole('link', { name: 'Proceed to Checkout' }).locator('visible=true').click();
    await page.waitForURL(/\/checkout\/guest$/);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await isWithin()).toBe(true);
    const [email, phone] = [newEmail(), newPhone()];
    await page.getByLabel('Full name').fill('Ila Pant');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Phone').fill(phone);
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await page.waitForURL(/\/checkout$/);
    await expect(page.getByText('Order summary, 1 item')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Phone')).toHaveValue(phone);
    await fillInAddress(page);
    await page.getByLabel('Phone').fill(phone);
    await page.getByLabel('Payment reference ID').fill(newReference());
    await completeOrder(page).click();
    await expect(page.getByRole('heading', { name: 'Order placed successfully!' })).toBeVisible();
    await expect(page.getByText(email).first()).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await isWithin()).toBe(true);
    const keep = page.getByRole('region', { name: 'Keep this order in an account' });
    await keep.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await keep.getByRole('button', { name: 'Create Account' }).click();
    await expect(keep).toHaveCount(0);
    await page.goto('/profile');
    await expect(page.getByText(email).first()).toBeVisible();
  } finally {
    await context.close();
    await close();
  }
});
