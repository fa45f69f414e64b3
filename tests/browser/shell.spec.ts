import { answerCookieBanner, expect, signUp, test } from './shopping.ts';

const header = 'banner';

test('the shop menu opens and closes by pointer and keyboard', async ({ page }) => {
  await page.goto('/about');
  const main = page.getByRole('navigation', { name: 'Main' });
  const shop = main.locator('summary').and(main.getByLabel('Shop menu'));
  const oil = page.getByRole(header).getByRole('link', { name: 'Oil Painting' });
  await expect(oil).toBeHidden();
  await shop.click();
  await expect(oil).toBeVisible();
  await page.mouse.click(1000, 650);
  await expect(oil).toBeHidden();
  await shop.focus();
  await page.keyboard.press('Enter');
  await expect(oil).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(oil).toBeHidden();
  await expect(shop).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/gallery\/oil$/);
  await expect(oil).toBeHidden();
});

test('the header includes Home at every width that shows links', async ({ page }) => {
  await page.goto('/about');
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const width of [1024, 1279, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(main.getByRole('link', { name: 'Home', exact: true })).toBeVisible();
  }
});

test('search suggests five artworks; arrows choose, all opens the gallery', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Search artworks' });
  await box.pressSequentially('painting');
  const options = page.getByRole('option');
  await expect(options).toHaveCount(6);
  await expect(options.first()).toContainText('₹');
  await expect(options.first().locator('picture img')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toHaveText('View all results in gallery');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/gallery\?q=painting$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await box.fill('zzzz');
  await expect(page.getByText('No artworks found for "zzzz"').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No artworks found for "zzzz"').first()).toBeHidden();
});

test('search shows results of the newest query despite late answers', async ({ page }) => {
  await page.goto('/');
  let answerEarlier = () => {};
  const isLate = new Promise<void>((resolve) => (answerEarlier = resolve));
  await page.route(/\/api\/search\?q=so$/, async (route) => {
    await isLate;
    await route.continue();
  });
  const box = page.getByRole('combobox', { name: 'Search artworks' });
  const asked = page.waitForRequest(/q=so$/);
  await box.fill('so');
  await asked;
  await box.fill('soap');
  const option = page.getByRole('option', { name: /Rose Petal Soap/ });
  await expect(option).toBeVisible();
  const answered = page.waitForResponse(/q=so$/);
  answerEarlier();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  await expect(option).toBeVisible();
});

test('an empty highest price is no limit', async ({ page }) => {
  await page.goto('/gallery?max=900');
  const limit = page.getByRole('spinbutton', { name: 'Highest price in rupees' });
  await expect(page.getByText('Up to ₹900').last()).toBeVisible();
  await expect(async () => {
    await limit.fill('');
    await expect(page.getByText('No upper limit')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(limit).toHaveValue('');
  await limit.blur();
  await expect(page).toHaveURL(/\/gallery$/);
  await expect(limit).toHaveValue('50000');
});

test('search closes 200 ms after losing focus, without losing a tap', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Search artworks' });
  await box.pressSequentially('soap');
  const list = page.getByRole('listbox', { name: 'Artworks found' });
  await expect(list).toBeVisible();
  const closedAfter = await box.evaluate(
    (input: HTMLElement) =>
      new Promise<number>((resolve) => {
        const panel = input.closest('.search-box')!.querySelector('.search-results')!;
        const began = performance.now();
        new MutationObserver(() => {
          if (panel.hasAttribute('hidden')) resolve(performance.now() - began);
        }).observe(panel, { attributes: true });
        input.blur();
      }),
  );
  expect(closedAfter).toBeGreaterThanOrEqual(195);
  await box.focus();
  await list.getByRole('option', { name: /Rose Petal Soap/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rose Petal Soap');
});

test('the offer hides after ten seconds unless hovered, and stays dismissed', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const offer = page.getByRole('complementary', { name: 'Offer' });
  await expect(offer.getByRole('button', { name: 'Dismiss offer' })).toBeVisible();
  await offer.hover();
  await page.clock.runFor(15_000);
  await expect(offer).toBeVisible();
  await page.mouse.move(400, 600);
  await page.clock.runFor(10_000);
  await expect(offer).toBeHidden();
  await page.goto('/about');
  // Another test may create a newer coupon, which becomes the offer.
  const dismissed = page.locator(`[data-code="${await offer.getAttribute('data-code')}"]`);
  await expect(dismissed).toBeVisible();
  await offer.getByRole('button', { name: 'Dismiss offer' }).click();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dismissed).toBeHidden();
});

test('the wishlist asks a guest to log in, announced to screen readers', async ({ page, baseURL }) => {
  await page.goto('/');
  await page.getByRole(header).getByRole('link', { name: 'Wishlist' }).click();
  const notice = page.locator('[role=status]').filter({ hasText: 'Please login to view wishlist' }).first();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await signUp(page, baseURL!);
  await page.reload();
  await page.getByRole(header).getByRole('link', { name: 'Wishlist' }).click();
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
});

test('a slow page says Loading..., and opens at its top', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/shipping');
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
  await page.route(/\/returns\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Returns' }).click();
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns & Exchanges');
  await expect(page.getByText('Loading...')).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shipping Info');
});

test('gallery and My Orders show their own loading state', async ({ page, baseURL }) => {
  await signUp(page, baseURL!);
  await page.route(/\.data\b/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto('/gallery');
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Oil' }).click();
  await expect(page.getByText('Loading artworks...')).toBeVisible();
  await expect(page.getByText('Please wait while we fetch the data')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oil Paintings');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByText('Loading your orders...')).toBeVisible();
  await expect(page.getByText('No orders found.')).toBeVisible();
});

test('home fills in featured artworks and keeps them while reloading', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole(header).getByRole('link', { name: 'Home', exact: true }).first().click();
  const cards = page.getByRole('region', { name: 'Featured artworks' }).getByRole('article');
  await expect(cards).toHaveCount(6);
  await cards.first().evaluate((card) => card.setAttribute('data-same', ''));
  await cards
    .first()
    .getByRole('button', { name: /to wishlist$/ })
    .click();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await expect(cards.first()).toHaveAttribute('data-same', '');
});

test('#/terms still leads to the terms', async ({ page }) => {
  await page.goto('/#/terms');
  await expect(page).toHaveURL(/\/terms$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
});

test('the painters’ picture has a fallback', async ({ browser, baseURL }) => {
  const page = await browser.newPage();
  await page.route(/scenes\/painters-table/, (route) => route.abort());
  await page.goto(`${baseURL}/services`);
  const region = page.getByRole('region', { name: 'Custom fabric painting' });
  await expect(region.getByRole('img', { name: /^Work table with a red saree/ })).toBeVisible();
  await page.close();
});

test('a broken picture is replaced by the placeholder and its title', async ({ page }) => {
  await page.route(/\/media\//, (route) => route.abort());
  await page.goto('/gallery/skin-care');
  await expect(page.getByRole('article').first().locator('[data-broken]')).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves: no animation, transition or automatic scrolling', async ({ page }) => {
    for (const path of ['/', '/gallery', '/artwork/7', '/cart', '/track-order', '/custom-order']) {
      await page.goto(path);
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) =>
          [undefined, '::before', '::after'].flatMap((pseudo) => {
            const style = getComputedStyle(element, pseudo);
            const longest = Math.max(
              ...`${style.animationDuration},${style.transitionDuration}`.split(',').map((part) => parseFloat(part)),
            );
            return longest > 0.001 || style.scrollBehavior === 'smooth' ? [`${element.className} ${longest}`] : [];
          }),
        ),
      );
      expect([path, moving]).toEqual([path, []]);
    }
    await page.goto('/artwork/7');
    const jump = () =>
      page.evaluate(() => {
        const seen: unknown[] = [];
        const scroll = Element.prototype.scrollIntoView;
        Element.prototype.scrollIntoView = function (how) {
          seen.push((how as ScrollIntoViewOptions).behavior);
          scroll.call(this, how);
        };
        document.querySelector<HTMLElement>('[aria-label="Picture 2 of 2"]')!.click();
        return seen;
      });
    await expect.poll(jump).toEqual(['instant']);
  });
});

test('a contact message survives a lost connection and arrives once', async ({ page, context }) => {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByLabel('Name').fill('Asha');
  await form.getByLabel('Email').fill('asha@example.in');
  await form.getByLabel('Subject').fill('A saree');
  await form.getByLabel('Message').fill('Do you paint on tussar?');
  const key = await form.locator('[name=key]').inputValue();
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('We’ll send this when you’re back online')).toBeVisible();
  await expect(form.getByLabel('Message')).toHaveValue('Do you paint on tussar?');
  await expect(form.locator('[name=key]')).toHaveValue(key);
  await context.setOffline(false);
  await expect(page.getByText('Message sent!')).toBeVisible();
  await expect(page.getByText(/Your ticket number:/)).toBeVisible();
  await page.getByRole('link', { name: 'Send another message' }).click();
  await expect(form.getByLabel('Message')).toHaveValue('');
});

