import type { Page } from '@playwright/test';
import { totp } from '#tests/support/totp.ts';
import {
  ADMIN,
  answerCookieBanner,
  expect,
  holdScripts,
  newEmail,
  PASSWORD,
  putIntoCart,
  signIn,
  signUp,
  signUpAndLeave,
  test,
} from './shopping.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(({ page, baseURL }) => answerCookieBanner(page, baseURL!));

test('two-step sign-in is set up with an app and asked next time', async ({ page, baseURL }) => {
  const email = await signUp(page, baseURL!);
  await page.goto('/profile/security');
  await page.getByRole('link', { name: 'Set up two-step sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Two-step sign-in', level: 2 })).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  const address = await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href');
  const secret = new URL(address!).searchParams.get('secret')!;
  await page.getByRole('textbox', { name: 'Code' }).fill(totp(secret));
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().textContent();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('bisvar-recovery-codes.txt');
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByText('Recovery codes left: 10.')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto('/gallery');
  await page.goto('/login?returnTo=%2Fprofile');
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(dialog(page).getByLabel('Code')).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This code is wrong or has expired')).toBeVisible();
  await dialog(page).getByLabel('Code').fill(recovery!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Namaste, Ila Pant' })).toBeVisible();
});

test('a mailed code signs in without a password', async ({ page, browser, baseURL }) => {
  const email = await signUpAndLeave(page, baseURL!);
  await page.goto('/gallery');
  await page.goto('/login?returnTo=%2Fprofile');
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByRole('link', { name: 'Send me a code' }).click();
  await expect(dialog(page).getByLabel('Email')).toHaveValue(email);
  await dialog(page).getByRole('button', { name: 'Send me a code' }).click();
  await expect(dialog(page).getByText('we have sent a code to it')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeDisabled();

  const studio = await browser.newPage({ baseURL });
  await signIn(studio, baseURL!, ADMIN);
  await expect(async () => {
    await studio.goto(`/admin/messages?q=${encodeURIComponent(email)}`);
    await studio.getByRole('link', { name: /Your sign-in code for/ }).click({ timeout: 1_000 });
  }).toPass();
  const mail = studio.getByRole('dialog').locator('iframe').contentFrame();
  const code = /\d{6}/.exec(await mail.getByText(/^\d{6}$/).innerText())![0];
  await studio.close();

  await dialog(page).getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Namaste, Ila Pant' })).toBeVisible();
});

test('signing out another device needs the password, and keeps the page', async ({ page, browser, baseURL }) => {
  const email = await signUp(page, baseURL!);
  const elsewhere = await browser.newPage({ baseURL });
  await signIn(elsewhere, baseURL!, { email, password: PASSWORD });
  await page.goto('/profile/security');
  const password = page.getByLabel('Current password');
  const stranger = page.getByRole('main').getByRole('button', { name: /^Sign out (?!everywhere)/ });
  await password.fill('not-this');
  await page.keyboard.press('Enter');
  await stranger.click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Wrong current password');
  await expect(page.getByRole('alert')).toBeInViewport();
  await password.fill(PASSWORD);
  await stranger.click();
  await expect(page.getByText('Device signed out.')).toBeVisible();
  await expect(stranger).toHaveCount(0);
  await expect(password).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeInViewport();
  await elsewhere.goto('/profile');
  await expect(dialog(elsewhere).getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await elsewhere.close();
});

test('typing before the script continues in the same field', async ({ page }) => {
  const arrive = await holdScripts(page);
  await page.goto('/login?mode=signup', { waitUntil: 'commit' });
  await dialog(page).getByLabel('Name').focus();
  await page.keyboard.type('Ila ');
  arrive();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.keyboard.type('Pant');
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Ila Pant');
});

test('header sign-in returns to the page, focused on its heading', async ({ page, baseURL }) => {
  const email = await signUpAndLeave(page, baseURL!);
  await page.goto('/gallery');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/gallery$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a sign-in opened during a reload stays open', async ({ page, baseURL }) => {
  const email = await signUpAndLeave(page, baseURL!);
  await page.goto('/contact');
  const message = page.getByRole('form', { name: 'Write to us' });
  await message.getByLabel('Name').fill('Ila Pant');
  await message.getByLabel('Email').fill(email);
  await message.getByLabel('Subject').fill('Gates');
  await message.getByLabel('Message').fill('Do you paint gates?');
  const { promise: letGo, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/contact\.data/, async (route) => {
    if (route.request().method() === 'GET') await letGo;
    await route.continue();
  });
  const keyOf = () => page.evaluate(() => (history.state as { key?: string } | null)?.key);
  const before = await keyOf();
  await message.getByRole('button', { name: 'Send message' }).click();
  await expect(message).toBeHidden();
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(dialog(page).getByLabel('Email')).toBeFocused();
  expect(await keyOf()).toBe(before);
  arrive();
  await expect.poll(keyOf).not.toBe(before);
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeHidden();
  await expect(dialog(page)).toBeHidden();
});

test('phone menu sign-in returns to the page without overlay', async ({ page, baseURL }) => {
  const email = await signUpAndLeave(page, baseURL!);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/gallery');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('link', { name: 'Sign in' }).click();
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/gallery$/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu.getByRole('link', { name: 'My Profile' })).toBeVisible();
});

test('a wrong code is refused each time it is sent', async ({ page }) => {
  await page.goto('/login?mode=code');
  await dialog(page).getByLabel('Email').fill(newEmail());
  await dialog(page).getByRole('button', { name: 'Send me a code' }).click();
  const code = dialog(page).getByLabel('Code');
  for (const wrong of ['111111', '222222']) {
    await code.fill(wrong);
    await expect(dialog(page).getByText('This code is wrong or has expired')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('This code is wrong or has expired')).toBeVisible();
  }
});

test('asks for a code only when Enter would send it', async ({ page }) => {
  await page.goto('/login?mode=code');
  await dialog(page).getByLabel('Email').fill(newEmail());
  const { promise: letGo, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: reading, resolve: read } = Promise.withResolvers<void>();
  await page.route(/\/login\.data/, async (route) => {
    if (route.request().method() === 'GET') {
      read();
      await letGo;
    }
    await route.continue();
  });
  await dialog(page).getByRole('button', { name: 'Send me a code' }).click();
  await reading;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const code = dialog(page).getByLabel('Code');
  await expect(code).toBeHidden();
  arrive();
  await expect(code).toBeFocused();
  await page.keyboard.type('111111');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This code is wrong or has expired')).toBeVisible();
});

test('“Send another code” asks for one', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login?mode=code');
  await dialog(page).getByLabel('Email').fill(newEmail());
  await dialog(page).getByRole('button', { name: 'Send me a code' }).click();
  await expect(dialog(page).getByText('we have sent a code to it')).toBeVisible();
  await page.clock.runFor(31_000);
  const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('send-again'));
  await dialog(page).getByRole('button', { name: 'Send another code', exact: true }).click();
  await asked;
});

test('signing up from the coupon message keeps focus and sheet', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await putIntoCart(page, baseURL!, 'Rose Petal Soap');
  await page.goto('/cart');
  const ask = page.getByText('Please log in to apply a coupon.');
  await page.getByRole('textbox', { name: 'Coupon' }).fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(ask).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).first().click();
  await expect(dialog(page).getByLabel('Email')).toBeFocused();
  await dialog(page).getByText('New here?').getByRole('link', { name: 'Create Account' }).click();
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Ila Pant');
  await dialog(page).getByLabel('Email').fill(newEmail());
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog(page).getByLabel('Confirm password').fill(PASSWORD);
  const { height } = (await dialog(page).boundingBox())!;
  const heights = await page.evaluateHandle(() => new Set<number>());
  await dialog(page).evaluate(
    (sheet, seen) => new ResizeObserver(() => seen.add(sheet.getBoundingClientRect().height)).observe(sheet),
    heights,
  );
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('link', { name: 'Continue' })).toBeFocused();
  await expect(dialog(page)).toBeHidden();
  expect((await heights.evaluate((seen) => [...seen])).filter((seen) => seen > 0)).toEqual([height]);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(ask).toBeHidden();
});
