import { rupees } from '#app/basics/money.ts';
import { artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { serveOwnShop } from './own-shop.ts';
import { answerCookieBanner, expect, holdScripts, ownPost, picture, signUp, test } from './shopping.ts';

test('applies filters, limits and sorting chosen before the script', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const arrive = await holdScripts(page);
  await page.goto('/gallery', { waitUntil: 'commit' });
  const tick = page.getByRole('group', { name: 'Medium' }).getByRole('checkbox').first();
  const limit = page.getByRole('spinbutton', { name: 'Highest price in rupees' });
  const sort = page.getByLabel('Sort by');
  await tick.check();
  await limit.fill('9000');
  await sort.selectOption('price-low');
  arrive();
  await expect(page).toHaveURL(/\?(?=.*medium=)(?=.*max=9000)(?=.*sort=price-low)/);
  await expect(page.getByRole('link', { name: 'Clear filters' })).toBeVisible();
  await expect(tick).toBeChecked();
  await expect(limit).toHaveValue('9000');
  await expect(sort).toHaveValue('price-low');
});

test('applies a price limit moved before the script', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const arrive = await holdScripts(page);
  await page.goto('/gallery', { waitUntil: 'commit' });
  const thumb = page.getByRole('slider', { name: 'Highest price' });
  await thumb.fill('5000');
  arrive();
  await expect(page).toHaveURL(/max=5000/);
  await expect(thumb).toHaveValue('5000');
});

test('sends pictures chosen before the script loads', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const arrive = await holdScripts(page);
  await page.goto('/custom-order', { waitUntil: 'commit' });
  const field = page.locator('input[type=file]');
  await expect(field).toHaveAttribute('name', 'inspiration');
  await field.setInputFiles([await picture('gate.jpg', '#c04020'), await picture('door.jpg', '#2040c0')]);
  arrive();
  await expect(page.locator('img[alt="Inspiration 2"]')).toBeAttached();
  await expect(page.locator('img[alt^="Inspiration"]')).toHaveCount(2);
});

test('a settings box ticked before the script stays ticked and saves', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signUp(page, baseURL!);
  const arrive = await holdScripts(page);
  await page.goto('/profile/settings', { waitUntil: 'commit' });
  const box = page.getByRole('checkbox', { name: /^Marketing emails/ });
  await box.check();
  const wasUnticked = await box.evaluateHandle((input: HTMLInputElement) => {
    const seen = { unticked: false };
    const look = () => {
      seen.unticked ||= !input.checked;
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  arrive();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expect(box).toBeChecked();
  expect(await wasUnticked.jsonValue()).toEqual({ unticked: false });
});

test('keeps size, quantity and payment method chosen before the script', async ({ browser }) => {
  // Cash on delivery in the shared shop would change other tests’ checkouts.
  test.slow();
  const { shop, baseURL, close } = await serveOwnShop();
  const context = await browser.newContext({ baseURL });
  try {
    await updateSettings(shop.systemContext(), { paymentMethods: ['manual', 'cod'] });
    const [artwork, bought] = await inTransaction(shop.systemContext(), async ({ database }) => {
      const runner = { title: 'Jute Runner', price: rupees(800), stockCount: 8, hasVariants: true };
      const { id: artworkId, slug } = await insertArtwork(database, runner);
      const variant = { artworkId, price: rupees(800), stockCount: 4 };
      const [, long] = await database
        .insert(artworkVariants)
        .values([
          { ...variant, position: 0, size: 'Short' },
          { ...variant, position: 1, size: 'Long' },
        ])
        .returning();
      return [{ id: artworkId, slug }, long!];
    });
    const page = await context.newPage();
    await signUp(page, baseURL);
    await answerCookieBanner(page, baseURL);

    const arrive = await holdScripts(page);
    await page.goto(`/artwork/${artwork.slug}`, { waitUntil: 'commit' });
    const long = page.getByRole('radio', { name: 'Long' });
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
    await long.check();
    await quantity.fill('3');
    arrive();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(quantity).toHaveValue('4');
    await expect(long).toBeChecked();
    await page.unrouteAll();

    const form = { intent: 'add', artworkId: artwork.id, variantId: bought.id, quantity: '1' };
    await page.request.post('/visitor-state', { form, headers: ownPost(baseURL), maxRedirects: 0 });
    const arriveAgain = await holdScripts(page);
    await page.goto('/checkout', { waitUntil: 'commit' });
    await page.getByRole('radio', { name: 'Cash on delivery' }).check();
    arriveAgain();
    await expect(page.getByText('in cash on delivery')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked();
  } finally {
    await context.close();
    await close();
  }
});
