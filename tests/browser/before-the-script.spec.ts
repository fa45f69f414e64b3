import { answerCookieBanner, expect, holdScripts, test } from './shopping.ts';

test('a tick, a limit and a sort that are chosen before the script has come are asked for', async ({
  page,
  baseURL,
}) => {
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

test('the price thumb that is moved before the script has come is asked for', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const arrive = await holdScripts(page);
  await page.goto('/gallery', { waitUntil: 'commit' });
  const thumb = page.getByRole('slider', { name: 'Highest price' });
  await thumb.fill('5000');
  arrive();
  await expect(page).toHaveURL(/max=5000/);
  await expect(thumb).toHaveValue('5000');
});
