import type { Locator } from '@playwright/test';
import {
  answerCookieBanner,
  expect,
  holdScripts,
  PASSWORD,
  putIntoCart,
  signUp,
  signUpAndLeave,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('the first screens of home and an oil show what is sold, and its price', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const bottomOf = async (place: Locator) => {
    const box = (await place.boundingBox())!;
    return (box.y + box.height) / 844;
  };
  await page.goto('/');
  expect(await bottomOf(page.getByRole('main').locator('.price').first())).toBeLessThan(1.3);
  await page.goto('/artwork/himalayan-dawn');
  const main = page.getByRole('main');
  expect((await main.locator('.artwork .picture').first().boundingBox())!.width).toBeGreaterThanOrEqual(390);
  for (const place of [main.locator('.buy .price'), main.locator('.buy .stock'), main.locator('#buy [type=submit]')])
    expect(await bottomOf(place.first())).toBeLessThan(1.5);
});

test('Back closes an overlay, keeping page and filter', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state?.isLayer)).toBe(true);
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/gallery$/);

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.isLayer)).toBeUndefined();

  const filters = page.getByRole('region', { name: 'Filters' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await filters.getByRole('checkbox', { name: /^Oil/ }).first().check();
  await expect(page).toHaveURL(/=/);
  const filtered = page.url();
  await page.goBack();
  await expect(filters).toBeHidden();
  await expect(page).toHaveURL(filtered);

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await page.goBack();
  await expect(page).toHaveURL(filtered);
});

test('Back leaves a menu page as soon as it is shown', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect.poll(() => page.evaluate(() => history.state?.isLayer)).toBe(true);
  const goneBack = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const watcher = new MutationObserver(() => {
          if (document.querySelector('h1')?.textContent !== 'About Us') return;
          watcher.disconnect();
          history.back();
          resolve();
        });
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await menu.getByRole('link', { name: 'About' }).click();
  await goneBack;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Art Gallery');
  await expect(page).toHaveURL(/\/gallery$/);
});

test('a page that appears late keeps a newer address', async ({ page }) => {
  await page.goto('/about');
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (state: unknown, title: string, to?: string | URL | null) => {
      push(state, title, to);
      // Two fast clicks add the second page's entry before the first page appears.
      if (String(to).endsWith('/faq')) push({ key: 'newer' }, '', '/shipping');
    };
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Questions/);
  await expect(page).toHaveURL(/\/shipping$/);
});

test('a tap hits its button although header and page scroll', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery');
  const button = page.getByRole('button', { name: 'Filters' });
  const top = async () => Math.round((await button.boundingBox())!.y);
  await page.mouse.wheel(0, 1200);
  await page.mouse.wheel(0, -300);
  const logo = page.getByRole('banner').getByRole('link', { name: /, home$/ });
  await expect(logo).toBeInViewport({ ratio: 1 });
  await expect.poll(top).toBeGreaterThan(70);
  const before = await top();

  await button.hover();
  await page.mouse.down();
  await page.evaluate(() => scrollBy(0, 300));
  await page.waitForTimeout(400);
  expect(await top()).toBe(before);
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(top).toBeLessThan(before - 50);
});

test('the search sheet opens with the keyboard, and Back closes it', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Search' });
  await expect(sheet.getByRole('combobox')).toBeFocused();
  await expect.poll(() => page.evaluate(() => history.state?.isLayer)).toBe(true);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/about$/);
});

test('a search opened before the script takes the keyboard afterwards', async ({ page }) => {
  const arrive = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await expect(field).toBeVisible();
  await expect(field).not.toBeFocused();
  arrive();
  await expect(field).toBeFocused();
});

test('gallery, artwork, picture and Back keep everything', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery?sort=price-low');
  await page.getByRole('navigation', { name: 'Layout' }).getByRole('link', { name: 'List' }).click();
  await expect(page.locator('.artworks-list')).toBeVisible();
  await page.getByRole('link', { name: 'Amla Shampoo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amla Shampoo');

  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('₹420').last()).toBeInViewport();
  await expect(page.getByRole('button', { name: /Add to Cart/ }).last()).toBeInViewport({ ratio: 1 });

  await page.getByRole('group', { name: 'Pictures' }).getByRole('img').first().click();
  const zoom = page.getByRole('dialog', { name: 'Pictures of Amla Shampoo' });
  await expect(zoom).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state?.isLayer)).toBe(true);
  await page.goBack();
  await expect(zoom).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amla Shampoo');

  await page.getByRole('link', { name: 'Back to Gallery' }).click();
  await expect(page).toHaveURL(/\/gallery\?sort=price-low&view=list$/);
});

