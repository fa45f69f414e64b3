import { accessibilityProblems } from './accessibility.ts';
import {
  ADMIN,
  answerCookieBanner,
  completeOrder,
  expect,
  fillInAddress,
  newReference,
  orderNumberIn,
  signIn,
  signUp,
  test,
} from './shopping.ts';

const BASKET = '/admin/artworks/00000000-0000-4000-8000-000000000008';

test('a personalized order survives a reload, stays private, and reaches the owner', async ({
  page,
  baseURL,
  browser,
}) => {
  test.setTimeout(120_000);
  const studio = await browser.newContext({ baseURL: baseURL! });
  const owner = await studio.newPage();
  await answerCookieBanner(owner, baseURL!);
  await signIn(owner, baseURL!, ADMIN);
  const personalize = async (fill: () => Promise<void>) => {
    await owner.goto(`${BASKET}/personalization`);
    await fill();
    await owner.getByRole('button', { name: 'Save personalization' }).click();
    await expect(owner).toHaveURL(/done=save/);
  };
  await personalize(async () => {
    await owner.getByLabel('Label').first().fill('Name on the handle');
    await owner.getByLabel('Maximum characters').first().fill('12');
    await owner.getByLabel('Required').first().check();
  });

  await answerCookieBanner(page, baseURL!);
  await page.goto('/artwork/8');
  const title = 'Ringal Fruit Basket';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const name = page.getByLabel('Name on the handle');
  const add = page.getByRole('button', { name: /^Add to Cart\W+Ringal Fruit Basket$/ });
  await add.click();
  const mistakes = page.getByRole('alert').filter({ hasText: 'to fix' });
  await expect(mistakes).toContainText('Please answer: Name on the handle');
  await expect(mistakes).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await name.fill('Asha');
  await page.reload();
  await expect(name).toHaveValue('Asha');
  await add.click();
  await expect(page.getByText(`Added ${title} to your cart`)).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Name on the handle: Asha')).toBeVisible();
  await page.getByRole('link', { name: /^Change\W+Ringal Fruit Basket$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personalization');
  expect(await accessibilityProblems(page)).toEqual([]);
  await name.fill('आशा');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText('Name on the handle: आशा')).toBeVisible();

  await signUp(page, baseURL!, 'Asha Rawat');
  await page.goto('/checkout');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Name on the handle: आशा');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(newReference());
  await completeOrder(page).click();
  await expect(page).toHaveURL(/\/profile\/orders/);
  await expect(page.getByText('Name on the handle: आशा')).toBeVisible();

  const orderNumber = await orderNumberIn(page.getByRole('main'));
  await owner.goto(`/admin/orders?q=${orderNumber}`);
  await owner.getByRole('link', { name: orderNumber }).filter({ visible: true }).first().click();
  await expect(owner.getByText('Name on the handle: आशा')).toBeVisible();

  const openArtwork = async () => {
    const scripted = page.waitForResponse(/being-bought/);
    await page.goto('/artwork/8');
    await scripted;
  };
  const signInAnew = async (who?: string) => {
    await page.context().clearCookies();
    await answerCookieBanner(page, baseURL!);
    if (who) await signUp(page, baseURL!, who);
  };
  await openArtwork();
  await name.fill('Bust 92 cm');
  await page.reload();
  await expect(name).toHaveValue('Bust 92 cm');
  await signInAnew('Nanda Devi');
  await openArtwork();
  await expect(name).toHaveValue('');
  await signInAnew();
  await openArtwork();
  await expect(name).toHaveValue('');
  await name.fill('Meera');
  await page.reload();
  await expect(name).toHaveValue('Meera');
  await signUp(page, baseURL!, 'Meera Bisht');
  await openArtwork();
  await expect(name).toHaveValue('Meera');
  await personalize(() => owner.getByRole('button', { name: 'Remove field 1' }).click());
  await studio.close();
});
