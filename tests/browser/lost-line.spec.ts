import { expect, type Page } from '@playwright/test';
import { ADMIN, CUSTOMER, signIn, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

const cutLine = (page: Page) =>
  page.route(/\.data/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));

test('an unsaved admin change is reported where it was made', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  const sheet = page.getByRole('dialog');

  await page.goto('/admin/orders?q=Meera&status=processing');
  await page.getByRole('link', { name: /^BV-/ }).filter({ visible: true }).first().click();
  const notes = sheet.getByRole('heading', { name: 'Notes' });
  await expect(notes).toBeVisible();
  // If another test wrote a note, the notes are already open.
  if (!(await sheet.getByLabel('New note').isVisible())) await notes.click();
  await sheet.getByLabel('New note').fill('Half a note');
  await cutLine(page);
  await sheet.getByLabel('Status').selectOption('Shipped');
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
  const request = page.getByRole('main');
  await expect(request.getByRole('heading', { name: 'Accept' })).toBeVisible();
  await cutLine(page);
  await request.getByText('Quantity, price and address').click();
  await request.getByLabel('Price of one piece in rupees').fill('1250');
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect(request.getByRole('alert')).toContainText('Error accepting order request.');
  await expect(request.getByLabel('Price of one piece in rupees')).toHaveValue('1250');
  await page.reload();
  await request.getByLabel('More actions').click();
  await request.getByRole('link', { name: 'Reject request' }).click();
  await request.getByRole('button', { name: 'Reject' }).click();
  await expect(request.getByRole('alert')).toHaveText('Error rejecting order request.');
  await page.unroute(/\.data/);
});

test('a form from before an update asks for a reload and keeps its text', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/orders?q=Meera&status=processing');
  await page.getByRole('link', { name: /^BV-/ }).filter({ visible: true }).first().click();
  const sheet = page.getByRole('dialog');
  const notes = sheet.getByRole('heading', { name: 'Notes' });
  await expect(notes).toBeVisible();
  if (!(await sheet.getByLabel('New note').isVisible())) await notes.click();
  await sheet.getByLabel('New note').fill('Half a note');
  // The server does not know the page's intent, as after an update.
  await page.route(/\.data/, (route) =>
    route.continue({ postData: route.request().postData()?.replace('intent=note', 'intent=former-name') }),
  );
  await sheet.getByRole('button', { name: 'Add note' }).click();
  await expect(sheet.getByRole('alert')).toContainText('reload the page');
  await expect(sheet.getByLabel('New note')).toHaveValue('Half a note');
});

test('admin buttons, dialogs and forms report a lost connection', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  const sheet = page.getByRole('dialog');
  const shown = (role: 'link' | 'button', name: string | RegExp) =>
    page.getByRole(role, { name }).filter({ visible: true }).first();
  await cutLine(page);

  await page.goto('/admin/orders?q=Meera&status=processing');
  await shown('link', /^BV-/).click();
  await sheet.getByRole('link', { name: 'Delete' }).click();
  // Another test may have written a note, which has its own Delete.
  await sheet.getByRole('button', { name: 'Delete order' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('Failed to delete order.');
  await expect(sheet.getByRole('button', { name: 'Delete order' })).toBeVisible();

  await page.goto('/admin/coupons');
  await shown('button', /^(Deactivate|Activate) /).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to update coupon status');
  await page.getByRole('link', { name: 'Add Coupon' }).click();
  await sheet.getByLabel('Code').fill('MONSOON12');
  await sheet.getByLabel('Discount Percentage').fill('12');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Nothing was changed');
  await expect(sheet.getByLabel('Code')).toHaveValue('MONSOON12');
  await expect(sheet.getByLabel('Discount Percentage')).toHaveValue('12');

  await page.goto('/admin/users?q=customer');
  await shown('link', 'Asha Rawat').click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was changed');
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible();

  await page.goto('/admin/artworks?q=Soap');
  await page
    .getByRole('checkbox', { name: /Rose Petal Soap/ })
    .filter({ visible: true })
    .check();
  await page.getByRole('button', { name: 'Feature', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was changed');
  await expect(page).toHaveURL(/\/admin\/artworks\?q=Soap$/);
  await expect(page.getByRole('checkbox', { name: /Rose Petal Soap/ }).filter({ visible: true })).toBeChecked();
});

test('a customer’s input stays when the connection is lost, with a notice', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, CUSTOMER);
  const lost = page.getByRole('alert').filter({ hasText: 'Nothing was changed' });
  await cutLine(page);

  await page.goto('/profile/security/email');
  await page.getByLabel('New email').fill('asha.new@example.in');
  await page.getByLabel('Current password').fill('aipan-customer');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(lost).toBeVisible();
  await expect(page.getByLabel('New email')).toHaveValue('asha.new@example.in');

  await page.goto('/profile/security/two-step');
  await page.getByLabel('Current password').fill('aipan-customer');
  await page.unroute(/\.data/);
  await page.getByRole('button', { name: 'Continue' }).click();
  const qr = page.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(qr).toBeVisible();
  await cutLine(page);
  await page.getByRole('textbox', { name: 'Code' }).fill('123456');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(lost).toBeVisible();
  await expect(qr).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('123456');

  await page.goto('/profile/addresses/new');
  await page.getByLabel('Address name').fill('Parents');
  await page.getByLabel('Street').fill('12 Lower Mall Road');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(lost).toBeVisible();
  await expect(page.getByLabel('Address name')).toHaveValue('Parents');
  await expect(page.getByLabel('Street')).toHaveValue('12 Lower Mall Road');

  await page.goto('/profile/security');
  await page.getByLabel('Current password').fill('aipan-customer');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(lost).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('aipan-customer');
});

test('an import preview stays when the connection is lost', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/artworks/import');
  await page.getByRole('textbox').last().fill('id,title,price\n,No picture,5');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByText('1 refused')).toBeVisible();
  await cutLine(page);
  await page.getByRole('textbox').last().fill('id,title,price\n,Another,6');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was changed');
  await expect(page.getByText('1 refused')).toBeVisible();
});
