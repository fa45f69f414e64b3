import type { Page } from '@playwright/test';
import {
  ADMIN,
  answerCookieBanner,
  cartLink,
  CUSTOMER,
  expect,
  PASSWORD,
  signIn,
  signUp,
  signUpAndLeave,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

async function holdPosts(page: Page, addresses: RegExp): Promise<{ posted: string[]; letGo: () => void }> {
  const held = Promise.withResolvers<void>();
  const posted: string[] = [];
  await page.route(addresses, async (route, request) => {
    if (request.method() !== 'POST') return route.continue();
    posted.push(request.url());
    await held.promise;
    await route.continue();
  });
  return { posted, letGo: held.resolve };
}

test('a prefetched card opens offline, and Back keeps the gallery’s place', async ({ page, context, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery?sort=price-low');
  const card = page.locator('.card').nth(5);
  const link = card.getByRole('link').first();
  const title = await link.innerText();
  const ahead = page.waitForResponse(/\/artwork\/.*\.data/);
  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await (await ahead).finished();
  const scrolledTo = await page.evaluate(() => window.scrollY);
  expect(scrolledTo).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.locator('.buy .price').first()).toHaveText(/₹/);
  await expect
    .poll(() =>
      page
        .locator('.picture-under')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/\/artwork\//);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await context.setOffline(false);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolledTo);
  await expect(card.getByRole('link').first()).toHaveText(title);
});

test('cart changes and sign-in refetch a guest’s page data', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const email = await signUpAndLeave(page, baseURL!);
  await page.goto('/about');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const fromCache: boolean[] = [];
  session.on('Network.responseReceived', ({ response }) => {
    if (response.url.endsWith('/gallery/skin-care.data')) fromCache.push(response.fromDiskCache ?? false);
  });
  const open = async () => {
    const seen = fromCache.length;
    await page.evaluate(async () => (await fetch('/gallery/skin-care.data')).text());
    await expect.poll(() => fromCache.length).toBeGreaterThan(seen);
    return fromCache.at(-1);
  };
  const countAsked = () => fromCache.filter((isFromCache) => !isFromCache).length;
  expect(await open()).toBe(false);
  expect(await open()).toBe(true);
  const asked = countAsked();
  await page.goto('/artwork/12');
  const added = page.waitForResponse((response) => response.request().method() === 'POST');
  await page
    .locator('.buy')
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await added;
  await expect(cartLink(page, 1)).toBeVisible();
  await open();
  expect(countAsked()).toBeGreaterThan(asked);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel(/^Account of /).first()).toBeAttached();
  expect(await open()).toBe(false);
  expect(await open()).toBe(false);
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

test('cart and heart respond at once, and revert when refused', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery/skin-care');
  const answer = Promise.withResolvers<void>();
  await page.route('**/visitor-state.data', async (route) => {
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

test('a guest’s second click keeps the first one’s change', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery/skin-care');
  const { letGo } = await holdPosts(page, /\/visitor-state\.data/);
  for (const artworkTitle of ['Rose Petal Soap', 'Amla Shampoo']) {
    await page.getByRole('button', { name: new RegExp(`^Add to Cart\\W+${artworkTitle}$`) }).click();
    await page.getByRole('button', { name: `Add ${artworkTitle} to wishlist` }).click();
  }
  await expect(cartLink(page, 2)).toBeVisible();
  letGo();
  await expect(page.getByRole('button', { name: /^Add to Cart\W+(Rose Petal Soap|Amla Shampoo)$/ })).toHaveCount(2);
  await page.goto('/wishlist/guest');
  await expect(page.getByRole('link', { name: 'Amla Shampoo' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rose Petal Soap' })).toBeVisible();

  await page.goto('/cart');
  const ofLines = await holdPosts(page, /\/cart\.data/);
  await page.getByRole('button', { name: 'One more of Amla Shampoo' }).click();
  await page.getByRole('button', { name: 'One more of Amla Shampoo' }).click();
  await page.getByRole('button', { name: 'Remove Rose Petal Soap' }).click();
  ofLines.letGo();
  await expect(page.getByText('Removed.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('spinbutton')).toHaveCount(1);
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Amla Shampoo' })).toHaveValue('3');
});

test('a double tap on the phone’s buy bar adds once', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/artwork/12');
  const { posted, letGo } = await holdPosts(page, /\/visitor-state\.data/);
  const bar = page.locator('.dock').getByRole('button');
  const inPlace = page.getByRole('button', { name: /^Add(ed| to Cart).*Rose Petal Soap$/ });
  await expect(bar).toHaveText('Add to Cart');
  const press = (button: HTMLButtonElement) => {
    button.click();
    return button.ariaBusy;
  };
  // The second click of a double click may be before any rendering.
  expect(await bar.evaluate(press)).toBe('true');
  await expect(bar).toHaveText('Added');
  await expect.poll(() => posted.length).toBe(1);
  await bar.evaluate(press);
  await inPlace.evaluate(press);
  letGo();
  await expect(page.locator('.toast')).toContainText('Added Rose Petal Soap');
  await expect(bar).toHaveText('Add to Cart');
  await expect(cartLink(page, 1)).toBeVisible();
  expect(posted).toHaveLength(1);
});

const pressTwice = (button: HTMLButtonElement) => {
  button.click();
  const { ariaBusy } = button;
  button.click();
  return ariaBusy;
};

test('a double click on Reorder adds the items once', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signIn(page, baseURL!, CUSTOMER);
  await page.goto('/profile/orders');
  const { posted, letGo } = await holdPosts(page, /\/visitor-state\.data/);
  const again = page.getByRole('button', { name: /^Reorder/ }).first();
  expect(await again.evaluate(pressTwice)).toBe('true');
  letGo();
  await expect(page).toHaveURL(/\/cart$/);
  expect(posted).toHaveLength(1);
});

async function typeNewAddress(page: Page, baseURL: string): Promise<void> {
  await answerCookieBanner(page, baseURL);
  await signUp(page, baseURL);
  await page.goto('/profile/addresses/new');
  await page.getByLabel('PIN Code').fill('263601');
  await expect(page.getByLabel('City')).toHaveValue('Almora');
  await page.getByLabel('Street').fill('14 Mall Road');
}

test('a double click on Save stores a new address once', async ({ page, baseURL }) => {
  await typeNewAddress(page, baseURL!);
  const { posted, letGo } = await holdPosts(page, /\/profile\/addresses\/new\.data/);
  expect(await page.getByRole('button', { name: 'Save' }).evaluate(pressTwice)).toBe('true');
  letGo();
  await expect(page.getByRole('region', { name: 'Addresses' }).getByRole('listitem')).toHaveCount(1);
  expect(posted).toHaveLength(1);
});

test('a double click on Remove removes one address, with Undo', async ({ page, baseURL }) => {
  await typeNewAddress(page, baseURL!);
  await page.getByRole('button', { name: 'Save' }).click();
  const addresses = page.getByRole('region', { name: 'Addresses' });
  await expect(addresses.getByRole('listitem')).toHaveCount(1);
  const { posted, letGo } = await holdPosts(page, /\/profile\/addresses\/[\w-]+\.data/);
  expect(await addresses.getByRole('button', { name: /^Remove/ }).evaluate(pressTwice)).toBe('true');
  letGo();
  await expect(addresses.getByRole('listitem')).toHaveCount(0);
  expect(posted).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(addresses.getByRole('listitem')).toHaveCount(1);
  await expect(addresses).toContainText('14 Mall Road');
});

test('a double click on Delete deletes once', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  const dialog = page.getByRole('dialog');
  await page.goto('/admin/coupons/new');
  await dialog.getByLabel('Code').fill('TWICE12');
  await dialog.getByLabel('Discount Percentage').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Delete TWICE12' }).click();
  const { posted, letGo } = await holdPosts(page, /\/admin\/coupons\/.*delete\.data/);
  expect(await dialog.getByRole('button', { name: 'Delete coupon' }).evaluate(pressTwice)).toBe('true');
  letGo();
  await expect(page).toHaveURL(/\/admin\/coupons\?.*done=deleted/);
  expect(posted).toHaveLength(1);
});

test('account deletion stays open while pending, despite Esc', async ({ page, baseURL }) => {
  await signUp(page, baseURL!);
  await page.goto('/profile/settings/deletion');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('a-wrong-one');
  const { posted, letGo } = await holdPosts(page, /deletion\.data/);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect.poll(() => posted.length).toBe(1);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  letGo();
  await expect(dialog.getByText('Wrong current password')).toBeVisible();
});

test('a guest’s count includes each item once during a reload', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery/skin-care');
  const readings: (() => void)[] = [];
  await page.route(/\/gallery\/skin-care\.data/, async (route) => {
    await new Promise<void>((resolve) => readings.push(resolve));
    await route.continue();
  });
  const names = await page.getByRole('banner').evaluateHandle((header) => {
    const seen: (string | null)[] = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) seen.push((target as Element).getAttribute('aria-label'));
    }).observe(header, { subtree: true, attributeFilter: ['aria-label'] });
    return seen;
  });
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  await add.first().click();
  await expect.poll(() => readings.length).toBe(1);
  await add.first().click();
  await expect.poll(() => readings.length).toBe(2);
  readings[0]!();
  await expect(page.getByRole('button', { name: /^Added/ })).toHaveCount(1);
  readings[1]!();
  await expect(page.getByRole('button', { name: /^Added/ })).toHaveCount(0);
  expect(await names.jsonValue()).toEqual(['Cart, 1 item', 'Cart, 2 items']);
});
