import { expect, newEmail, routerStarted, testWithRouter as test } from './shopping.ts';

/** As after an update that removed the earlier build's files. */
const SCRIPT = /\/assets\/sign-in-dialog-[^/]*\.js/;
const asUpdated = { status: 404, contentType: 'text/plain', body: 'Not Found' };

test('a missing script reloads the page once, and then says so', async ({ page }) => {
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(SCRIPT, (route) => route.fulfill(asUpdated));
  await page.goto('/about');
  expect(loads).toBe(1);
  const signIn = page.getByRole('link', { name: 'Sign in' }).first();
  const reloaded = page.waitForEvent('load');
  await signIn.click();
  await reloaded;
  await routerStarted(page);
  expect(loads).toBe(2);
  await signIn.click();
  await expect(page.getByText('This page is out of date.')).toBeVisible();
  expect(loads).toBe(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a missing script never reloads a page with unsaved text', async ({ page }) => {
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route(SCRIPT, (route) => route.fulfill(asUpdated));
  await page.goto('/contact');
  const email = newEmail();
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page.getByText('This page is out of date.')).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
  expect(loads).toBe(1);
  await page.unroute(SCRIPT);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loads).toBe(2);
});
