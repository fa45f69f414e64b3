import { answerCookieBanner, cartLink, expect, signUp, test } from './shopping.ts';

const VASE = 'Aipan Terracotta Vase';

test.beforeEach(async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/artwork/7');
});

test('zooms by wheel, keys and buttons, and Esc closes it', async ({ page }) => {
  const thumbs = page.getByRole('navigation', { name: 'Images' });
  await thumbs.getByRole('link', { name: 'Picture 2 of 2' }).click();
  await expect(thumbs.getByRole('link', { name: 'Picture 2 of 2' })).toHaveAttribute('aria-current', 'true');
  const opener = page.getByRole('link', { name: 'Zoom image' });
  await opener.click();
  const zoom = page.getByRole('dialog', { name: `Pictures of ${VASE}` });
  const picture = zoom.getByRole('img');
  const scale = () => picture.evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a);
  await expect(zoom.getByText('2 of 2')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(zoom.getByText('1 of 2')).toBeVisible();

  await picture.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(scale).toBeGreaterThan(1.3);
  const before = await picture.boundingBox();
  await page.keyboard.press('ArrowLeft');
  await expect(zoom.getByText('1 of 2')).toBeVisible();
  await expect.poll(async () => (await picture.boundingBox())!.x).toBeGreaterThan(before!.x);
  await zoom.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(scale).toBe(1);
  await picture.dblclick();
  await expect.poll(scale).toBe(2.5);
  await picture.dblclick();
  await expect.poll(scale).toBe(1);
  await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(scale).toBe(2.5);
  await page.keyboard.press('Escape');
  await expect(zoom).toBeHidden();
  await expect(opener).toBeFocused();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a pinch zooms in, and a swipe shows the next picture', async ({ page, context }) => {
    await page.getByRole('link', { name: 'Zoom image' }).tap();
    const zoom = page.getByRole('dialog');
    const picture = zoom.getByRole('img');
    await expect(picture).toBeVisible();
    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', [180, 400], [210, 400]);
    for (let apart = 10; apart <= 60; apart += 10) await touch('touchMove', [180 - apart, 400], [210 + apart, 400]);
    await touch('touchEnd');
    const scale = () => picture.evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a);
    await expect.poll(scale).toBeGreaterThan(3);
    await zoom.getByRole('button', { name: 'Zoom out' }).tap();
    await touch('touchStart', [300, 400]);
    for (let x = 280; x >= 120; x -= 40) await touch('touchMove', [x, 402]);
    await touch('touchEnd');
    await expect(zoom.getByText('2 of 2')).toBeVisible();
  });
});

test('marks the first of several visible pictures', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 });
  const thumbs = page.getByRole('navigation', { name: 'Images' });
  await expect(thumbs.getByRole('link').last()).toBeInViewport();
  await expect(thumbs.locator('[aria-current=true]')).toHaveAccessibleName(/^Picture 1 of/);
});

test('remembers the chosen unit on the next artwork', async ({ page }) => {
  const units = page.getByRole('group', { name: 'Show sizes in' });
  const size = page.getByRole('definition').filter({ has: units });
  await expect(size).toContainText('24 × 40 cm');
  await units.getByRole('button', { name: 'inches' }).click();
  await expect(size).toContainText('9.4 × 15.7 inches');
  await expect(
    page.getByRole('img', { name: `${VASE}, 9.4 by 15.7 inches, beside a hand of 7 inches` }),
  ).toBeAttached();
  await page.goto('/artwork/8');
  await expect(units.getByRole('button', { name: 'inches' })).toHaveAttribute('aria-pressed', 'true');
});

test('copies the link, or shares it where the device can', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/artwork\/aipan-terracotta-vase$/);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: ({ title }: ShareData) => Promise.resolve(void (document.title = `sent ${title}`)),
    });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page).toHaveTitle(`sent ${VASE}`);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden();
});

test('shows related artworks in whole rows on phone and tablet', async ({ page }) => {
  const cards = page.getByRole('region', { name: 'You may also like' }).getByRole('article');
  for (const path of ['/artwork/7', '/artwork/12'])
    for (const width of [390, 800, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(cards.first()).toBeVisible();
      const tops = await cards.evaluateAll((all) =>
        all.filter((card) => card.checkVisibility()).map((card) => Math.round(card.getBoundingClientRect().top)),
      );
      const inRow = (top: number) => tops.filter((each) => each === top).length;
      expect([path, width, inRow(tops.at(-1)!)]).toEqual([path, width, inRow(tops[0]!)]);
    }
});

test('the quantity stops at one and at the stock', async ({ page }) => {
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await expect(page.getByRole('button', { name: 'One less' })).toBeDisabled();
  await quantity.fill('99');
  await quantity.blur();
  const most = await quantity.getAttribute('max');
  await expect(quantity).toHaveValue(most!);
  await expect(page.getByRole('button', { name: 'One more' })).toBeDisabled();
});

test('a typed quantity replaces the previous one', async ({ page }) => {
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.press('End');
  await quantity.press('Backspace');
  await quantity.press('2');
  await expect(quantity).toHaveValue('2');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(cartLink(page, 2)).toBeVisible();
  await quantity.fill('');
  await quantity.blur();
  await expect(quantity).toHaveValue('1');
});

test('a heart asks a guest to sign in, and toggles for customers', async ({ page, baseURL }) => {
  const heart = `Add ${VASE} to wishlist`;
  await page.getByRole('link', { name: heart }).click();
  await expect(page.getByRole('dialog').getByText('Please login to add items to wishlist')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await signUp(page, baseURL!);
  await page.reload();
  await page.getByRole('button', { name: heart }).click();
  await expect(page.getByRole('button', { name: `Remove ${VASE} from wishlist` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
});

test('prints the expanded text without controls', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Comes with a certificate of authenticity')).toBeVisible();
  await expect(page.getByText('₹1,850')).toBeVisible();
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: /Add to Cart/ }),
    page.getByRole('link', { name: 'Back to Gallery' }),
    page.getByRole('heading', { name: 'You may also like' }),
  ])
    await expect(hidden).toBeHidden();
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
});
