import { devices, type Page } from '@playwright/test';
import {
  ADMIN,
  answerCookieBanner,
  expect,
  fillInAddress,
  newReference,
  putIntoCart,
  signIn,
  signUp,
  test,
} from './shopping.ts';

const inWindow = (page: Page) => page.getByRole('dialog', { name: 'UPI Payment' });
const heading = (page: Page, name: string) => inWindow(page).getByRole('heading', { name });
const orderCard = (page: Page) => page.getByRole('article', { name: /^Order BV-/ });

async function openWindow(page: Page, baseURL: string): Promise<void> {
  await signUp(page, baseURL);
  await putIntoCart(page, baseURL, 'Rose Petal Soap', 2);
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByRole('button', { name: /^Pay (online|₹)/ }).click();
  await expect(inWindow(page)).toBeVisible();
}

async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await inWindow(page).evaluate((dialog) => {
    const headings: string[] = [];
    Object.assign(window, { headings });
    const record = () => {
      const heading = dialog.querySelector('h3')?.textContent ?? '';
      if (heading !== headings.at(-1)) headings.push(heading);
    };
    record();
    new MutationObserver(record).observe(dialog, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { headings: string[] }).headings);
}

test('PhonePe: declined, cancelled, reloaded, then paid, with one order', async ({ page, baseURL }) => {
  await openWindow(page, baseURL!);
  const pay = inWindow(page).getByRole('button', { name: /^Pay ₹/ });
  await inWindow(page).getByRole('radio', { name: 'PhonePe' }).check();
  await expect(pay).toBeDisabled();
  await expect(inWindow(page)).toContainText('Enter your UPI ID to pay with PhonePe.');
  await inWindow(page).getByLabel('Your UPI ID').fill('ila@upi');
  const headings = await recordHeadings(page);
  await pay.dblclick();
  await expect(heading(page, 'Waiting for your bank')).toBeFocused();
  await expect(inWindow(page).getByRole('button', { name: 'Decline' })).toBeVisible();
  expect(await headings()).toEqual(['Choose a payment method', 'Opening PhonePe', 'Waiting for your bank']);
  await page.keyboard.press('Escape');
  await expect(inWindow(page)).toBeVisible();

  await inWindow(page).getByRole('button', { name: 'Decline' }).click();
  await expect(heading(page, 'Payment failed')).toBeFocused();
  await expect(inWindow(page).getByRole('alert')).toContainText('No money has left your account.');
  await inWindow(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(inWindow(page).getByRole('radio', { name: 'PhonePe' })).toBeChecked();

  // The second click of this double click is on the next step’s button.
  await pay.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(heading(page, 'Waiting for your bank')).toBeFocused();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(heading(page, 'Waiting for your bank')).toBeFocused();
  await inWindow(page).getByRole('button', { name: 'Cancel payment' }).click();
  await expect(heading(page, 'Payment cancelled by user')).toBeVisible();
  await inWindow(page).getByRole('button', { name: 'Try Again' }).click();
  await pay.click();
  await expect(heading(page, 'Waiting for your bank')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Waiting for your bank')).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('main')).toContainText('is waiting for payment');
  await expect(page.getByRole('main')).toContainText('14 Mall Road');
  await page.getByRole('link', { name: 'Pay online' }).click();
  await inWindow(page).getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(heading(page, 'Order placed successfully!')).toBeVisible();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await expect(orderCard(page)).toHaveCount(1);
  await expect(orderCard(page)).toContainText('Processing');
});

test('confirms a scanned UPI payment after losing the connection', async ({ page, baseURL, context }) => {
  await openWindow(page, baseURL!);
  await inWindow(page).getByRole('radio', { name: 'Scan a QR code' }).check();
  await inWindow(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await expect(inWindow(page).getByRole('img', { name: /^UPI QR code for ₹/ })).toBeVisible();
  await inWindow(page).getByRole('button', { name: 'Back to payment methods' }).click();
  await expect(inWindow(page).getByRole('radio', { name: 'Scan a QR code' })).toBeChecked();
  await inWindow(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await inWindow(page).getByRole('button', { name: 'I have completed the payment' }).click();
  const reference = inWindow(page).getByLabel('Payment reference ID');
  await reference.fill(newReference());
  await context.setOffline(true);
  await inWindow(page).getByRole('button', { name: 'Complete Order' }).click();
  await expect(inWindow(page)).toContainText('Failed to create order. Please try again.');
  await context.setOffline(false);
  await inWindow(page).getByRole('button', { name: 'Complete Order' }).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await expect(orderCard(page)).toHaveCount(1);
  await expect(page.getByText('Order placed successfully!')).toBeVisible();
});

test('an unreachable gateway says so, and a retry works', async ({ page, baseURL }) => {
  await openWindow(page, baseURL!);
  const address = /\/checkout\/payment\//;
  await page.route(address, (route) =>
    route.request().postData()?.includes('intent=attempts') ? route.abort() : route.fallback(),
  );
  await inWindow(page).getByRole('radio', { name: 'Paytm' }).check();
  await inWindow(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await expect(heading(page, 'Failed to load payment gateway')).toBeVisible();
  await page.unroute(address);
  await inWindow(page).getByRole('button', { name: 'Try Again' }).click();
  await inWindow(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await expect(heading(page, 'Waiting for your bank')).toBeVisible();
});

/** Only a merchant’s UPI address may open in an app. */
async function setMerchant(page: Page, isMerchant: boolean): Promise<void> {
  await page.goto('/admin/settings/getting-paid');
  await page.getByLabel('This is a merchant’s address').setChecked(isMerchant);
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.waitForURL(/saved=1/);
}

/** Cash only for the Andamans does not affect other tests’ checkouts. */
async function setCash(page: Page, isOn: boolean): Promise<void> {
  await page.goto('/admin/settings/getting-paid');
  await page.getByRole('checkbox', { name: 'Cash on delivery', exact: true }).check();
  await page.getByLabel('Cash on delivery charge').fill(isOn ? '50' : '0');
  await page.getByLabel('Cash on delivery to these PIN codes').fill(isOn ? '7441' : '');
  await page.getByRole('checkbox', { name: 'Cash on delivery', exact: true }).setChecked(isOn);
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.waitForURL(/saved=1/);
}

test.describe('with other settings for a while', () => {
  // Both tests save the same form, so they run one after the other.
  test.describe.configure({ mode: 'default' });

  test('cash on delivery is chosen, summarised and ordered where available', async ({ page, browser, baseURL }) => {
    await signIn(page, baseURL!, ADMIN);
    await setCash(page, true);
    const context = await browser.newContext({ baseURL });
    try {
      const shopper = await context.newPage();
      await signUp(shopper, baseURL!);
      await answerCookieBanner(shopper, baseURL!);
      await putIntoCart(shopper, baseURL!, 'Rose Petal Soap');
      await shopper.goto('/checkout');
      await fillInAddress(shopper);
      await expect(shopper.getByText('Cash on delivery is not available for')).toBeVisible();
      await shopper.getByLabel('Payment reference ID').fill('4321');
      await shopper.getByLabel('PIN code').fill('744101');
      await shopper.getByRole('radio', { name: 'Cash on delivery' }).check();
      const main = shopper.getByRole('main');
      await expect(main.getByText('in cash on delivery')).toBeVisible();
      await expect(shopper.getByRole('complementary').getByText('Cash on delivery charge')).toBeVisible();
      await expect(shopper.getByLabel('Payment reference ID')).toBeHidden();
      await shopper.getByRole('radio', { name: 'Pay by UPI' }).check();
      await expect(shopper.getByLabel('Payment reference ID')).toHaveValue('4321');
      await shopper.getByRole('radio', { name: 'Cash on delivery' }).check();
      await expect(main.getByText('in cash on delivery')).toBeVisible();
      await main.getByRole('button', { name: 'Complete Order' }).click();
      await expect(shopper.getByText('in cash ready when it comes')).toBeVisible();
    } finally {
      await context.close();
      await setCash(page, false);
    }
  });

  test('an unhandled UPI link on a phone offers other methods', async ({ page, browser, baseURL }) => {
    await signIn(page, baseURL!, ADMIN);
    await setMerchant(page, true);
    const phone = await browser.newContext({
      baseURL,
      ...devices['Pixel 7'],
    });
    try {
      const shopper = await phone.newPage();
      await openWindow(shopper, baseURL!);
      await inWindow(shopper).getByRole('radio', { name: 'UPI app on this phone' }).check();
      await inWindow(shopper)
        .getByRole('button', { name: /^Pay ₹/ })
        .tap();
      await expect(heading(shopper, 'Failed to open UPI app')).toBeFocused();
      // A tap would wait for a navigation that never ends.
      await inWindow(shopper).getByRole('button', { name: 'Try Again' }).dispatchEvent('click');
      await expect(inWindow(shopper).getByRole('radio', { name: 'Scan a QR code' })).toBeVisible();
    } finally {
      await phone.close();
      await setMerchant(page, false);
    }
  });
});
