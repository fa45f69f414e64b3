import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { updateSettings } from '#app/modules/settings/settings.server.ts';
import { freePort } from '#scripts/machine.mjs';
import { openRequestShop } from '#tests/support/request-shop.ts';
import {
  answerCookieBanner,
  ARTWORKS,
  completeOrder,
  expect,
  newReference,
  ownPost,
  PASSWORD,
  signUp,
  test,
} from './shopping.ts';

const delivery = '#delivery';

test('a PIN code is asked about on a piece, by keyboard, and known again on the next one and in the cart', async ({
  page,
  baseURL,
}) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto(`/artwork/${ARTWORKS['Rose Petal Soap']}`);
  const form = page.locator(delivery);
  const field = form.getByLabel('Deliver to PIN code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await field.fill('2636');
  await field.press('Enter');
  await expect(form.getByRole('status')).toHaveText('PIN code must be 6 digits');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('2636');
  await expect(field).toHaveAttribute('aria-invalid', 'true');

  await field.fill('263601');
  await field.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status')).toHaveText(
    /^Arrives \d{1,2} \w+ – \d{1,2} \w+Delivery to Almora 263601: ₹150, free above ₹2,000\.$/,
  );
  await expect(page).toHaveURL('/artwork/rose-petal-soap');

  await page.context().setOffline(true);
  await field.fill('110001');
  await field.press('Enter');
  await expect(form.getByRole('status')).toContainText('Check your connection and try again.');
  await expect(field).toHaveValue('110001');
  await page.context().setOffline(false);

  await page.goto(`/artwork/${ARTWORKS['Amla Shampoo']}`);
  await expect(field).toHaveValue('263601');
  await expect(form.getByRole('status')).toContainText('Delivery to Almora 263601');
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('View cart')).toBeVisible();
  await page.goto('/cart');
  await expect(field).toHaveValue('263601');
  await field.fill('744101');
  await field.press('Enter');
  await expect(form.getByRole('status')).toContainText('Delivery to South Andaman 744101');
  await page.reload();
  await expect(field).toHaveValue('744101');
});

test('with charges by zone the summary follows the PIN code that is typed, and the order is placed', async ({
  browser,
}) => {
  // It opens a shop of its own: charges by zone would be wrong for all other tests.
  test.slow();
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const shop = await openRequestShop({ SHOP_URL: baseURL });
  await updateSettings(shop.systemContext(), { shippingMode: 'zones', unservedPinPrefixes: ['19'] });
  const [bowl] = await shop.database
    .insert(artworks)
    .values({
      title: 'Clay Bowl',
      price: rupees(300),
      medium: 'handcraft',
      category: 'Handcraft',
      stockCount: 9,
      images: ['/media/none.webp'],
    })
    .returning();
  const server = serve({
    fetch: (request, bindings) => shop.app.fetch(request, bindings as never),
    port,
    hostname: 'localhost',
  });
  const context = await browser.newContext({ baseURL });
  try {
    const page = await context.newPage();
    const email = await signUp(page, baseURL);
    const post = async (address: string, form: Record<string, string>) =>
      page.request.post(address, { form, headers: ownPost(baseURL), maxRedirects: 0 });
    const address = { name: 'Ila Pant', phone: '9876543210', street: '14 Mall Road', city: 'Almora' };
    await post('/profile?index', {
      ...address,
      email,
      state: 'Uttarakhand',
      zipCode: '263601',
      currentPassword: PASSWORD,
    });
    await post('/cart/lines', { artworkId: bowl!.id, quantity: '1' });
    await answerCookieBanner(page, baseURL);
    await page.goto('/checkout');
    const summary = page.getByRole('complementary', { name: 'Order summary' });
    const line = page.getByRole('status').filter({ hasText: /^Arrives/ });
    await expect(summary).toContainText('₹450');
    await expect(line).toContainText('Delivery to Almora 263601: ₹150.');
    await page.getByLabel('Payment reference ID').fill(newReference());

    const pin = page.getByLabel('PIN Code');
    await pin.fill('190001');
    await expect(page.getByText("We don't deliver to 190001 yet")).toBeVisible();
    await expect(page.getByRole('img', { name: /^UPI QR code/ })).toHaveCount(0);
    // What is typed while the order is on its way neither cuts it off nor is lost.
    await page.route('**/checkout.data*', async (route) => {
      if (route.request().method() === 'POST') await setTimeout(500);
      await route.continue();
    });
    await completeOrder(page).click();
    await pin.fill('790001');
    await expect(page.getByRole('alert').getByRole('link', { name: "We don't deliver to 190001 yet" })).toBeVisible();
    await expect(page.getByLabel('Street')).toHaveValue('14 Mall Road');
    await expect(pin).toHaveValue('790001');
    await page.unrouteAll({ behavior: 'wait' });

    await expect(line).toContainText('790001: ₹200, free above ₹3,000.');
    await expect(summary).toContainText('₹500');
    await page.getByRole('heading', { name: 'Pay by UPI' }).scrollIntoViewIfNeeded();
    await page.getByLabel('Payment reference ID').scrollIntoViewIfNeeded();
    await expect(page.getByRole('img', { name: 'UPI QR code for ₹500' })).toBeVisible();
    await completeOrder(page).click();
    await page.waitForURL(/\/profile\/orders\?placed=/);
    await expect(page.getByRole('article', { name: /^Order #/ })).toContainText('₹500');
  } finally {
    await context.close();
    server.close();
    await shop.close();
  }
});
