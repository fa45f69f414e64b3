import { accessibilityProblems } from './accessibility.ts';
import {
  ADMIN,
  answerCookieBanner,
  completeOrder,
  expect,
  fillInAddress,
  newReference,
  putIntoCart,
  signIn,
  signUp,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a gift is ordered on a phone; its slip has the note and no prices', async ({ page, browser, baseURL }) => {
  await signUp(page, baseURL!);
  await answerCookieBanner(page, baseURL!);
  await putIntoCart(page, baseURL!, 'Amla Shampoo');
  await page.goto('/checkout');
  const gift = page.getByRole('checkbox', { name: 'This is a gift' });
  const note = page.getByLabel('Gift note');
  await expect(note).toBeHidden();
  await expect(page.getByLabel('Save this address')).toBeVisible();
  await gift.check();
  await expect(page.getByRole('heading', { name: 'Delivery address of the recipient' })).toBeVisible();
  await expect(page.getByText('The slip shows no prices.')).toBeVisible();
  await expect(page.getByLabel('Save this address')).toBeHidden();
  await note.fill('Happy birthday,\nRavi!');
  await page.getByLabel('Recipient’s name').fill('Ravi Joshi');
  await fillInAddress(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.reload();
  await expect(gift).toBeChecked();
  await expect(note).toHaveValue('Happy birthday,\nRavi!');
  await expect(page.getByLabel('Recipient’s name')).toHaveValue('Ravi Joshi');

  await page.getByLabel('Payment reference ID').fill(newReference());
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  const orderId = new URL(page.url()).searchParams.get('placed')!;
  await page.goto('/profile/orders');
  const card = page.getByRole('article', { name: /^Order BV-/ });
  await expect(card).toContainText('Gift for Ravi Joshi.');
  await expect(card).toContainText('Happy birthday');

  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } });
  const owner = await context.newPage();
  await signIn(owner, baseURL!, ADMIN);
  await owner.goto(`/admin/orders/${orderId}`);
  await expect(
    owner.getByText('Don’t put the invoice in the parcel. Give it to the courier if they ask for it.'),
  ).toBeVisible();
  await owner.getByRole('link', { name: 'Print slip and label' }).click();
  const slip = owner.getByRole('article').first();
  await expect(slip).toContainText('Gift from');
  await expect(slip).toContainText('Happy birthday');
  await expect(slip).not.toContainText('₹');
  await context.close();
});
