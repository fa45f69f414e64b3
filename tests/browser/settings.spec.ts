import { signInAdmin } from '#tests/support/request-shop.ts';
import { serveOwnShop } from './own-shop.ts';
import { expect, listenForProblems, PASSWORD, signIn, test } from './shopping.ts';

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

type Taps = { countTap: () => void };
