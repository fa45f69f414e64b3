import type { Browser, BrowserContext, Page } from '@playwright/test';
import {
  answerCookieBanner,
  cartLink,
  completeOrder,
  expect,
  fillInAddress,
  listenForProblems,
  newReference,
  ownPost,
  PASSWORD,
  ARTWORKS,
  putIntoCart,
  signIn,
  signUp,
  test,
} from './shopping.ts';

async function anotherBrowser(browser: Browser, baseURL: string) {
  const context: BrowserContext = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') lines.push(page.url());
  });
  return { context, page, lines, problems: listenForProblems(context) };
}

const wishFor = async (page: Page, baseURL: string, artworkId: string, wanted: 'yes' | 'no') =>
  page.request.post('/visitor-state', {
    form: { intent: 'wish', artworkId, wanted },
    headers: ownPost(baseURL),
    maxRedirects: 0,
  });

test('removing from the wishlist announces it, offers undo and keeps focus', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const wish = async () => {
    for (const artworkId of Object.values(ARTWORKS)) await wishFor(page, baseURL!, artworkId, 'yes');
  };
  const wished = page.getByRole('main').locator('.artworks').first();
  const links = wished.getByRole('heading').getByRole('link');
  const takeOffAll = async (heading: string) => {
    const [first, second, third] = await links.allInnerTexts();
    const remove = (title: string) => wished.getByRole('button', { name: `Remove ${title} from wishlist` });
    await remove(second!).press('Enter');
    await expect(links.filter({ hasText: third })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Removed from wishlist' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(links).toHaveCount(3);
    await remove(second!).press('Enter');
    await expect(links).toHaveCount(2);
    await remove(third!).press('Enter');
    await expect(links.filter({ hasText: first })).toBeFocused();
    await remove(first!).press('Enter');
    await expect(page.getByText('Your wishlist is empty')).toBeVisible();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused();
  };
  await wish();
  await page.goto('/wishlist/guest');
  await takeOffAll('Your wishlist');
  await signUp(page, baseURL!);
  await wish();
  await page.goto('/profile/wishlist');
  await takeOffAll('Wishlist');
});

