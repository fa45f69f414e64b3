import { expect, fillInAddress, newReference, ownPost, signUp, test } from './shopping.ts';

const LAST = '00000000-0000-4000-8000-000000000005';

test('a QR holds the last artwork; a second shopper is informed first', async ({ page, browser, baseURL }) => {
  const other = await (await browser.newContext()).newPage();
  for (const [each, name] of [
    [page, 'Ila Pant'],
    [other, 'Meera Joshi'],
  ] as const) {
    await signUp(each, baseURL!, name);
    const form = { intent: 'add', artworkId: LAST, quantity: '1' };
    const added = await each.request.post('/visitor-state', { form, headers: ownPost(baseURL!), maxRedirects: 0 });
    expect(added.status()).toBe(303);
  }

  await page.goto('/checkout');
  await expect(page.getByRole('button', { name: 'Show the QR' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^UPI QR code/ })).toHaveCount(0);
  await other.goto('/checkout');
  await page.getByRole('button', { name: 'Show the QR' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: /^UPI QR code/ })).toBeVisible();
  const until = page.getByText(/^Held for you until/).locator('b');
  const shown = await until.textContent();
  const tab = await page.context().newPage();
  await tab.goto('/checkout');
  await expect(tab.getByRole('img', { name: /^UPI QR code/ })).toBeVisible();
  await expect(tab.getByText(/^Held for you until/).locator('b')).toHaveText(shown!);

  await tab.goto('/artwork/5');
  await expect(tab.getByText('Held for you.')).toBeVisible();
  await expect(tab.getByText('Someone is buying this')).toHaveCount(0);
  await tab.getByRole('main').getByRole('link', { name: 'Go to checkout' }).first().click();
  await expect(tab.getByText(/^Held for you until/)).toBeVisible();

  await other.getByText('When we show the QR code, we hold your pieces').scrollIntoViewIfNeeded();
  await expect(other.getByRole('alert').filter({ hasText: 'Someone else is buying' })).toBeVisible();
  await expect(other.getByRole('img', { name: /^UPI QR code/ })).toHaveCount(0);
  await other.goto('/cart');
  await expect(other.getByText('Someone else is buying this')).toBeVisible();
  await other.goto('/artwork/5');
  await other.setViewportSize({ width: 390, height: 844 });
  await other.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(other.locator('.dock').getByText('Someone is buying this')).toBeVisible();
  await other.getByRole('button', { name: 'Email me if it’s available' }).click();
  await expect(other.getByText('We’ll email you once it’s available.')).toBeVisible();

  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(newReference());
  await page.getByRole('main').getByRole('button', { name: 'Complete Order' }).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await other.context().close();
});
