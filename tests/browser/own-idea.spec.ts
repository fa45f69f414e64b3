import { answerCookieBanner, countTaps, CUSTOMER, expect, newPhone, signIn, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const PHOTO_OR_SENTENCE = 'Start from a photo or a sentence';

test('a saree is customised from home in nine taps, without a dead end', async ({ page, baseURL }) => {
  await signIn(page, baseURL!, CUSTOMER);
  await answerCookieBanner(page, baseURL!);
  const taps = await countTaps(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Start a custom order' }).click();
  await page.getByRole('radio', { name: 'I have the fabric' }).click();
  await page.getByRole('button', { name: 'Next: design' }).click();
  await expect(page.getByRole('radio', { name: PHOTO_OR_SENTENCE })).toBeChecked();
  await page.getByRole('radio', { name: 'Aipan Threshold Saree' }).click();
  await page.getByLabel('Describe your design').click();
  await page.getByLabel('Describe your design').fill('A lotus on the pallu');
  await page.getByRole('button', { name: 'Next: stitching' }).click();
  await page.getByRole('radio', { name: 'No, just the fabric' }).click();
  await page.getByRole('button', { name: 'Next: review' }).click();
  await expect(page.getByRole('definition').getByText('Aipan Threshold Saree')).toBeVisible();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('heading', { name: 'Request Received' })).toBeVisible();
  expect(taps()).toBe(9);
});

test('an own idea is sent as that piece', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/custom-order');
  await page.getByRole('radio', { name: 'Source it for me' }).click();
  await page.getByRole('button', { name: 'Next: design' }).click();
  await page.getByLabel('Describe your design').fill('My grandmother’s courtyard');
  await page.getByRole('button', { name: 'Next: stitching' }).click();
  await page.getByRole('radio', { name: 'No, just the fabric' }).click();
  await page.getByRole('button', { name: 'Next: review' }).click();
  await expect(page.getByRole('definition').getByText('Your own idea')).toBeVisible();
  await page.getByLabel('Name').fill('Asha Rawat');
  await page.getByLabel('Email').fill('asha.idea@example.in');
  await page.getByLabel('Phone').fill(newPhone());
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('heading', { name: 'Request Received' })).toBeVisible();
});

test('the chosen piece survives Back and a reload, whatever another tab chooses', async ({
  page,
  context,
  baseURL,
}) => {
  await answerCookieBanner(page, baseURL!);
  const other = await context.newPage();
  for (const [tab, title] of [
    [page, 'Aipan Threshold Saree'],
    [other, 'Madhubani Fish Dupatta'],
  ] as const) {
    await tab.goto('/custom-order');
    await tab.getByRole('radio', { name: 'I have the fabric' }).click();
    await tab.getByRole('button', { name: 'Next: design' }).click();
    await tab.getByRole('radio', { name: title }).click();
    await tab.getByLabel('Describe your design').fill('A lotus');
    await tab.getByRole('button', { name: 'Next: stitching' }).click();
  }
  const saree = page.getByRole('radio', { name: 'Aipan Threshold Saree', includeHidden: true });
  await page.goBack();
  await expect(saree).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Whose fabric should we paint on?' })).toBeVisible();
  await page.getByRole('button', { name: 'Next: design' }).click();
  await expect(page.getByRole('heading', { name: 'What should we paint?' })).toBeVisible();
  await expect(saree).toBeChecked();
  await page.reload();
  await expect(page.locator('[data-scripted]')).toBeVisible();
  await expect(saree).toBeChecked();
});

test('a piece is chosen offline too', async ({ page, context, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/custom-order');
  await page.getByRole('radio', { name: 'I have the fabric' }).click();
  await page.getByRole('button', { name: 'Next: design' }).click();
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'Aipan Threshold Saree' }).click();
  await expect(page).toHaveURL(/piece=/);
  await expect(page.getByRole('radio', { name: 'Aipan Threshold Saree' })).toBeChecked();
  await context.setOffline(false);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a custom order starts from an own idea or a chosen design', async ({ page }) => {
    await page.goto('/custom-order');
    await expect(page.getByRole('radio', { name: PHOTO_OR_SENTENCE })).toBeChecked();
    await page.getByRole('radio', { name: 'Madhubani Fish Dupatta' }).check();
    await page.getByRole('radio', { name: 'I have the fabric' }).check();
    await page.getByLabel('Describe your design').fill('Fish in blue');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByText('Please provide your name, email, and phone.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Madhubani Fish Dupatta', includeHidden: true })).toBeChecked();
  });
});
