import { expect, type Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { testWithRouter as test } from './shopping.ts';

test.use({ actionTimeout: 8_000 });

const inCart = (page: Page, artworks: number) =>
  expect(
    page.getByRole('link', {
      name: artworks === 0 ? 'Cart' : `Cart, ${artworks} item${artworks === 1 ? '' : 's'}`,
      exact: true,
    }),
  ).toBeVisible();
const expectStored = (page: Page, key: string, value: unknown) =>
  expect
    .poll(async () => {
      const text = await page.evaluate((name) => localStorage.getItem(name), key);
      return text === null ? undefined : (JSON.parse(text) as unknown);
    })
    .toEqual(value);
const DIYAS = 'Brass Diyas, Set of Five';
const SOAP = 'Neem & Tulsi Soap';
const category = { [DIYAS]: 'handcraft', [SOAP]: 'skin-care' };
const button = (page: Page, shown: string, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${shown}\\W+${title}$`, 'i') });
const add = async (page: Page, title: keyof typeof category) => {
  await page.goto(`/gallery/${category[title]}`);
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/visitor-state(\.data)?$/.test(response.url()),
  );
  await button(page, 'add to cart', title).click();
  await answered;
};
const lineOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const signUp = async (page: Page) => {
  const email = `asha.${crypto.randomUUID()}@example.in`;
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { name: 'Asha Rawat', email, password: 'bindu-and-lotus' },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.ok()).toBe(true);
};

test('a guest adds, changes, removes and restores; other tabs follow', async ({ page, context }) => {
  await add(page, DIYAS);
  await expect(page.getByText(`Added ${DIYAS} to your cart`)).toBeVisible();
  await inCart(page, 1);
  await page.getByRole('link', { name: 'View cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart', level: 1 })).toBeVisible();

  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await button(page, 'One more of', DIYAS).click();
  await inCart(page, 2);
  await inCart(otherTab, 2);
  await expectStored(page, 'guest_cart', [expect.objectContaining({ quantity: 2 })]);
  await expectStored(page, 'cart_count', 2);

  await button(page, 'Remove', DIYAS).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your cart', exact: true })).toBeFocused();
  await inCart(otherTab, 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lineOf(page, DIYAS).getByRole('spinbutton')).toHaveValue('2');
  await inCart(otherTab, 2);
});

test('Tab leads to the cart as soon as it is offered', async ({ page }) => {
  await page.goto('/gallery');
  await expect(button(page, 'Add to Cart', SOAP)).toBeEnabled();
  await page.evaluate(() => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('.toast > .button')) return;
      watcher.disconnect();
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
  await button(page, 'Add to Cart', SOAP).click();
  await expect(page.getByRole('link', { name: 'View cart' })).toBeFocused();
});

test('a quantity can be typed; the cart link follows adding by keyboard', async ({ page }) => {
  await add(page, SOAP);
  await inCart(page, 1);
  await expect(button(page, 'Add to Cart', SOAP)).toBeFocused();
  const viewCart = page.getByRole('link', { name: 'View cart' });
  await expect(viewCart).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(viewCart).toBeFocused();
  await page.keyboard.press('Enter');
  const box = lineOf(page, SOAP).getByRole('spinbutton', { name: `Quantity of ${SOAP}` });
  await box.fill('6');
  await box.press('Enter');
  await inCart(page, 6);
  await box.fill('4');
  await box.blur();
  await inCart(page, 4);
  await button(page, 'One less of', SOAP).click();
  await inCart(page, 3);
  await expect(box).toHaveValue('3');
});

test('views update after changes to cart and wishlist', async ({ page }) => {
  await page.goto('/gallery/skin-care');
  await page.evaluate(() => {
    for (const name of ['cartUpdated', 'wishlistUpdated'])
      window.addEventListener(name, () => document.body.append(`heard ${name}`));
  });
  await button(page, 'add to cart', SOAP).click();
  await expect(page.getByText('heard cartUpdated')).toBeVisible();
  await page.getByRole('button', { name: `Add ${SOAP} to wishlist` }).click();
  await expect(page.getByText('heard wishlistUpdated')).toBeVisible();
  await expectStored(page, 'guest_wishlist', [expect.any(String)]);
});

test('a guest with cleared cookies gets the cart back from the browser', async ({ page, context }) => {
  await add(page, SOAP);
  await expectStored(page, 'guest_cart', [expect.objectContaining({ quantity: 1 })]);
  await context.clearCookies();
  await page.goto('/cart');
  await expect(lineOf(page, SOAP)).toBeVisible();
  await inCart(page, 1);
});

test('offline, the old quantity stays and the specified text appears', async ({ page, context }) => {
  await add(page, SOAP);
  await inCart(page, 1);
  await page.goto('/cart');
  await button(page, 'One more of', SOAP).click();
  await inCart(page, 2);
  await context.setOffline(true);
  await button(page, 'One more of', SOAP).click();
  await expect(page.getByText('Failed to update cart')).toBeVisible();
  await button(page, 'Remove', SOAP).click();
  await expect(page.getByText('Failed to remove item from cart')).toBeVisible();
  await context.setOffline(false);
  await page.route(/\/cart\.data/, (route) => route.abort());
  await page.getByRole('button', { name: 'Clear cart' }).click();
  await page.getByRole('dialog', { name: 'Clear the cart?' }).getByRole('button', { name: 'Clear cart' }).click();
  await expect(page.getByText('Failed to clear cart')).toBeVisible();
  await expect(lineOf(page, SOAP).getByRole('spinbutton')).toHaveValue('2');
});

test('a failed add or heart says so and is reverted', async ({ page, context }) => {
  await page.goto('/gallery/skin-care');
  // The script must be loaded, so that the first click can fail with a message.
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    );
  await expect.poll(loaded).toContain('/assets/visitor-state-');
  await context.setOffline(true);
  await button(page, 'add to cart', SOAP).click();
  await expect(page.getByText('Failed to add item to cart')).toBeVisible();
  const heart = page.getByRole('button', { name: `Add ${SOAP} to wishlist` });
  await heart.click();
  await expect(page.getByText('Failed to add to wishlist')).toBeVisible();
  await context.setOffline(false);
  const stateAfter = page.waitForResponse(/\/visitor-state\.data/).then(() => page.waitForResponse(/\/visitor-state$/));
  await heart.click();
  await stateAfter;
  const filled = page.getByRole('button', { name: `Remove ${SOAP} from wishlist` });
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await context.setOffline(true);
  await filled.click();
  await expect(page.getByText('Failed to remove from wishlist')).toBeVisible();
  await expect(filled).toHaveAttribute('aria-pressed', 'true');
});

test('a guest’s cart survives sign-in; a coupon is applied and removed', async ({ page }) => {
  await add(page, SOAP);
  await inCart(page, 1);
  await page.goto('/cart');
  await expect(page.getByRole('button', { name: 'Login to Checkout' }).locator('visible=true')).toBeDisabled();
  await page.getByLabel('Coupon').fill('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Please log in to apply a coupon.')).toBeVisible();

  await signUp(page);
  await page.goto('/cart');
  await inCart(page, 1);
  await expectStored(page, 'guest_cart', undefined);
  await page.getByLabel('Coupon').fill('nonsense');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Invalid coupon code')).toBeVisible();
  await page.getByLabel('Coupon').fill('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('10% OFF Applied!')).toBeVisible();
  await expect(page.getByText('−₹18', { exact: true })).toBeVisible();
  await expectStored(page, 'appliedCoupon', { code: 'WELCOME10' });

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // Elements below the header would be judged too small.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  }

  await page.getByRole('button', { name: 'Remove coupon WELCOME10' }).click();
  await expect(page.getByLabel('Coupon')).toBeFocused();
  await expectStored(page, 'appliedCoupon', undefined);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a guest fills, changes and empties the cart', async ({ page }) => {
    await add(page, DIYAS);
    await expect(page).toHaveURL(/\/gallery\/handcraft$/);
    await inCart(page, 1);
    await page.goto('/cart');
    await button(page, 'One more of', DIYAS).click();
    await inCart(page, 2);
    await button(page, 'Remove', DIYAS).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
});
