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

test('Back closes what lies over a page, and the page with its filter stays', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state?.isLayer)).toBe(true);
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/gallery$/);

  // What × closes leaves nothing behind in the history.
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

  // And a link in the menu leads on, from where Back leads here.
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await page.goBack();
  await expect(page).toHaveURL(filtered);
});

test('Back leads from a page of the menu as soon as that is shown', async ({ page, baseURL }) => {
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

test('a press reaches its button although the page scrolls under the finger and the header leaves', async ({
  page,
  baseURL,
}) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery');
  const button = page.getByRole('button', { name: 'Filters' });
  const top = async () => Math.round((await button.boundingBox())!.y);
  // Bar and header stand at the top of the screen, as after a way up.
  await page.mouse.wheel(0, 1200);
  await page.mouse.wheel(0, -300);
  const logo = page.getByRole('banner').getByRole('link', { name: /, home$/ });
  await expect(logo).toBeInViewport({ ratio: 1 });
  await expect.poll(top).toBeGreaterThan(70);
  const before = await top();

  await button.hover();
  await page.mouse.down();
  await page.evaluate(() => scrollBy(0, 300));
  // Longer than the header takes to leave.
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

test('a search sheet that was opened before the page’s script ran takes the keyboard once it does', async ({
  page,
}) => {
  const arrive = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await expect(field).toBeVisible();
  await expect(field).not.toBeFocused();
  arrive();
  await expect(field).toBeFocused();
});

test('from a narrowed gallery to a piece, its picture and back, nothing of it is lost', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery?sort=price-low');
  await page.getByRole('navigation', { name: 'Layout' }).getByRole('link', { name: 'List' }).click();
  await expect(page.locator('.artworks-list')).toBeVisible();
  await page.getByRole('link', { name: 'Amla Shampoo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amla Shampoo');

  // Name, price and a button are on the first screen.
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

test('a toast stands alone, on one line, off what was pressed, next in the tab order, and on this page only', async ({
  page,
  baseURL,
}) => {
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
  // The button says 'Added' before the shop has answered: only the toast says that it has.
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

test('a guest looks at the hearts that were set, and a heart that asked to sign in is set after it', async ({
  page,
  baseURL,
}) => {
  const email = await signUpAndLeave(page, baseURL!);
  await page.goto('/gallery/skin-care');
  await page.getByRole('button', { name: 'Add Amla Shampoo to wishlist' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' }).click();
  await expect(page.locator('.toast')).toContainText('Please login to view wishlist');
  await page.locator('.toast').getByRole('link', { name: 'See your hearts' }).click();
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

test('where a PIN code lies is told without moving what stands below', async ({ page, baseURL }) => {
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

test('the cookie question leaves the screen to the shop, and the offer goes without moving anything', async ({
  page,
}) => {
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

test('the cookie question stands over no button, where a page has its own at the foot either', async ({
  page,
  baseURL,
}) => {
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
  test('a click without a connection shows a page of the shop, which opens what was asked for once there is one', async ({
    page,
    context,
  }) => {
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
    // By itself.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns & Exchanges');
  });

  test('what a guest saw opens without a connection, says when that was and sells nothing, until somebody signs in', async ({
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

    // What the page is made of was seen with it, or not.
    await page.evaluate(async () => {
      const store = await caches.open((await caches.keys()).find((each) => each.startsWith('pages-'))!);
      for (const { url } of await store.keys()) if (url.endsWith('.data')) await store.delete(url);
    });
    await context.setOffline(true);
    await page.goto('/gallery/skin-care');
    await expect(page.getByText(/^No connection\. You see this page as it was on .*; buying is paused/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeDisabled();
    await page.goto(address);
    await expect(page.getByText(/^No connection/)).toBeVisible();
    await expect(page.locator('.dock').getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
    await context.setOffline(false);
    await expect(page.getByText(/^No connection/)).toBeHidden();

    await context.addCookies(cookies);
    await page.goto('/about');
    await expect.poll(cachedPages).toEqual([]);
  });

  test('the notice of a page seen before goes with the first page that comes once the connection is back, kept or not', async ({
    page,
    context,
    baseURL,
  }) => {
    await answerCookieBanner(page, baseURL!);
    await page.goto('/about');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
    const isCached = (path: string) => page.evaluate(async (of) => (await caches.match(of)) !== undefined, path);
    await page.goto('/cart');
    await page.goto('/gallery/skin-care');
    await expect.poll(() => isCached('/gallery/skin-care')).toBe(true);
    await context.setOffline(true);
    await page.goto('/gallery/skin-care');
    const notice = page.getByText(/^No connection\. You see this page as it was on/);
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    // Some versions of Chromium don't tell a page from the service worker that the network is cut for the test.
    const unreached = /^(You seem to be offline|We couldn’t reach the shop)$/;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(unreached);
    await context.setOffline(false);
    // By itself: at once, or some seconds later where the first try came too early.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart', { timeout: 20_000 });
    await expect(notice).toBeHidden();
    expect(await isCached('/cart.data')).toBe(false);
  });
});
