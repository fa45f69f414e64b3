import type { Page } from '@playwright/test';
import {
  answerCookieBanner,
  cartLink,
  expect,
  holdStart,
  PASSWORD,
  putIntoCart,
  signUpAndLeave,
  test,
} from './shopping.ts';

function countPosts(page: Page, address: RegExp): () => number {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && address.test(request.url())) posts += 1;
  });
  return () => posts;
}

const addRoseSoap = (page: Page) => page.getByRole('button', { name: /^Add to Cart\W+Rose Petal Soap$/ });

for (const means of ['touch', 'key'] as const) {
  test.describe(`by ${means}`, () => {
    test.use(means === 'touch' ? { viewport: { width: 390, height: 844 }, hasTouch: true } : {});
    const press = async (page: Page, name: RegExp | string, role: 'button' | 'link' = 'button') => {
      const target = page.getByRole(role, { name }).filter({ visible: true }).first();
      if (means === 'touch') return target.tap();
      await target.focus();
      await page.keyboard.press('Enter');
    };

    test('adds once and changes a quantity once before the router starts', async ({ page, baseURL }) => {
      await answerCookieBanner(page, baseURL!);
      const letGo = await holdStart(page);
      const adds = countPosts(page, /\/visitor-state(\.data)?$/);
      await page.goto('/gallery/skin-care');
      await press(page, /^Add to Cart\W+Rose Petal Soap$/);
      await expect(page.getByRole('status').filter({ hasText: 'Added Rose Petal Soap' })).toHaveCount(0);
      await expect.poll(adds).toBe(1);
      await page.waitForLoadState('load');
      await page.goto('/cart');
      const quantity = page.getByRole('spinbutton', { name: 'Quantity of Rose Petal Soap' });
      await expect(quantity).toHaveValue('1');
      const changes = countPosts(page, /\/cart(\.data)?$/);
      await press(page, 'One more of Rose Petal Soap');
      await expect(quantity).toHaveValue('2');
      expect(changes()).toBe(1);
      await letGo();
      await page.reload();
      await expect(quantity).toHaveValue('2');
      await expect(cartLink(page, 2)).toBeVisible();
      expect(adds()).toBe(1);
    });

    test('menu and search open, and a search submits, before the router starts', async ({ page, baseURL }) => {
      await answerCookieBanner(page, baseURL!);
      await holdStart(page);
      await page.goto('/about');
      if (means === 'touch') {
        await press(page, 'Menu');
        await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
        await press(page, 'Close menu');
      }
      await press(page, 'Search');
      const field = page.getByRole('combobox').filter({ visible: true }).first();
      await field.fill('soap');
      await field.press('Enter');
      await expect(page).toHaveURL(/\/gallery\?.*q=soap/);
      await expect(page.getByRole('link', { name: 'Rose Petal Soap' })).toBeVisible();
    });

    test('a visitor signs in before the router starts', async ({ page, baseURL }) => {
      const email = await signUpAndLeave(page, baseURL!);
      const letGo = await holdStart(page);
      const posts = countPosts(page, /\/login/);
      await page.goto('/login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await press(page, 'Sign In');
      await expect(page).toHaveURL(/\/$/);
      await letGo();
      await page.reload();
      await expect(page.getByLabel(/^Account of /).first()).toBeAttached();
      expect(posts()).toBe(1);
    });

    test('a filter applies, and Back removes it, before the router starts', async ({ page, baseURL }) => {
      await answerCookieBanner(page, baseURL!);
      await holdStart(page);
      await page.goto('/gallery');
      const titles = () => page.locator('.card-title').allInnerTexts();
      const all = await titles();
      if (means === 'touch') {
        await press(page, 'Filters');
        await page.getByRole('checkbox', { name: /^Oil/ }).filter({ visible: true }).first().check();
        await press(page, /^Show /);
      } else await press(page, /^Oil/, 'link');
      await expect(page).toHaveURL(/\/gallery.*oil/);
      expect(await titles()).not.toEqual(all);
      await page.goBack();
      await expect(page).toHaveURL(/\/gallery$/);
      await expect.poll(titles).toEqual(all);
    });

    for (const wait of [0, 100, 400])
      test(`a click counts once ${wait} ms after the script loaded`, async ({ page, baseURL }) => {
        await answerCookieBanner(page, baseURL!);
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        const letGo = await holdStart(page);
        const adds = countPosts(page, /\/visitor-state(\.data)?$/);
        await page.goto('/gallery/skin-care');
        await addRoseSoap(page).scrollIntoViewIfNeeded();
        await letGo();
        await page.waitForTimeout(wait);
        const answered = page.waitForResponse(
          (response) => response.request().method() === 'POST' && /\/visitor-state(\.data)?$/.test(response.url()),
        );
        await press(page, /^Add to Cart\W+Rose Petal Soap$/);
        await answered;
        await expect(cartLink(page, 1)).toBeVisible();
        expect(adds()).toBe(1);
        await page.goto('/cart');
        await expect(page.getByRole('spinbutton', { name: 'Quantity of Rose Petal Soap' })).toHaveValue('1');
      });
  });
}

test('the router starts by itself once the page is idle', async ({ page, baseURL }) => {
  await putIntoCart(page, baseURL!, 'Rose Petal Soap');
  for (const path of ['/', '/gallery', '/artwork/12', '/cart']) {
    await page.goto(path);
    await expect(cartLink(page, 1)).toBeVisible();
  }
});

test('the script that starts the router loads after the page', async ({ page }) => {
  for (const path of ['/', '/gallery', '/artwork/12', '/cart']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const [loadedAt, startedAt] = await page.evaluate(() => [
      performance.getEntriesByType('navigation')[0]!.toJSON().loadEventStart as number,
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/hydrate-'))!.startTime,
    ]);
    expect(startedAt, path).toBeGreaterThanOrEqual(loadedAt!);
  }
});
