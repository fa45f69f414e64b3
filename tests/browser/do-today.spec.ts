import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { signInCustomer } from '#tests/support/request-shop.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { accessibilityProblems } from './accessibility.ts';
import { serveOwnShop } from './own-shop.ts';
import { ADMIN, expect, signIn, testWithRouter } from './shopping.ts';

let own: Awaited<ReturnType<typeof serveOwnShop>>;
const test = testWithRouter.extend<object, { ownAddress: string }>({
  ownAddress: [
    async ({ browserName: _ }, use) => {
      own = await serveOwnShop();
      await use(own.baseURL);
      await own.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownAddress }, use) => use(ownAddress),
});
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 10_000 });

test('a payment is confirmed in its row, once, and undone', async ({ page }) => {
  const { context } = await signInCustomer(own.shop);
  await insertArtwork(own.shop.database, { title: 'Full Moon', medium: 'oil', stockCount: 1 });
  for (let bought = 0; bought < 2; bought += 1) {
    const artwork = await insertArtwork(own.shop.database, { stockCount: 5 });
    await putIntoCart(context, artwork.id, 1);
    await orderCart(context);
  }
  await signIn(page, own.baseURL, ADMIN);
  await page.goto('/admin');
  const list = page.getByRole('list', { name: 'Do today' });
  const received = list.getByRole('button', { name: /^Received: / });
  await expect(received).toHaveCount(2);
  await expect(list).not.toContainText('Full Moon');
  expect(await accessibilityProblems(page)).toEqual([]);

  await received.first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const said = page.getByRole('status').filter({ hasText: 'Payment confirmed.' });
  await expect(said).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(received).toHaveCount(1);
  const verifications = async () =>
    (await own.shop.database.select({ verification: orders.verification }).from(orders)).map(
      (each) => each.verification,
    );
  expect((await verifications()).toSorted()).toEqual(['matched', 'unverified']);
  await expect(received).toBeFocused();

  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. 1 to confirm again.')).toBeVisible();
  await expect(received).toHaveCount(2);
  expect(await verifications()).toEqual(['unverified', 'unverified']);
});

test('Restock opens the stock of its artwork', async ({ page }) => {
  await insertArtwork(own.shop.database, {
    title: 'Clay Bell',
    medium: 'handcraft',
    category: 'Handcraft',
    stockCount: 0,
  });
  await signIn(page, own.baseURL, ADMIN);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Restock: Clay Bell' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Clay Bell');
  await expect(page.getByRole('textbox', { name: 'Stock' })).toBeInViewport();
});

test('names lead to the customer’s page', async ({ page }) => {
  const { context } = await signInCustomer(own.shop);
  const artwork = await insertArtwork(own.shop.database, { stockCount: 5 });
  await putIntoCart(context, artwork.id, 1);
  const { customerName } = await orderCart(context);
  await signIn(page, own.baseURL, ADMIN);
  await page.goto('/admin');
  await page.getByRole('list', { name: 'Do today' }).getByRole('link', { name: customerName }).first().click();
  await expect(page).toHaveURL(/\/admin\/users\/[\da-f-]{36}/);
  await page.goto('/admin');
  await page
    .getByRole('table', { name: /newest orders/ })
    .getByRole('link', { name: customerName })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/users\/[\da-f-]{36}/);
});
