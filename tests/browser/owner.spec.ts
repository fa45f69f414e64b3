import type { APIRequestContext, Page } from '@playwright/test';
import { ADMIN, expect, holdStart, ownPost, routerStarted, sendMessage, signIn, signUp, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the owner edits a user, coupon and founder on a phone', async ({ page, baseURL, request }) => {
  await signIn(page, baseURL!, ADMIN);
  const dialog = page.getByRole('dialog');

  await page.goto('/admin/users?q=customer');
  await page.getByRole('link', { name: 'Asha Rawat' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Phone').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Phone must be 10 digits');
  await dialog.getByLabel('Phone').fill('9876543210');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/q=customer/);

  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Coupons' }).click();
  await page.getByRole('link', { name: 'Add Coupon' }).click();
  await expect(dialog.getByLabel('Discount Percentage')).toHaveValue('0');
  const code = `RAIN${Date.now() % 100_000}`;
  await dialog.getByLabel('Code').fill(code.toLowerCase());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a percentage above 0, up to 100');
  await expect(dialog.getByLabel('Code')).toHaveValue(code.toLowerCase());
  await dialog.getByLabel('Discount Percentage').fill('7.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: code })).toBeVisible();
  const visited = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: `Deactivate ${code}` }).click();
  await expect(page.getByRole('button', { name: `Activate ${code}`, exact: true })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(visited);
  await page.getByRole('link', { name: `Delete ${code}` }).click();
  await dialog.getByRole('button', { name: 'Delete coupon' }).click();
  await expect(page.getByRole('heading', { name: code })).toHaveCount(0);

  await page.goto('/admin/settings/home#founders');
  const first = page.getByRole('group', { name: 'Founder 1' });
  const second = page.getByRole('group', { name: 'Founder 2' });
  const name = await first.getByLabel('Name').inputValue();
  await first.getByLabel('Role').fill('Typed, not saved');
  await page.getByRole('button', { name: 'Move Founder 1 down' }).click();
  await expect(second.getByLabel('Name')).toHaveValue(name);
  const other = await page.context().newPage();
  await other.goto('/admin');
  await sendMessage(request, baseURL!, 'Gopal');
  await expect(other.getByText(/New message from/)).toBeVisible();
  await expect(second.getByLabel('Role')).toHaveValue('Typed, not saved');
  await expect(second.getByLabel('Name')).toBeFocused();
});

test('asks about unsaved settings before switching pages', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  await page.goto('/admin/settings/home#founders');
  const role = page.getByRole('group', { name: 'Founder 1' }).getByLabel('Role');
  const groups = page.getByRole('navigation', { name: 'Settings' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await role.fill('Typed, not saved');
  const stay = async () => {
    await groups.getByRole('link', { name: 'Your shop' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(role).toHaveValue('Typed, not saved');
  };
  await stay();
  await page.getByRole('button', { name: 'Add a founder' }).click();
  await expect(page.getByRole('group', { name: 'Founder 3' })).toBeVisible();
  await stay();
  await groups.getByRole('link', { name: 'Your shop' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await groups.getByRole('link', { name: 'Getting paid' }).click();
  await expect(page.getByLabel('UPI address')).toBeVisible();
});

test('leaving a form asks about text typed before the script started', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, ADMIN);
  const letGo = await holdStart(page);
  await page.goto('/admin/settings/home#founders');
  await page.getByRole('group', { name: 'Founder 1' }).getByLabel('Role').fill('Typed, not saved');
  await letGo();
  await routerStarted(page);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Your shop' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect(page.getByLabel('Role').first()).toHaveValue('Typed, not saved');
});

test('keeps admin form input when the session ends', async ({ page, baseURL }) => {
  await page.route('/api/events*', (route) => route.fulfill({ status: 204 }));
  for (const { at, label, button } of [
    { at: '/admin/artworks/new', label: 'Title', button: 'Save artwork' },
    { at: '/admin/settings', label: 'Hours', button: 'Save' },
  ]) {
    await signIn(page, baseURL!, ADMIN);
    await page.goto(at);
    await page.getByRole('textbox', { name: label, exact: true }).fill('Typed for an hour');
    await page.context().clearCookies({ name: /session_token/ });
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('you are signed out');
    await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue('Typed for an hour');
  }
});

test('a stale form stays stale after a live update', async ({ page, browser, baseURL, request }) => {
  await signIn(page, baseURL!, ADMIN);
  const dialog = page.getByRole('dialog');
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await page.request.post(path, { form, headers: ownPost(baseURL!), maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  };
  const code = `LEAKED${Date.now() % 100_000}`;
  await post('/admin/coupons/new', { code, discountPercentage: '20', active: 'yes' });
  await page.goto(`/admin/coupons?q=${code}`);
  await page.getByRole('link', { name: `Edit ${code}` }).click();
  await dialog.getByLabel('Discount Percentage').fill('25');
  const coupon = new URL(page.url()).pathname;
  await post(coupon, { intent: 'state', active: 'no' });
  await hearOfMessage(page, request, baseURL!);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This coupon was changed in the meantime.');
  await expect(dialog.getByLabel('Discount Percentage')).toHaveValue('25');

  // Other tests change the sample’s people.
  const stranger = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  const email = await signUp(stranger, baseURL!, 'Heera Negi');
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: 'Heera Negi' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Name').fill('Heera Negi-Bisht');
  const user = new URL(page.url()).pathname;
  await post(user, { name: 'Heera Negi', phone: '9123456780' });
  await hearOfMessage(page, request, baseURL!);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This account was changed in the meantime.');
});

async function hearOfMessage(page: Page, request: APIRequestContext, baseURL: string): Promise<void> {
  const readAgain = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('.data'));
  await sendMessage(request, baseURL, 'Heera Negi');
  await readAgain;
}
