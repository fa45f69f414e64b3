import { rupees } from '#app/basics/money.ts';
import { sweepBackInStockRequests } from '#app/modules/orders/holds/holds.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { accessibilityProblems } from './accessibility.ts';
import { serveOwnShop } from './own-shop.ts';
import { answerCookieBanner, expect, newEmail, test } from './shopping.ts';

test('a sold-out piece emails a guest once it is back, unless undone', async ({ browser }) => {
  test.slow();
  const { shop, baseURL, close } = await serveOwnShop();
  const lamp = { title: 'Clay Lamp', category: 'Home', price: rupees(900), stockCount: 0 };
  const { slug } = await insertArtwork(shop.database, lamp);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL });
  try {
    const page = await context.newPage();
    await answerCookieBanner(page, baseURL);
    await page.goto(`/artwork/${slug}`);
    const button = page.getByRole('main').getByRole('button', { name: 'Email me when it’s back' });
    await button.click();
    await expect(page.getByText('Email is required')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    const email = newEmail();
    const field = page.getByRole('main').getByLabel('Email', { exact: true });
    await field.fill(email);
    await button.click();
    await expect(page.getByText('We’ll email you once it’s available.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. We won’t email you about it.')).toBeVisible();
    await expect(field).toHaveValue(email);
    await button.click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await shop.database.update(artworks).set({ stockCount: 1 });
    await sweepBackInStockRequests(shop.systemContext());
    expect(await shop.mailTo(email, 'back-in-stock')).toContain(`/artwork/${slug}`);
    await page.reload();
    await expect(page.getByText('Only 1 left')).toBeVisible();
  } finally {
    await context.close();
    await close();
  }
});