test('a toast is one line, covers no button, is next by Tab', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery/skin-care');
  const adds = page.getByRole('button', { name: /^Add(ed| to Cart)/ });
  await adds.first().click();
  const toast = page.locator('.toast');
  await expect(toast).toHaveCount(1);
  await adds.nth(1).click();
  await expect(toast).toHaveCount(1);
  const add = (await adds.nth(1).boundingBox())!;
  await expect
    .poll(async () => {
      const box = (await toast.boundingBox())!;
      return box.height <= 64 && (box.y + box.height <= add.y || box.y >= add.y + add.height);
    })
    .toBe(true);
  await expect(toast).toHaveCount(0);
  await adds.nth(1).focus();
  await adds.nth(1).press('Enter');
  await expect(toast).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(toast.getByRole('link', { name: 'View cart' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart');
  await expect(toast).toHaveCount(0);
});

test('a guest sees earlier hearts, and a pending heart after sign-in', async ({ page, baseURL }) => {
  const email = await signUpAndLeave(page, baseURL!);
  await page.goto('/gallery/skin-care');
  await page.getByRole('button', { name: 'Add Amla Shampoo to wishlist' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' }).click();
  await expect(page.locator('.toast')).toContainText('Please login to view wishlist');
  await page.locator('.toast').getByRole('link', { name: 'View saved pieces' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your wishlist');
  await page.getByRole('link', { name: 'Amla Shampoo' }).click();

  await page.goto('/artwork/12');
  await page.getByRole('link', { name: 'Add Rose Petal Soap to wishlist' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove Rose Petal Soap from wishlist' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wishlist, 2 items' })).toBeVisible();
});

test('the place of a PIN code appears without moving the page', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signUp(page, baseURL!);
  const { promise: letGo, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/pin/*', async (route) => {
    await letGo;
    await route.continue();
  });
  await page.goto('/profile/addresses/new');
  const asked = page.waitForRequest('**/api/pin/*');
  await page.getByLabel('PIN code').fill('263601');
  await asked;
  const save = page.getByRole('button', { name: 'Save' });
  const before = await save.boundingBox();
  arrive();
  await expect(page.getByText('263601 is in Almora, Uttarakhand.')).toBeVisible();
  expect(await save.boundingBox()).toEqual(before);
});

test('cookie question and offer close without shifting the page', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const banner = page.getByRole('region', { name: 'Cookies' });
  expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(64);
  const offer = page.getByRole('complementary', { name: 'Offer' });
  await expect(offer.getByRole('button', { name: 'Dismiss offer' })).toBeVisible();
  const before = (await page.getByRole('heading', { level: 1 }).boundingBox())!.y;
  await page.clock.runFor(11_000);
  await expect(offer).toBeHidden();
  expect((await page.getByRole('heading', { level: 1 }).boundingBox())!.y).toBe(before);
});

test('the cookie question covers no button, even at the page’s end', async ({ page, baseURL }) => {
  await putIntoCart(page, baseURL!, 'Rose Petal Soap');
  const banner = page.getByRole('region', { name: 'Cookies' });
  for (const path of ['/artwork/12', '/cart']) {
    await page.goto(path);
    const dock = page.locator('.dock');
    await expect(dock).toBeInViewport();
    await expect
      .poll(async () => {
        const [above, below] = [(await banner.boundingBox())!, (await dock.boundingBox())!];
        return above.y + above.height <= below.y + 0.5;
      })
      .toBe(true);
    await dock.getByRole('button').or(dock.getByRole('link')).last().click({ trial: true });
    await banner.getByRole('button', { name: 'Reject non-essential' }).click({ trial: true });
  }
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('offline navigation shows a page, which opens the target later', async ({ page, context }) => {
    await page.goto('/about');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
    await expect.poll(() => page.evaluate(async () => (await caches.match('/offline')) !== undefined)).toBe(true);
    await context.setOffline(true);
    await page.evaluate(() => location.assign('/returns'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You seem to be offline');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You seem to be offline');
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns & Exchanges');
  });

  test('visited pages open offline with their date, without sales, until sign-in', async ({
    page,
    context,
    baseURL,
  }) => {
    await signUp(page, baseURL!);
    const { cookies } = await context.storageState();
    await context.clearCookies();
    await answerCookieBanner(page, baseURL!);
    await page.goto('/about');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
    const cachedPages = () =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((each) => each.startsWith('pages-'));
        return name ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname) : [];
      });
    await page.goto('/gallery/skin-care');
    await page.goto('/cart');
    await page.goto('/artwork/12');
    const address = page.url();
    await page.goto('/gallery/skin-care');
    await expect.poll(cachedPages).toContain('/gallery/skin-care');
    expect(await cachedPages()).not.toContain('/cart');

    await page.evaluate(async () => {
      const store = await caches.open((await caches.keys()).find((each) => each.startsWith('pages-'))!);
      for (const { url } of await store.keys()) if (url.endsWith('.data')) await store.delete(url);
    });
    await context.setOffline(true);
    await page.goto('/gallery/skin-care');
    await expect(page.getByText(/^You’re offline\. This page is from .*\. You can buy again/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeDisabled();
    await page.goto(address);
    await expect(page.getByText(/^You’re offline/)).toBeVisible();
    await expect(page.locator('.dock').getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
    await context.setOffline(false);
    await expect(page.getByText(/^You’re offline/)).toBeHidden();

    await context.addCookies(cookies);
    await page.goto('/about');
    await expect.poll(cachedPages).toEqual([]);
  });

  test('the offline notice disappears with the first page online', async ({ page, context, baseURL }) => {
    await answerCookieBanner(page, baseURL!);
    await page.goto('/about');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
    const isCached = (path: string) => page.evaluate(async (of) => (await caches.match(of)) !== undefined, path);
    await page.goto('/cart');
    await page.goto('/gallery/skin-care');
    await expect.poll(() => isCached('/gallery/skin-care')).toBe(true);
    await context.setOffline(true);
    await page.goto('/gallery/skin-care');
    const notice = page.getByText(/^You’re offline\. This page is from/);
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    const unreached = /^(You seem to be offline|We couldn’t reach the shop)$/;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(unreached);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart', { timeout: 20_000 });
    await expect(notice).toBeHidden();
    expect(await isCached('/cart.data')).toBe(false);
  });
});