test('cart and wishlist changes appear in the person’s other browser', async ({ page, browser, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const email = await signUp(page, baseURL!);
  const other = await anotherBrowser(browser, baseURL!);
  await answerCookieBanner(other.page, baseURL!);
  await signIn(other.page, baseURL!, { email, password: PASSWORD });

  await other.page.goto('/cart');
  await expect(other.page.getByText('Your cart is empty')).toBeVisible();
  await expect.poll(() => other.lines.length).toBe(1);
  await page.goto('/gallery?q=shampoo');
  await page.getByRole('button', { name: /^Add to cart.*Amla Shampoo/i }).click();
  await expect(cartLink(other.page, 1)).toBeVisible();
  await expect(other.page.getByRole('main').getByRole('link', { name: 'Amla Shampoo' }).first()).toBeVisible();

  await other.page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click();
  await expect(other.page.getByText('Your wishlist is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Add Amla Shampoo to wishlist' }).click();
  await expect(other.page.getByRole('article').filter({ hasText: 'Amla Shampoo' })).toBeVisible();
  await other.page.getByRole('button', { name: 'Remove Amla Shampoo from wishlist' }).click();
  await expect(page.getByRole('button', { name: 'Add Amla Shampoo to wishlist' })).toBeVisible();
  await other.page.goto('/profile/orders');
  await expect(other.page.getByText('No orders found.')).toBeVisible();
  await expect.poll(() => other.lines.filter((url) => url.endsWith('/profile/orders')).length).toBe(1);
  expect(other.problems).toEqual([]);
  await other.context.close();
});

test('a cancellation appears in the person’s other browser', async ({ page, browser, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const email = await signUp(page, baseURL!);
  await putIntoCart(page, baseURL!, 'Amla Shampoo');
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(newReference());
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  const other = await anotherBrowser(browser, baseURL!);
  await answerCookieBanner(other.page, baseURL!);
  await signIn(other.page, baseURL!, { email, password: PASSWORD });
  await other.page.goto('/profile/orders');
  const card = other.page.getByRole('article', { name: /^Order BV-/ });
  await expect(card.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await expect.poll(() => other.lines.length).toBe(1);

  await page.getByRole('article').getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('article', { name: /^Order BV-/ })).toContainText('Cancelled by you');
  await expect(card).toContainText('Cancelled by you');
  await expect(card.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  await expect(other.page.getByText(/^Order BV-\S+ is now cancelled\.$/)).toBeAttached();
  expect(other.lines).toHaveLength(1);
  expect(other.problems).toEqual([]);
  await other.context.close();
});

test('a guest opens no event stream', async ({ browser, baseURL }) => {
  const guest = await anotherBrowser(browser, baseURL!);
  await putIntoCart(guest.page, baseURL!, 'Rose Petal Soap');
  for (const path of ['/cart', '/gallery', '/']) {
    await guest.page.goto(path);
    await expect(cartLink(guest.page, 1)).toBeVisible();
  }
  expect(guest.lines).toEqual([]);
  await guest.context.close();
});

test('a PIN code fills in the place; removed addresses can be restored', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signUp(page, baseURL!);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Add an address' }).click();
  await page.getByLabel('PIN Code').fill('263601');
  await expect(page.getByLabel('City')).toHaveValue('Almora');
  await expect(page.getByLabel('State')).toHaveValue('Uttarakhand');
  // A city that the page filled in may change with another PIN code.
  await page.getByLabel('PIN Code').fill('560001');
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru');
  await page.getByLabel('City').fill('Ranikhet');
  await page.getByLabel('PIN Code').fill('263601');
  await expect(page.getByText('You entered a different place.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Ranikhet');
  await page.getByRole('button', { name: 'Use Almora' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Almora');
  await page.getByLabel('PIN Code').fill('999999');
  await page.getByLabel('Street').fill('14 Mall Road');
  await page.getByRole('link', { name: 'My Orders' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const cards = page.getByRole('region', { name: 'Addresses' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove 14 Mall Road' }).click();
  await expect(page.getByText('No address provided')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(1);
  await expect(page.getByText('No address provided')).toHaveCount(0);

  const office = { label: 'Office', street: '3 Lala Bazaar', city: 'Pune', state: 'Maharashtra', zipCode: '411001' };
  await page.request.post('/profile/addresses/new', { form: office, headers: ownPost(baseURL!), maxRedirects: 0 });
  await putIntoCart(page, baseURL!, 'Rose Petal Soap');
  await page.goto('/checkout');
  await expect(page.getByLabel('Street')).toHaveValue('14 Mall Road');
  await page.getByLabel('Your addresses').selectOption({ label: 'Office, 3 Lala Bazaar, Pune' });
  await expect(page.getByLabel('Street')).toHaveValue('3 Lala Bazaar');
  await expect(page.getByLabel('State')).toHaveValue('Maharashtra');
  await page.getByLabel('Your addresses').selectOption({ label: 'Another address' });
  await page.getByLabel('PIN code').fill('560001');
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru');
});

test('a profile that could not be saved keeps its input', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signUp(page, baseURL!);
  await page.goto('/profile?edit=1');
  await page.getByLabel('Full name').fill('Ila Pant-Joshi');
  const password = page.getByLabel('Current password');
  await page.getByLabel('Phone').fill('98765 43210');
  await expect(password).toBeVisible();
  await page.getByLabel('Phone').fill('');
  await expect(password).toBeHidden();
  await page.getByLabel('Phone').fill('98765 43210');
  await password.fill(PASSWORD);
  const saving = /\/profile(?:\/_index)?\.data/;
  await page.route(saving, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to update profile. Please try again.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Phone')).toHaveValue('98765 43210');
  await page.unroute(saving);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByRole('main').getByText('Ila Pant-Joshi', { exact: true })).toBeVisible();
});

test('keeps the input when the session ends, and saves after sign-in', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const email = await signUp(page, baseURL!);
  await page.route('/api/events*', (route) => route.fulfill({ status: 204 }));
  const forms = [
    { at: '/profile/addresses/new', typed: { Street: '14 Mall Road', 'PIN Code': '263601', City: 'Almora' } },
    { at: '/profile?edit=1', typed: { 'Full name': 'Ila Pant-Joshi', Measurements: 'Bust 92 cm' } },
  ];
  for (const { at, typed } of forms) {
    await page.goto(at);
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
    if ('PIN Code' in typed) await expect(page.getByLabel('State')).toHaveValue('Uttarakhand');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('you are signed out');
    for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
    const elsewhere = await page.context().newPage();
    await signIn(elsewhere, baseURL!, { email, password: PASSWORD });
    await elsewhere.close();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/profile(\?saved=1)?$/);
  }
  await expect(page.getByText('Bust 92 cm')).toBeVisible();
  await expect(page.getByText('14 Mall Road').first()).toBeVisible();
});

test('a stale form overwrites nothing, even after other updates', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signUp(page, baseURL!);
  const address = { label: '', street: '14 Mall Road', city: 'Almora', state: 'Uttarakhand', zipCode: '263601' };
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(path, { form, headers: ownPost(baseURL!), maxRedirects: 0 });
  await post('/profile/addresses/new', address);
  await page.goto('/profile');
  const edit = page.getByRole('link', { name: 'Edit 14 Mall Road' });
  const there = (await edit.getAttribute('href'))!;
  const wishes = page.getByRole('link', { name: /^Wishlist/ }).first();
  let wished = 0;
  for (const [at, street] of [
    ['/profile?edit=1', '3 Lala Bazaar'],
    [there, '5 Lala Bazaar'],
  ] as const) {
    const listening = page.waitForRequest(/\/api\/events/);
    await page.goto(at);
    await listening;
    const before = await page.getByLabel('Street').inputValue();
    await page.getByLabel('City').fill('Ranikhet');
    await post(there, { ...address, street });
    await wishFor(page, baseURL!, Object.values(ARTWORKS)[wished]!, 'yes');
    wished += 1;
    await expect(wishes).toContainText(String(wished));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('changed in the meantime');
    await expect(page.getByLabel('Street')).toHaveValue(before);
    await expect(page.getByLabel('City')).toHaveValue('Ranikhet');
  }
});

test('switching tabs asks before discarding profile input', async ({ page, baseURL }) => {
  await signUp(page, baseURL!);
  await page.goto('/profile?edit=1');
  await page.getByLabel('Full name').fill('Ila Pant-Joshi');
  await page.getByRole('link', { name: 'My Orders' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Full name')).toHaveValue('Ila Pant-Joshi');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Namaste, Ila Pant-Joshi' })).toBeVisible();
  await page.getByRole('link', { name: 'My Orders' }).click();
  await expect(page).toHaveURL(/\/profile\/orders$/);
});

test('settings save themselves, and a deletion can be undone', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const email = await signUp(page, baseURL!);
  await page.goto('/profile/settings');
  await page.getByRole('checkbox', { name: /^Marketing emails/ }).check();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Marketing emails/ })).toBeChecked();

  await page.getByRole('link', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Password', { exact: true }).fill('a-wrong-one');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByText('Wrong current password')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Until then you can sign in and choose Undo.')).toBeVisible();
  await signIn(page, baseURL!, { email, password: PASSWORD });
  await page.goto('/gallery');
  await expect(page.getByText('Your account will be deleted on')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Account deletion cancelled.')).toBeVisible();
  await expect(page.getByText('Your account will be deleted on')).toHaveCount(0);
});

test('a shared wishlist shows artworks to add to cart or wishlist', async ({ page, browser, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signUp(page, baseURL!);
  await wishFor(page, baseURL!, ARTWORKS['Amla Shampoo'], 'yes');
  await page.goto('/profile/wishlist');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Your link').inputValue();
  const friend = await anotherBrowser(browser, baseURL!);
  await answerCookieBanner(friend.page, baseURL!);
  const { pathname } = new URL(link);
  await friend.page.goto(pathname);
  await expect(friend.page.getByRole('heading', { name: 'Ila’s wishlist' })).toBeVisible();
  await friend.page.getByRole('button', { name: 'Add Amla Shampoo to wishlist' }).click();
  await friend.page.getByRole('button', { name: /^Add to cart.*Amla Shampoo/i }).click();
  await expect(cartLink(friend.page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await friend.page.goto(pathname))!.status()).toBe(404);
  await friend.context.close();
});
