import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  ADMIN,
  answerCookieBanner,
  completeOrder,
  expect,
  fillInAddress,
  listenForTrouble,
  newReference,
  putIntoCart,
  signUp,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

const PIECE = { id: '00000000-0000-4000-8000-000000000012', title: 'Rose Petal Soap' } as const;

/** Somebody else, with a browser of their own. */
async function another(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } });
  await answerCookieBanner(page, baseURL);
  return page;
}

/** Buys a soap through the checkout; answers the payment reference that was given. */
async function buys(page: Page, baseURL: string): Promise<string> {
  const reference = newReference();
  await putIntoCart(page, baseURL, PIECE.title, 2);
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(reference);
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  return reference;
}

/** Asks for a piece that is out of stock. */
async function asksFor(page: Page, message: string): Promise<void> {
  await page.goto('/gallery/handcraft');
  await page.getByRole('link', { name: /^Request this piece\W+Papier-mâché Keepsake Box$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Request this piece' });
  await dialog.getByLabel('Phone').fill('98765 43210');
  await dialog.getByLabel('Message').fill(message);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('Thank you for your order request!')).toBeVisible();
}

async function writes(page: Page, subject: string): Promise<void> {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Message').fill('Do you paint on silk too?');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thank you for writing.')).toBeVisible();
}

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1300, height: 1600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

test('a day of the owner on a phone, from the first look to what was sent', async ({ page, browser, baseURL }) => {
  test.setTimeout(180_000);
  const sign = crypto.randomUUID().slice(0, 8);
  const name = `Ila ${sign}`;
  const tab = (label: RegExp) => page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: label });
  const sheet = page.getByRole('dialog');
  const lookFor = async (words: string) => {
    await page.getByRole('main').getByRole('searchbox').first().fill(words);
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=/);
  };
  const openFirst = async (label: RegExp) => {
    await page.getByRole('main').getByRole('link', { name: label }).filter({ visible: true }).first().click();
    await expect(sheet).toBeVisible();
  };

  const customer = await another(browser, baseURL!);
  const troubles = listenForTrouble(customer.context());
  const email = await signUp(customer, baseURL!, name);
  const reference = await buys(customer, baseURL!);
  const card = customer.getByRole('article', { name: /^Order #/ });
  const shortId = /#(\w+)/.exec(await card.getByRole('heading').first().innerText())![1]!;
  const total = /₹[\d,]+/.exec(await card.getByText(/^Total/).locator('..').innerText())![0];
  await asksFor(customer, `Blue, please ${sign}`);
  await asksFor(customer, `Red, please ${sign}`);
  await writes(customer, `Silk ${sign}`);

  await test.step('signing in, and what waits', async () => {
    await answerCookieBanner(page, baseURL!);
    await page.goto('/login?returnTo=%2Fadmin');
    await sheet.getByLabel('Email').fill(ADMIN.email);
    await sheet.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await sheet.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    const waits = page.getByRole('list', { name: 'What waits' });
    await expect(waits).toContainText(/payments? waits? to be matched with the bank/);
    await expect(waits).toContainText(/orders? waits? to be packed/);
    await expect(tab(/^Contact/)).toHaveAccessibleName(/^Contact\s*\d+ waiting$/);
  });

  await test.step('the bank’s statement says that a payment came', async () => {
    await tab(/^Payments/).click();
    const row = page.getByRole('region', { name: 'To match' }).getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('No line with this reference.');
    await page
      .getByLabel('Paste rows from your statement')
      .fill(`21-11-2026 UPI/CR/${reference}/${name.toUpperCase()} ${total.replace(/[₹,]/g, '')}.00`);
    await expect(row).toContainText('Reference and amount agree');
    await row.getByRole('button', { name: `Match: order ${shortId}` }).click();
    await expect(page.getByText('1 matched.')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  await test.step('the order is packed, labelled and sent', async () => {
    await tab(/^Orders$/).click();
    await lookFor(name);
    await openFirst(new RegExp(shortId));
    await expect(sheet).toContainText(name);
    await sheet.getByRole('link', { name: 'Packing slip' }).click();
    await expect(page.getByText(PIECE.title)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await sheet.getByRole('link', { name: 'Print the address label' }).click();
    await expect(page.getByText('14 Mall Road')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the order' }).click();

    await sheet.getByLabel('Status').selectOption('Shipped');
    await expect(sheet.getByText('Saved: Shipped.')).toBeVisible();
    await sheet.getByLabel('Carrier').fill('India Post');
    await sheet.getByLabel('Tracking number').fill(`EE${sign}IN`);
    await sheet.getByRole('button', { name: 'Save carrier' }).click();
    await expect(sheet.getByText('Noted. The customer sees it on the tracking page.')).toBeVisible();
  });

  await test.step('a question is answered', async () => {
    await page.goto('/admin/contact');
    await expect(tab(/^Contact/)).toBeInViewport({ ratio: 1 });
    await lookFor(sign);
    await openFirst(/./);
    await sheet.getByLabel('Message').fill('Yes, on tussar.');
    await sheet.getByRole('button', { name: 'Send reply' }).click();
    await expect(sheet.getByText('Reply sent.')).toBeVisible();
    await sheet.getByRole('link', { name: 'Close' }).click();
  });

  await test.step('of two requests one is accepted, the other rejected', async () => {
    await tab(/^Order Requests/).click();
    await lookFor(`Blue, please ${sign}`);
    await openFirst(/Keepsake Box/);
    await sheet.getByLabel('Price of one piece in rupees').fill('1800');
    await sheet.getByRole('button', { name: 'Accept' }).click();
    await expect(sheet.getByText('Order accepted and created successfully!')).toBeVisible();
    await sheet.getByRole('link', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
    await lookFor(`Red, please ${sign}`);
    await openFirst(/Keepsake Box/);
    await sheet.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText(/reject/i).first()).toBeVisible();
  });
  await customer.close();
  expect(troubles).toEqual([]);
  expect(email).toContain('@');
});
