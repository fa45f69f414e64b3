import type { Page } from '@playwright/test';
import { expect, signUp, test } from './shopping.ts';

/** Nests font elements like Chrome’s translator, except under `translate="no"`. */
async function translatePage(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || parent.closest('[translate="no"], script, style, textarea, option')) continue;
      const translated = document.createElement('font');
      const word = document.createElement('font');
      word.textContent = text.data;
      translated.append(word);
      text.replaceWith(translated);
    }
  });
}

const numbersOf = async (page: Page, place = 'main') =>
  (await page.locator(place).first().innerText()).match(/₹?\d[\d,.:]*/g) ?? [];

async function expectCurrent(page: Page, expected: RegExp): Promise<void> {
  await expect(page.locator('main').first()).toContainText(expected);
  await page.waitForLoadState('networkidle');
  const shown = await numbersOf(page);
  const badge = await numbersOf(page, 'header');
  await page.reload();
  await expect.poll(() => numbersOf(page)).toEqual(shown);
  await expect.poll(() => numbersOf(page, 'header')).toEqual(badge);
}

const addSoap = async (page: Page) => {
  await page.goto('/gallery/skin-care');
  const answered = page.waitForResponse(/\/visitor-state\.data/);
  await page.getByRole('button', { name: /^add to cart\W+Rose Petal Soap$/i }).click();
  await answered;
};

test('a translated cart shows the amounts of the new quantity', async ({ page }) => {
  await addSoap(page);
  await page.goto('/cart');
  const before = await numbersOf(page);
  await translatePage(page);
  const answered = page.waitForResponse(/\/cart\.data/);
  await page.getByRole('button', { name: /^One more of/ }).click();
  await answered;
  await expect.poll(() => numbersOf(page)).not.toEqual(before);
  await expectCurrent(page, /2 pieces/);
});

test('a translated cart shows the discount of a coupon', async ({ page, baseURL }) => {
  await addSoap(page);
  await signUp(page, baseURL!);
  await page.goto('/cart');
  await translatePage(page);
  await page
    .getByLabel(/coupon/i)
    .first()
    .fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectCurrent(page, /Coupon discount/);
});

test('a translated gallery and header count an added artwork', async ({ page }) => {
  await page.goto('/gallery/skin-care');
  await translatePage(page);
  const answered = page.waitForResponse(/\/visitor-state\.data/);
  await page.getByRole('button', { name: /^add to cart\W+Rose Petal Soap$/i }).click();
  await answered;
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible();
  await expectCurrent(page, /./);
});

test('a translated checkout shows the total with the coupon', async ({ page, baseURL }) => {
  await addSoap(page);
  await signUp(page, baseURL!);
  await page.goto('/checkout');
  await translatePage(page);
  await page
    .getByLabel(/coupon/i)
    .first()
    .fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectCurrent(page, /Coupon WELCOME10/);
});