test('offline pages recover, and search, sign-in and input stay', async ({ page, context }) => {
  await page.goto('/faq');
  const question = page.getByRole('searchbox', { name: 'Search the questions' });
  await question.fill('emi');
  await expect(page).toHaveURL(/\?q=emi$/);
  await context.setOffline(true);
  await question.fill('wash');
  await expect(page.getByRole('heading', { name: 'Search Results (1 found)' })).toBeVisible();
  await expect(page.getByRole('group').filter({ hasText: 'How do I wash' })).toHaveAttribute('open');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(question).toBeFocused();
  await expect(page.getByRole('main').getByRole('group')).toHaveCount(20);

  await context.setOffline(false);
  await page.goto('/gallery');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const search = page.getByRole('combobox', { name: 'Search artworks' });
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/search'));
  await search.pressSequentially('soap');
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Art Gallery');
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You seem to be offline');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Art Gallery');
  await expect(page.getByText('3 artworks found')).toBeVisible();

  const login = page.waitForResponse((response) => /assets\/login-/.test(response.url()));
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await login;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('asha@example.in');
  await dialog.getByLabel('Password', { exact: true }).fill('bindu-and-lotus');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('An unexpected error occurred');
  await expect(dialog.getByLabel('Email')).toHaveValue('asha@example.in');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('bindu-and-lotus');
});

