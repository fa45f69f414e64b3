import { expect, test } from '@playwright/test';
import { ADMIN, orderNumberIn, signIn } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a sale at a fair takes three taps on a phone, shows its code, keeps its pieces without a network and is undone', async ({
  page,
  baseURL,
  context,
}) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/sale?q=soap');
  const today = page.getByRole('region', { name: 'Sold today' });
  await page.getByRole('link', { name: /^Add Neem & Tulsi Soap/ }).click();
  await page.getByRole('button', { name: 'Cash taken' }).click();
  await expect(page.getByText(/^Sold for ₹180 in cash: BV-/)).toBeVisible();
  await expect(today).toContainText('Cash, 1 sale');

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
  await expect(today).toContainText('UPI, 1 sale');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Sale undone.')).toBeVisible();
  await expect(today).toContainText('UPI, 0 sales');
});

test('Enter in a field of the sale takes no money, nor in the dialog of its code', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/sale?q=soap');
  const sales = page.getByRole('list', { name: 'Sales of today' }).getByRole('listitem');
  const before = await sales.count();
  await page.getByRole('link', { name: /^Add Neem & Tulsi Soap/ }).click();
  for (const label of [/^Name/, /^Phone/]) {
    await page.getByLabel(label).fill('9876543210');
    await page.getByLabel(label).press('Enter');
  }
  await page.getByRole('link', { name: 'UPI code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay by UPI' });
  await dialog.getByLabel(/^UTR/).fill('412345678901');
  await dialog.getByLabel(/^UTR/).press('Enter');
  // What Enter had sent would have come before this answer.
  await page.waitForLoadState('networkidle');
  await expect(dialog.getByRole('button', { name: /^Paid, ₹180/ })).toBeVisible();
  await expect(dialog.getByLabel(/^UTR/)).toHaveValue('412345678901');
  await dialog.getByRole('button', { name: /^Paid, ₹180/ }).click();
  await expect(page.getByText(/^Sold for ₹180 by UPI: BV-/)).toBeVisible();
  await expect(sales).toHaveCount(before + 1);
});
