import { expect } from '@playwright/test';
import { ADMIN, newReference, orderNumberIn, signIn, testWithRouter as test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });
test.describe.configure({ mode: 'default' });

test('a counter sale takes three taps, works offline, and is undone', async ({ page, baseURL, context }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/sale?q=soap');
  const today = page.getByRole('region', { name: 'Sold today' });
  const salesBy = async (means: string) =>
    Number(new RegExp(`${means}, (\\d+) sales?`).exec((await today.count()) ? await today.innerText() : '')?.[1] ?? 0);
  const before = { Cash: await salesBy('Cash'), UPI: await salesBy('UPI') };
  await page.getByRole('link', { name: /^Add Neem & Tulsi Soap/ }).click();
  await page.getByRole('button', { name: 'Cash taken' }).click();
  await expect(page.getByText(/^Sold for ₹180 in cash: BV-/)).toBeVisible();
  await expect.poll(() => salesBy('Cash')).toBe(before.Cash + 1);

  const tile = page.getByRole('link', { name: /^Add / }).first();
  const name = (await tile.innerText()).split('\n')[1]!;
  await tile.click();
  await expect(page.getByRole('list', { name: 'Picked pieces' })).toContainText(name);
  await page.getByRole('link', { name: 'UPI code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay by UPI' });
  await expect(dialog.getByRole('img', { name: /^UPI QR code for ₹/ })).toBeVisible();
  const orderNumber = await orderNumberIn(dialog);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: /^Paid, ₹/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: /^Paid, ₹/ }).click();
  await expect(page.getByText(`: ${orderNumber}.`)).toBeVisible();
  await expect.poll(() => salesBy('UPI')).toBe(before.UPI + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Sale undone.')).toBeVisible();
  await expect.poll(() => salesBy('UPI')).toBe(before.UPI);
});

test('Enter in a field or the code’s dialog records no payment', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/sale?q=soap');
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url());
  });
  await page.getByRole('link', { name: /^Add Neem & Tulsi Soap/ }).click();
  for (const label of [/^Name/, /^Phone/]) {
    await page.getByLabel(label).fill('9876543210');
    await page.getByLabel(label).press('Enter');
  }
  await page.getByRole('link', { name: 'UPI code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay by UPI' });
  const reference = newReference();
  await dialog.getByLabel(/^UTR/).fill(reference);
  await dialog.getByLabel(/^UTR/).press('Enter');
  await page.waitForLoadState('networkidle');
  await expect(dialog.getByRole('button', { name: /^Paid, ₹180/ })).toBeVisible();
  await expect(dialog.getByLabel(/^UTR/)).toHaveValue(reference);
  expect(posted).toEqual([]);
  await dialog.getByRole('button', { name: /^Paid, ₹180/ }).click();
  await expect(page.getByText(/^Sold for ₹180 by UPI: BV-/)).toBeVisible();
  expect(posted).toHaveLength(1);
});
