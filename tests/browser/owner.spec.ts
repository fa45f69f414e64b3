import { ADMIN, expect, sendMessage, signIn, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the owner changes a person, makes a coupon and moves a founder, on a phone', async ({
  page,
  baseURL,
  request,
}) => {
  await signIn(page, baseURL!, ADMIN);
  const dialog = page.getByRole('dialog');

  await page.goto('/admin/users?q=customer');
  await page.getByRole('link', { name: 'Asha Rawat' }).click();
  await dialog.getByLabel('Phone').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Phone must be 10 digits');
  await dialog.getByLabel('Phone').fill('9876543210');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/q=customer/);

  await page.getByRole('button', { name: /^Menu/ }).click();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Coupons' }).click();
  await page.getByRole('link', { name: 'Add Coupon' }).click();
  await expect(dialog.getByLabel('Discount Percentage')).toHaveValue('0');
  const code = `RAIN${Date.now() % 100_000}`;
  await dialog.getByLabel('Code').fill(code.toLowerCase());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Above 0 and at most 100');
  await expect(dialog.getByLabel('Code')).toHaveValue(code.toLowerCase());
  await dialog.getByLabel('Discount Percentage').fill('7.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: code })).toBeVisible();
  const visited = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: `Deactivate ${code}` }).click();
  await expect(page.getByRole('button', { name: `Activate ${code}`, exact: true })).toBeVisible();
  // Back leaves the list at one press.
  expect(await page.evaluate(() => history.length)).toBe(visited);
  await page.getByRole('link', { name: `Delete ${code}` }).click();
  await dialog.getByRole('button', { name: 'Delete coupon' }).click();
  await expect(page.getByRole('heading', { name: code })).toHaveCount(0);

  await page.goto('/admin/settings/founders');
  const first = page.getByRole('group', { name: 'Founder 1' });
  const second = page.getByRole('group', { name: 'Founder 2' });
  const name = await first.getByLabel('Name').inputValue();
  await first.getByLabel('Role').fill('Typed, not saved');
  await page.getByRole('button', { name: 'Move Founder 1 down' }).click();
  await expect(second.getByLabel('Name')).toHaveValue(name);
  // What comes in meanwhile doesn't take away what isn't saved.
  const other = await page.context().newPage();
  await other.goto('/admin');
  await sendMessage(request, baseURL!, 'Gopal');
  await expect(other.getByText(/New message from/)).toBeVisible();
  await expect(second.getByLabel('Role')).toHaveValue('Typed, not saved');
  await expect(second.getByLabel('Name')).toBeFocused();
});

test('whose session ends over a form of the admin area is told so, and keeps what was typed', async ({
  page,
  baseURL,
}) => {
  await page.route('/api/events*', (route) => route.fulfill({ status: 204 }));
  for (const { at, label, button } of [
    { at: '/admin/artworks/new', label: 'Title', button: 'Save artwork' },
    { at: '/admin/settings/contact', label: 'Hours', button: 'Save' },
  ]) {
    await signIn(page, baseURL!, ADMIN);
    await page.goto(at);
    await page.getByRole('textbox', { name: label, exact: true }).fill('Typed for an hour');
    await page.context().clearCookies({ name: /session_token/ });
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('you are no longer signed in');
    await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue('Typed for an hour');
  }
});