test('text typed before the script is still searched', async ({ page }) => {
  let run = () => {};
  const runs = new Promise<void>((resolve) => (run = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await runs;
    await route.continue();
  });
  await page.goto('/faq', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('emi');
  const search = page.getByRole('combobox', { name: 'Search artworks' });
  await search.fill('soap');
  run();
  await expect(page.getByRole('heading', { name: 'Search Results (1 found)' })).toBeVisible();
  await search.press('Enter');
  await expect(page).toHaveURL(/\/gallery\?q=soap$/);
});

test('a drag out of a dialog keeps it open; clicking beside does not', async ({ page }) => {
  await page.goto('/login?mode=signup');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  await name.fill('Meera');
  const box = (await name.boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(20, 600, { steps: 4 });
  await page.mouse.up();
  await expect(name).toHaveValue('Meera');
  await page.mouse.click(20, 600);
  await expect(dialog).toBeHidden();
});

test('a phone notice is above the cookie banner until answered', async ({ page }) => {
  const notice = page.locator('.toast').filter({ hasText: 'Please login to view wishlist' });
  const banner = page.getByRole('region', { name: 'Cookies' });
  const boxes = async () => ({ notice: (await notice.boundingBox())!, banner: (await banner.boundingBox())! });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto('/');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole(header).getByRole('link', { name: 'Wishlist' }).click();
    await notice.hover();
    await expect
      .poll(async () => {
        const { notice, banner } = await boxes();
        return notice.y > 0 && notice.y + notice.height <= banner.y && banner.y + banner.height <= 640;
      })
      .toBe(true);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect
      .poll(async () => {
        const { notice, banner } = await boxes();
        return notice.y + notice.height <= banner.y || notice.y >= banner.y + banner.height;
      })
      .toBe(true);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await notice.hover();
  await banner.getByRole('button', { name: 'Reject non-essential' }).click();
  await expect(banner).toHaveCount(0);
  const last = page.locator('.toast').last();
  await expect
    .poll(async () => {
      const { y, height } = (await last.boundingBox())!;
      return 640 - y - height;
    })
    .toBeLessThan(20);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a notice covers neither the cookie banner nor the heading', async ({ page }) => {
    await page.goto('/gallery/skin-care');
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    const shown = (await page.locator('noscript .toast').boundingBox())!;
    const banner = (await page.getByRole('region', { name: 'Cookies' }).boundingBox())!;
    const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
    expect(shown.y + shown.height).toBeLessThanOrEqual(Math.min(banner.y, heading.y));
  });
});
