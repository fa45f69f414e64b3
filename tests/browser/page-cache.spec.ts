import { accessibilityProblems } from './accessibility.ts';
import { expect, signUp, testWithRouter as test } from './shopping.ts';

test('a cached page shows a guest’s own cart, hearts and choices', async ({ page }) => {
  await page.goto('/gallery/skin-care');
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /^Add to Cart/ }).click();
  await card.getByRole('button', { name: /to wishlist$/ }).click();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await page.getByRole('button', { name: 'Reject non-essential' }).click();
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden();
  // Another test may create a newer coupon, which becomes the offer.
  const code = await page.getByRole('complementary', { name: 'Offer' }).getAttribute('data-code');
  const dismissed = page.locator(`.offer[data-code="${code}"]`);
  await expect(dismissed).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss offer' }).click();
  await expect(dismissed).toBeHidden();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name).toSorted())
    .toEqual(['cookie_choice', 'dismissed_offer', 'guest_cart', 'guest_wishlist', 'has_script']);

  const answer = await page.goto('/gallery/skin-care');
  expect(answer?.headers()['etag']).toBeTruthy();
  expect(await answer?.text()).not.toContain('Cart, 1 item');
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await expect(card.getByRole('button', { name: /from wishlist$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden();
  await expect(dismissed).toBeHidden();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.route(/\/assets\/entry\.client/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden();
  await expect(dismissed).toBeHidden();
});

test('the cookie policy from memory shows the choice of its own browser', async ({ page }) => {
  await page.goto('/cookies');
  const analytics = page.getByLabel('Analytics (optional)');
  await analytics.check();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Cookie choice saved.')).toBeVisible();
  const answer = await page.goto('/cookies');
  expect(answer?.headers()['etag']).toBeTruthy();
  expect(await answer?.text()).not.toContain('You chose this on');
  await expect(page.getByText(/^You chose this on/)).toBeVisible();
  await expect(analytics).toBeChecked();
  await expect(page.getByLabel('Marketing (optional)')).not.toBeChecked();
});

test('a cached page pauses buying during an outage, then resumes', async ({ page }) => {
  let isAway = true;
  await page.route(/\/api\/being-bought/, (route) =>
    isAway ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.clock.install();
  await page.goto('/gallery/skin-care');
  const notice = page.getByText('We can’t reach our catalogue');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  isAway = false;
  await page.clock.fastForward(11_000);
  await expect(notice).toBeHidden();
  await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeVisible();
});

test('a cached page shows who is signed in until they sign out', async ({ page, baseURL }) => {
  await page.goto('/gallery/skin-care');
  await signUp(page, baseURL!);
  const card = page.getByRole('article').first();
  await page.goto('/gallery/skin-care');
  const saved = (path: string) => page.waitForResponse((response) => response.url().endsWith(path));
  await Promise.all([saved('/visitor-state.data'), card.getByRole('button', { name: /^Add to Cart/ }).click()]);
  await Promise.all([saved('/visitor-state.data'), card.getByRole('button', { name: /to wishlist$/ }).click()]);
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const answer = await page.goto('/gallery/skin-care');
  expect([answer?.headers()['cache-control'], answer?.headers()['etag']]).toEqual(['no-store', undefined]);
  expect(await answer?.text()).not.toContain('Account of');
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await expect(card.getByRole('button', { name: /from wishlist$/ })).toBeVisible();
  const account = page.getByLabel(/^Account of /);
  await account.click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(account).toBeHidden();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await page.goto('/gallery/skin-care');
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});
