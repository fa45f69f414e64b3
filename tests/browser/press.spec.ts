import { answerCookieBanner, expect, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a press shows name, price and picture before the shop has answered, and Back the gallery at its place', async ({
  page,
  baseURL,
}) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery?sort=price-low');
  const card = page.locator('.card').nth(5);
  const link = card.getByRole('link').first();
  const title = await link.innerText();
  const answer = Promise.withResolvers<void>();
  await page.route(/\/artwork\/.*\.data/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await link.scrollIntoViewIfNeeded();
  const scrolledTo = await page.evaluate(() => window.scrollY);
  expect(scrolledTo).toBeGreaterThan(0);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.locator('.opening .price')).toHaveText(/₹/);
  await expect
    .poll(() => page.locator('.opening .picture-under').evaluate((image) => (image as HTMLImageElement).complete))
    .toBe(true);
  answer.resolve();
  await expect(page.locator('.opening')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/\/artwork\//);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // From memory: nothing answers any more.
  await page.route('**/*.data*', (route) => route.abort());
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolledTo);
  await expect(card.getByRole('link').first()).toHaveText(title);
});

test('nothing is fetched ahead with Save-Data', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const ahead: string[] = [];
  page.on('request', (request) => {
    if (/\/artwork\/.*\.data/.test(request.url())) ahead.push(request.url());
  });
  await page.goto('/gallery');
  await page.locator('.card').first().hover();
  await page.waitForTimeout(1_000);
  expect(ahead).toEqual([]);
});

test('cart and heart answer at once, and take back what the shop refused', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery/skin-care');
  const answer = Promise.withResolvers<void>();
  for (const address of ['**/cart/lines.data', '**/wishlist/entries.data'])
    await page.route(address, async (route) => {
      await answer.promise;
      await route.abort();
    });
  const header = page.getByRole('banner');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(header.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Add .* to wishlist/ })
    .first()
    .click();
  await expect(header.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  answer.resolve();
  await expect(header.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Wishlist', exact: true })).toBeVisible();
});
