import { answerCookieBanner, expect, newEmail, PASSWORD, putIntoCart, signUpAndLeave, test } from './shopping.ts';
import type { Page } from '@playwright/test';

const SOAP = 'Rose Petal Soap';

test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(async ({ page, baseURL }) => answerCookieBanner(page, baseURL!));

async function createAccount(page: Page) {
  await page
    .getByRole('navigation', { name: 'Sign in or create an account' })
    .getByRole('link', { name: 'Create Account' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Create Account' });
  await dialog.getByLabel('Name', { exact: true }).fill('Ila Pant');
  await dialog.getByLabel('Email').fill(newEmail());
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Show' }).first().click();
  await expect(dialog.getByRole('textbox', { name: 'Confirm password' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
}

async function expectCheckout(page: Page) {
  await page.waitForURL(/\/checkout$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  await expect(page.getByText('Order summary, 1 item')).toBeVisible();
  await expect(page.getByText(SOAP).first()).toBeAttached();
}

test('signing in from a guest’s cart opens the checkout with its pieces', async ({ page, baseURL }) => {
  const email = await signUpAndLeave(page, baseURL!);
  await putIntoCart(page, baseURL!, SOAP);
  await page.goto('/cart');
  await expect(page.getByRole('button', { name: 'Login to Checkout' })).toBeDisabled();
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Welcome Back' });
  await dialog.getByLabel('Email or phone').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expectCheckout(page);
});

test('signing up after Buy now keeps what is typed, in every tab', async ({ page, context }) => {
  await page.goto('/gallery/skin-care');
  await page.getByRole('link', { name: SOAP }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await createAccount(page);
  await expectCheckout(page);
  await page.getByLabel('Street').fill('14 Mall Road');
  await page.reload();
  await expectCheckout(page);
  await expect(page.getByLabel('Street')).toHaveValue('14 Mall Road');
  const tab = await context.newPage();
  await tab.goto('/checkout');
  await expectCheckout(tab);
  await expect(page.getByLabel('Street')).toHaveValue('14 Mall Road');
});
