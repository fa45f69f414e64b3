import { signInAdmin } from '#tests/support/request-shop.ts';
import { serveOwnShop } from './own-shop.ts';
import { ADMIN, answerCookieBanner, expect, listenForProblems, PASSWORD, signIn, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('changes name, address and phone with one Save', async ({ browser }) => {
  test.slow();
  // In the shared shop, another name would disturb other tests.
  const { shop, baseURL, close } = await serveOwnShop();
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  try {
    const problems = listenForProblems(context);
    const page = await context.newPage();
    await signInAdmin(shop, { name: 'Kamla Bisht' });
    await signIn(page, baseURL, { email: 'kamla.bisht@example.in', password: PASSWORD });
    await page.goto('/admin');
    let taps = 0;
    await page.exposeFunction('countTap', () => (taps += 1));
    await page.evaluate(() => document.addEventListener('click', () => (window as never as Taps).countTap(), true));

    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).filter({ visible: true }).click();
    const main = page.getByRole('main');
    await expect(main.getByLabel('Shop name')).toBeVisible();
    await main.getByLabel('Shop name').fill('Kumaon Aipan House');
    await main.getByRole('textbox', { name: 'Address' }).fill('4 Mall Road, Almora 263601');
    await main.getByRole('textbox', { name: 'Phone', exact: true }).fill('94120 11111');
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeInViewport();
    expect(taps).toBe(3);

    await expect(main.getByLabel('WhatsApp')).toHaveValue('');
    const guest = await context.newPage();
    await guest.goto('/contact');
    await expect(guest).toHaveTitle(/Kumaon Aipan House/);
    const shown = guest.getByRole('main');
    await expect(shown).toContainText('94120 11111');
    await expect(shown).toContainText('Kumaon Aipan House, 4 Mall Road, Almora 263601');
    await expect(shown.locator('a[href*="wa.me"]').first()).toHaveAttribute('href', /9412011111/);
    expect(problems).toEqual([]);
  } finally {
    await context.close();
    await close();
  }
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(`Save follows the scroll once something changed, at ${viewport.width} px`, async ({ page, baseURL }) => {
    await answerCookieBanner(page, baseURL!);
    await signIn(page, baseURL!, ADMIN);
    await page.setViewportSize(viewport);
    await page.goto('/admin/settings/home');
    const main = page.getByRole('main');
    const save = main.getByRole('button', { name: 'Save', exact: true });
    const discard = page.locator('form[data-settings]').getByRole('button', { name: 'Discard' });
    const headline = main.getByLabel('Headline, first line');
    const before = await headline.inputValue();
    await expect(save).not.toBeInViewport();
    await headline.pressSequentially(' and more');
    await expect(save).toBeInViewport({ ratio: 1 });
    await expect(main.getByText('Unsaved changes')).toBeInViewport();
    const bar = page.getByRole('navigation', { name: 'Admin' });
    const lowest = viewport.width < 1024 ? (await bar.boundingBox())!.y : viewport.height;
    const box = (await save.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(lowest);

    await page.getByRole('link', { name: 'Overview' }).filter({ visible: true }).first().click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await discard.press('Enter');
    await expect(headline).toHaveValue(before);
    await expect(discard).toBeHidden();
    await expect(save).not.toBeInViewport();

    await headline.fill('');
    await page.keyboard.press('Control+s');
    await expect(main.getByRole('alert')).toContainText('Enter some text');
    await expect(save).toBeInViewport();
    await discard.click();
    await expect(main.getByRole('alert')).toBeHidden();
    await expect(headline).toHaveValue(before);
    await page.getByRole('link', { name: 'Orders', exact: true }).filter({ visible: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  });

test('the search opens a setting at its field', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signIn(page, baseURL!, ADMIN);
  const find = async (typed: string, hit: RegExp) => {
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search everything' }).fill(typed);
    await page.getByRole('region', { name: 'Settings' }).getByRole('link', { name: hit }).click();
  };
  await page.goto('/admin');
  const main = page.getByRole('main');
  await find('phone number', /^Phone/);
  await expect(main.getByRole('textbox', { name: 'Phone', exact: true })).toBeFocused();
  await find('grievance', /^Grievance officer Your shop/);
  await expect(main.getByLabel('Grievance officer', { exact: true })).toBeFocused();
  await find('cod charge', /^Cash on delivery charge/);
  await expect(main.getByRole('group', { name: 'Payment methods' })).toBeFocused();
  await find('holiday', /^Closed days/);
  await expect(main.getByRole('heading', { name: 'Closed days' })).toBeInViewport();
});

type Taps = { countTap: () => void };
