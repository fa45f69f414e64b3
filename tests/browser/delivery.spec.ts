import { setTimeout } from 'node:timers/promises';
import type { Browser, Page, Request } from '@playwright/test';
import { rupees } from '#app/basics/money.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS, type Settings } from '#app/modules/store/settings/settings.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { serveOwnShop } from './own-shop.ts';
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
  newPhone,
} from './shopping.ts';

// These tests replace their shop’s database in turn, so they run in one process.
test.describe.configure({ mode: 'default' });

const delivery = '#delivery';

test('remembers a PIN code for the next artwork and the cart', async ({ page, baseURL }) => {
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

async function checkOutByZone(
  browser: Browser,
  checkOut: (page: Page) => Promise<void>,
  { settings, zipCode = '263601' }: { settings?: Partial<Settings>; zipCode?: string } = {},
): Promise<void> {
  // Charges by zone would change the totals of other tests.
  const { shop, baseURL, close } = await serveOwnShop();
  const context = await browser.newContext({ baseURL });
  try {
    await updateSettings(shop.systemContext(), { shippingMode: 'zones', unservedPinPrefixes: ['19'], ...settings });
    const bowl = await insertArtwork(shop.database, { title: 'Clay Bowl', price: rupees(300), stockCount: 9 });
    const page = await context.newPage();
    const email = await signUp(page, baseURL);
    const post = async (address: string, form: Record<string, string>) =>
      page.request.post(address, { form, headers: ownPost(baseURL), maxRedirects: 0 });
    const address = { name: 'Ila Pant', phone: newPhone(), street: '14 Mall Road', city: 'Almora' };
    await post('/profile?index', {
      ...address,
      email,
      state: 'Uttarakhand',
      zipCode,
      currentPassword: PASSWORD,
    });
    await post('/visitor-state', { intent: 'add', artworkId: bowl.id, quantity: '1' });
    await answerCookieBanner(page, baseURL);
    await page.goto('/checkout');
    await checkOut(page);
  } finally {
    await context.close();
    await close();
  }
}

test('the summary follows the typed PIN code by zone', async ({ browser }) => {
  test.slow();
  const checkOut = async (page: Page) => {
    const summary = page.getByRole('complementary', { name: 'Order summary' });
    const line = page.getByRole('status').filter({ hasText: /^Arrives/ });
    await page.getByLabel('Payment reference ID').fill(newReference());
    await expect(page.getByText("We don't deliver to 190001 yet")).toBeVisible();
    await expect(page.getByRole('img', { name: /^UPI QR code/ })).toHaveCount(0);

    await page.route('**/checkout.data*', async (route) => {
      if (route.request().method() === 'POST') await setTimeout(500);
      await route.continue();
    });
    const pin = page.getByLabel('PIN Code');
    await completeOrder(page).click();
    await pin.fill('790001');
    await expect(page.getByRole('alert').getByRole('link', { name: "We don't deliver to 190001 yet" })).toBeVisible();
    await expect(page.getByLabel('Street')).toHaveValue('14 Mall Road');
    await expect(pin).toHaveValue('790001');
    await page.unrouteAll({ behavior: 'wait' });

    await pin.fill('263601');
    await expect(line).toContainText('Delivery to Almora 263601: ₹150.');
    await expect(summary).toContainText('₹450');
    await pin.fill('790001');
    await expect(line).toContainText('790001: ₹200, free above ₹3,000.');
    await expect(summary).toContainText('₹500');
    await page.getByRole('heading', { name: 'Pay by UPI' }).scrollIntoViewIfNeeded();
    await page.getByLabel('Payment reference ID').scrollIntoViewIfNeeded();
    await expect(page.getByRole('img', { name: 'UPI QR code for ₹500' })).toBeVisible();
    await completeOrder(page).click();
    await page.waitForURL(/\/profile\/orders\?placed=/);
    await expect(page.getByRole('article', { name: /^Order BV-/ })).toContainText('₹500');
  };
  await checkOutByZone(browser, checkOut, { zipCode: '190001' });
});

test('a PIN code and payment method changed together both count', async ({ browser }) => {
  test.slow();
  const cash: Partial<Settings> = {
    paymentMethods: ['manual', 'cod'],
    cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, charge: rupees(50) },
  };
  await checkOutByZone(
    browser,
    async (page) => {
      const summary = page.getByRole('complementary', { name: 'Order summary' });
      const pin = page.getByLabel('PIN Code');
      const choose = (name: string) => page.getByRole('radio', { name }).check();
      let quoting = Promise.withResolvers<void>();
      await page.route('**/checkout.data*', async (route) => {
        if (route.request().method() === 'GET') await quoting.promise;
        await route.continue().catch(() => {});
      });
      const asking = (what: string) => page.waitForRequest((request) => request.url().includes(what));

      const pinAsked = asking('pin=790001');
      await pin.fill('790001');
      await pinAsked;
      await choose('Cash on delivery');
      quoting.resolve();
      await expect(summary).toContainText('₹550');

      quoting = Promise.withResolvers<void>();
      const choiceAsked = asking('payBy=upi');
      await choose('Pay by UPI');
      await choiceAsked;
      await pin.fill('263601');
      quoting.resolve();
      await expect(summary).toContainText('₹450');
      await expect(page.getByRole('radio', { name: 'Pay by UPI' })).toBeChecked();

      quoting = Promise.withResolvers<void>();
      const otherAsked = asking('pin=790001');
      await pin.fill('790001');
      await otherAsked;
      await pin.fill('263601');
      quoting.resolve();
      await page.waitForURL((url) => url.searchParams.get('pin') === '263601');
      await expect(summary).toContainText('₹450');
    },
    { settings: cash },
  );
});

test('the payment window stays while an earlier QR answer arrives', async ({ browser }) => {
  test.slow();
  await checkOutByZone(browser, async (page) => {
    const drawing = Promise.withResolvers<void>();
    const placed = Promise.withResolvers<void>();
    const sending = Promise.withResolvers<void>();
    const isOrder = (request: Request) => request.postData()?.includes('online=yes') ?? false;
    const isQr = (request: Request) => request.postData()?.includes('show-qr') ?? false;
    await page.getByLabel('PIN Code').fill('790001');
    await page.waitForURL(/pin=790001/);
    await page.route('**/checkout.data*', async (route) => {
      const request = route.request();
      if (!isOrder(request) && !isQr(request)) return route.continue();
      const response = await route.fetch();
      if (isOrder(request)) placed.resolve();
      await (isOrder(request) ? sending : drawing).promise;
      await route.fulfill({ response });
    });
    const asked = page.waitForRequest(isQr);
    await page.getByLabel('Payment reference ID').scrollIntoViewIfNeeded();
    await asked;
    await page.getByRole('button', { name: 'Pay online' }).click();
    const paying = page.getByRole('dialog', { name: 'UPI Payment' });
    await paying.getByRole('radio', { name: 'Scan a QR code' }).check();
    await paying.getByRole('button', { name: /^Pay ₹/ }).click();
    await placed.promise;
    const read: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/checkout.data')) read.push(request.url());
    });
    drawing.resolve();
    await expect(page.getByRole('main').locator('.upi-address')).toBeAttached();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(read).toEqual([]);
    await expect(paying).toBeVisible();
    sending.resolve();
    await expect(paying.getByRole('img', { name: 'UPI QR code for ₹500' })).toBeVisible();
  });
});

