import { ADMIN, answerCookieBanner, expect, signIn, test } from './shopping.ts';

test.beforeEach(async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signIn(page, baseURL!, ADMIN);
});

test('shortcuts search, open and navigate; text in fields stays text', async ({ page }) => {
  await page.goto('/admin/artworks?view=list');
  await expect(page.getByRole('heading', { level: 1, name: 'Artworks' })).toBeVisible();
  const search = page.getByRole('dialog', { name: 'Search everything' });
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(search).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type('himalayan');
  const hits = search.getByRole('region', { name: 'Artworks' }).getByRole('link');
  await expect(hits.first()).toContainText('Himalayan');
  await page.keyboard.press('ArrowDown');
  await expect(hits.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Himalayan/ })).toBeVisible();
  await expect(search).toBeHidden();

  await page.getByRole('textbox', { name: 'Title' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('/?gj');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/\/\?gj$/);
  await page.keyboard.press('Control+k');
  await expect(search).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  // A closed overlay leaves its history entry a moment later.
  await expect.poll(() => page.evaluate(() => (history.state as { isLayer?: true } | null)?.isLayer)).toBeUndefined();

  await page.goto('/admin/contact');
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('j');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(rows.nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Consents' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit user' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.goto('/admin/orders');
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(rows.nth(1).getByRole('link').first()).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('x');
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked();

  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { level: 1, name: 'Shortcuts' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts in this browser' }).uncheck();
  await page.keyboard.press('/');
  await expect(search).toBeHidden();
});

test('every listed shortcut to a page opens it', async ({ page }) => {
  test.slow();
  await page.goto('/admin/shortcuts');
  const rows = page.getByRole('region', { name: /^Go to/ }).locator('dl > div');
  const listed = await rows.evaluateAll((all) =>
    all.map((row) => ({
      keys: [...row.querySelectorAll('kbd')].map((key) => key.textContent),
      what: row.querySelector('dd')!.textContent,
    })),
  );
  expect(listed.length).toBeGreaterThan(10);
  const heading = page.getByRole('heading', { level: 1 });
  const path = () => new URL(page.url()).pathname;
  const addresses = new Set([path()]);
  for (const { keys, what } of listed) {
    const before = await heading.textContent();
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(() => addresses.has(path()), { message: what }).toBe(false);
    await expect(heading, what).not.toHaveText(before!);
    await expect(heading, what).toBeFocused();
    addresses.add(path());
  }
  expect(addresses.size).toBe(listed.length + 1);
  const last = page.url();
  await page.keyboard.press('g');
  await page.keyboard.press('y');
  expect(page.url()).toBe(last);
});

test('a page’s heading has the focus as soon as it appears', async ({ page }) => {
  await page.goto('/admin/contact');
  const link = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Users' });
  await expect(link).toBeVisible();
  const hadFocus = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          const heading = document.querySelector('h1');
          if (heading?.textContent !== 'Users') return;
          observer.disconnect();
          resolve(document.activeElement === heading);
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      }),
  );
  await link.click();
  expect(await hadFocus).toBe(true);
});

test('a list follows the search field, and returns to all', async ({ page }) => {
  await page.goto('/admin/artworks?view=list');
  const field = page.getByRole('searchbox', { name: 'Search artworks' });
  await expect(async () => {
    await field.fill('');
    await field.pressSequentially('himal');
    await expect(page).toHaveURL(/q=himal/);
  }).toPass();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/view=list/);
  await field.fill('');
  await expect(page).not.toHaveURL(/q=himal/);
  await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(2);
});

test('on a phone, a bar at the bottom links every tab', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  const bar = page.getByRole('navigation', { name: 'Admin' });
  const more = page.getByRole('navigation', { name: 'More' });
  await expect(bar.getByRole('link')).toHaveText([/^Overview/, /^Artworks/, /^Orders/, /^Order Requests/]);
  await expect(more).toBeHidden();
  await bar.getByRole('button', { name: /^More \d+ waiting$/ }).click();
  await expect(more.getByRole('link')).toHaveText([
    /^Users/,
    /^Coupons/,
    /^Payments/,
    /^Inbox/,
    /^Settings/,
    /^Notifications/,
    /^Sent messages/,
    /^Audit/,
    /^Export/,
    /^Shortcuts/,
    /^View shop/,
  ]);
  await more.getByRole('link', { name: 'Coupons' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible();
  await expect(more).toBeHidden();
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused();
});

test('the whole menu is visible at 1280 × 800', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin');
  const rail = page.getByRole('navigation', { name: 'Admin' });
  await expect(rail.locator('a:visible, button:visible')).toHaveText([
    /^Overview/,
    /^Artworks/,
    /^Orders/,
    /^Order Requests/,
    /^Users/,
    /^Coupons/,
    /^Payments/,
    /^Inbox/,
    /^Settings/,
    /^More/,
  ]);
  await expect(rail.getByRole('button', { name: 'More' })).toBeInViewport({ ratio: 1 });
  await rail.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
});

test('the views of a tab are links, with the open one marked', async ({ page }) => {
  await page.goto('/admin/orders');
  const views = page.getByRole('navigation', { name: 'Orders views' });
  await views.getByRole('link', { name: /^To pack/ }).click();
  await expect(page).toHaveURL(/status=to-pack/);
  await expect(views.locator('[aria-current=page]')).toHaveText('To pack');
  await views.getByRole('link', { name: /^Returns/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible();
  await expect(views.locator('[aria-current=page]')).toHaveText(/^Returns/);
  const rail = page.getByRole('navigation', { name: 'Admin' });
  await expect(rail.locator('[aria-current=page]')).toHaveText(/^Orders/);
});

test('list rows and three-line cards are as low as a thumb allows', async ({ page }) => {
  const lowest = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    const rows = page.getByRole('main').locator('tr:has(a[data-row]), li:has(a[data-row])').filter({ visible: true });
    await expect(rows.first()).toBeVisible();
    return await rows.evaluateAll((all) => Math.min(...all.map((row) => row.getBoundingClientRect().height)));
  };
  for (const path of ['/admin/orders', '/admin/users', '/admin/payments?verification=all', '/admin/messages']) {
    expect.soft(await lowest(path, 1280), path).toBeLessThanOrEqual(45);
  }
  for (const path of ['/admin/orders', '/admin/users', '/admin/messages', '/admin/requests']) {
    expect.soft(await lowest(path, 390), path).toBeLessThanOrEqual(125);
  }
});
