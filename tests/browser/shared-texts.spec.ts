import type { Page } from '@playwright/test';
import { SHARED_TEXTS } from '#tests/support/shared-texts.ts';
import {
  ADMIN,
  completeOrder,
  expect,
  fillInAddress,
  newReference,
  putIntoCart,
  signIn,
  signUp,
  testWithRouter as test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Posts as the system's share sheet does, from a page of the shop. */
async function share(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/admin/payments/shared' });
    const field = document.createElement('input');
    Object.assign(field, { name: 'text', value: text });
    form.append(field);
    document.body.append(form);
    form.submit();
  }, text);
  await expect(page.getByLabel('Paste rows from your statement')).toHaveValue(text);
}

test('ten shared texts are read, and three are not payments', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/payments');
  const summary = page.getByRole('region', { name: 'Bank statement' }).getByRole('status');
  for (const { text, amount } of SHARED_TEXTS) {
    await share(page, text);
    await expect(summary).toHaveText(amount === null ? '0 lines read automatically' : '1 line read automatically');
    expect(new URL(page.url()).search).toBe('');
  }
});

test('a shared payment shows its match, and a second tap confirms it', async ({ page, baseURL }) => {
  const reference = newReference();
  const name = `Ila ${crypto.randomUUID().slice(0, 8)}`;
  await signUp(page, baseURL!, name);
  await putIntoCart(page, baseURL!, 'Rose Petal Soap');
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(reference);
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await page.context().clearCookies();
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/payments');
  const row = page.getByRole('region', { name: 'To confirm' }).getByRole('listitem').filter({ hasText: name });
  const [, amount = ''] = /₹([\d,]+)/.exec(await row.innerText()) ?? [];
  await share(page, `Rs.${amount}.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No ${reference}`);
  await expect(row).toContainText('Reference and amount agree');
  await row.getByRole('button', { name: /^Match: order/ }).click();
  await expect(page.getByText(`₹${amount} from ${name} received`)).toBeVisible();
  await expect(row).toContainText('Payment confirmed');
});
