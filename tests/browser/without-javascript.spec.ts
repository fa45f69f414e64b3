import type { Page } from '@playwright/test';
import {
  cartLink,
  completeOrder,
  expect,
  fillInAddress,
  newEmail,
  newReference,
  PASSWORD,
  putIntoCart,
  signUp,
  test,
  newPhone,
} from './shopping.ts';

test.use({ javaScriptEnabled: false });

async function expectFlash(page: Page, shown: string): Promise<void> {
  const notice = page.locator('noscript .toast').first();
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText(shown, { useInnerText: true });
}

test('home, gallery and artwork: browse, filter, sort, show more and read', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Featured artworks' }).getByRole('article')).toHaveCount(6);
  await page.getByRole('link', { name: 'View Complete Collection' }).first().click();
  await expect(page.getByText(/^1[4-9] artworks found$/)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(page.getByRole('article').nth(13)).toBeVisible();

  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByRole('group', { name: 'Medium' }).getByLabel('Skin care').check();
  await filters.getByLabel('Highest price in rupees').fill('430');
  await page.getByLabel('Sort by').selectOption('Price high to low');
  await filters.getByRole('button', { name: /^Show \d+ artworks$/ }).click();
  await expect(page.getByText('3 artworks found')).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    'Amla Shampoo',
    'Rose Petal Soap',
    'Neem & Tulsi Soap',
  ]);
  await page.getByRole('link', { name: /Up to ₹430/ }).click();
  await expect(page.getByText('4 artworks found')).toBeVisible();

  await page.getByRole('link', { name: 'Reetha Herbal Shampoo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reetha Herbal Shampoo');
  await page.getByRole('link', { name: 'Picture 2 of 2' }).click();
  await expect(page).toHaveURL(/#picture-2$/);
  await page.getByText('Authenticity', { exact: true }).click();
  await expect(page.getByText('in small batches')).toBeVisible();
});

test('a guest changes the cart, signs in and keeps it', async ({ page }) => {
  const email = newEmail();
  await page.goto('/gallery/skin-care');
  await page.getByRole('link', { name: 'Amla Shampoo' }).click();
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expectFlash(page, 'Added Amla Shampoo to your cart');
  await cartLink(page, 3).click();
  await page.getByRole('button', { name: 'One less of Amla Shampoo' }).click();
  await expect(cartLink(page, 2)).toBeVisible();

  await page.getByLabel('Coupon').fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Please log in to apply a coupon.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Create Account' }).first().click();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Name is required');
  await dialog.getByLabel('Name', { exact: true }).fill('Ila Pant');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await dialog.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
  await expect(cartLink(page, 2)).toBeVisible();

  await page.getByLabel('Coupon').fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('10% OFF Applied!')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Amla Shampoo' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('checkout: each error is named, input stays, and the order succeeds', async ({ page, baseURL }) => {
  await signUp(page, baseURL!);
  await putIntoCart(page, baseURL!, 'Rose Petal Soap', 2);
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.getByRole('button', { name: 'Show the QR' }).click();
  await expect(page.getByRole('img', { name: 'UPI QR code for ₹530' })).toBeVisible();
  await expect(page.getByText(/^Held for you until/)).toBeVisible();
  await expect(page.getByText('bisvar@upi', { exact: true })).toBeVisible();
  await fillInAddress(page);
  await page.getByLabel('Phone').fill('98765');
  await page.getByLabel('Payment reference ID').fill('UTR');
  await completeOrder(page).click();
  const mistakes = page.getByRole('alert').getByRole('link');
  await expect(mistakes).toHaveText([
    'Phone must be 10 digits',
    'Please enter a valid payment reference ID (minimum 6 characters)',
  ]);
  await expect(page.getByLabel('City')).toHaveValue('Almora');
  await mistakes.first().click();
  await expect(page).toHaveURL(/#field-phone$/);

  await page.getByLabel('Phone').fill(newPhone());
  await page.getByLabel('Payment reference ID').fill(newReference());
  await completeOrder(page).click();
  await expect(page.getByRole('heading', { name: 'Order placed successfully!' })).toBeVisible();
  await expect(page.getByRole('article', { name: /^Order BV-/ })).toContainText('Rose Petal Soap × 2');
  await expect(cartLink(page, 0)).toBeVisible();
});
