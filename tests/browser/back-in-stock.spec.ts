import { accessibilityProblems } from './accessibility.ts';
import { answerCookieBanner, expect, newEmail, test } from './shopping.ts';

const SOLD_OUT = '/artwork/9';

test.use({ viewport: { width: 390, height: 844 } });

test('a guest asks for an email about a sold-out piece on a phone, and undoes it', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto(SOLD_OUT);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Request this piece' }).first()).toBeVisible();
  const button = main.getByRole('button', { name: 'Email me when it’s back' });
  await button.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(button).toBeEnabled();
  expect(await accessibilityProblems(page)).toEqual([]);
  const email = newEmail();
  const field = main.getByLabel('Email', { exact: true });
  await field.fill(email);
  await button.click();
  await expect(page.getByText('We’ll email you once it’s available.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. We won’t email you about it.')).toBeVisible();
  await expect(field).toHaveValue(email);
  await button.click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
