import type { Page } from '@playwright/test';
import { ADMIN, answerCookieBanner, expect, signIn, signUp, test } from './shopping.ts';

async function expectHomeWith404(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path);
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Painted by hand, for one person.');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(
    page.getByRole('status').getByText('We couldn’t find that page. Here’s our shop instead.'),
  ).toBeVisible();
  await expect(page).toHaveURL(path);
  await expect(page.getByText('Admin Dashboard')).toHaveCount(0);
}

test('an unknown path shows home, as not found, and says so', async ({ page }) => {
  await expectHomeWith404(page, '/a/path/that/is/nowhere');
});

test('the admin exists for the owner only', async ({ page, baseURL }) => {
  for (const path of ['/admin', '/admin/orders']) await expectHomeWith404(page, path);
  await signUp(page, baseURL!);
  for (const path of ['/admin', '/admin/orders', '/admin/messages']) await expectHomeWith404(page, path);
  await page.context().clearCookies();
  await signIn(page, baseURL!, ADMIN);
  expect((await page.goto('/admin'))!.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
});

test('the home page of an unknown path leads to other pages', async ({ page }) => {
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'See our services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
});

test('an owner who signs in at an admin address sees that page', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/admin/orders');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(ADMIN.email);
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
});