test('the payment window stays after a PIN code change just before', async ({ browser }) => {
  test.slow();
  await checkOutByZone(browser, async (page) => {
    const quoting = Promise.withResolvers<void>();
    const sending = Promise.withResolvers<void>();
    const isOrder = (request: Request) => request.postData()?.includes('online=yes') ?? false;
    await page.route('**/checkout.data*', async (route) => {
      if (isOrder(route.request())) await sending.promise;
      else if (route.request().method() === 'GET') await quoting.promise;
      await route.continue().catch(() => {});
    });
    const asked = page.waitForRequest((request) => request.url().includes('pin=790001'));
    await page.getByLabel('PIN Code').fill('790001');
    await asked;
    await page.getByRole('button', { name: 'Pay online' }).click();
    quoting.resolve();
    const paying = page.getByRole('dialog', { name: 'UPI Payment' });
    await expect(paying).toContainText('₹500');
    await paying.getByRole('radio', { name: 'Scan a QR code' }).check();
    const sent = page.waitForRequest(isOrder);
    await paying.getByRole('button', { name: /^Pay ₹/ }).click();
    await sent;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(paying).toBeVisible();
    sending.resolve();
    await expect(paying.getByRole('img', { name: 'UPI QR code for ₹500' })).toBeVisible();
  });
});
