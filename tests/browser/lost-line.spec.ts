import { expect } from '@playwright/test';
import { ADMIN, signIn, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('what can’t be saved at the desk is said where it was tried, and what was typed stays', async ({
  page,
  baseURL,
}) => {
  await signIn(page, baseURL!, ADMIN);
  const sheet = page.getByRole('dialog');
  const cutLine = () =>
    page.route(/\.data/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));

  await page.goto('/admin/orders?q=Meera&status=processing');
  await page.getByRole('link', { name: /^BV-/ }).filter({ visible: true }).first().click();
  await sheet.getByLabel('New note').fill('Half a note');
  await cutLine();
  await sheet.getByLabel('Status').selectOption('Cancelled');
  await expect(sheet.getByRole('alert')).toContainText('Nothing was changed');
  await expect(sheet.getByLabel('Status')).toHaveValue('processing');
  await expect(sheet.getByLabel('New note')).toHaveValue('Half a note');
  await sheet.getByRole('button', { name: 'Add note' }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: 'Nothing was changed' })).toHaveCount(2);
  await expect(sheet.getByLabel('New note')).toHaveValue('Half a note');
  await page.unroute(/\.data/);
  await sheet.getByRole('button', { name: 'Add note' }).click();
  await expect(sheet.getByText('Note added.')).toBeInViewport();

  await page.goto('/admin/requests');
  await page
    .getByRole('link', { name: /Keepsake Box/ })
    .filter({ visible: true })
    .first()
    .click();
  await cutLine();
  await expect(sheet.getByRole('link', { name: 'Accept' })).toBeInViewport();
  await sheet.getByRole('button', { name: 'Reject' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('Error rejecting order request.');
  await page.unroute(/\.data/);
});
