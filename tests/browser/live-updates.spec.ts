import type { APIRequestContext, Page } from '@playwright/test';
import { ADMIN, answerCookieBanner, expect, sendMessage, signIn, test } from './shopping.ts';

const TYPED = '## Parcels\n\nBy post, with a number.';
const MARIGOLDS = '00000000-0000-4000-8000-000000000006';

async function receiveUpdate(page: Page, guest: APIRequestContext, baseURL: string) {
  const read = page.waitForResponse((response) => response.url().includes('.data') && response.ok());
  await sendMessage(guest, baseURL, 'Ila Pant');
  await read;
}

test.beforeEach(async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signIn(page, baseURL!, ADMIN);
});

test('a stale form is reported despite other updates', async ({ page, request, baseURL }) => {
  const address = `/admin/artworks/${MARIGOLDS}/personalization`;
  await page.goto(address);
  const label = page.getByLabel('Label').last();
  await label.fill('Name on the frame');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(address);
  await elsewhere.getByLabel('Label').last().fill('Initials');
  await elsewhere.getByRole('button', { name: 'Save personalization' }).click();
  await expect(elsewhere).toHaveURL(/done=save/);
  await receiveUpdate(page, request, baseURL!);
  await page.getByRole('button', { name: 'Save personalization' }).click();
  await expect(page.getByRole('alert')).toContainText('it was sold or changed in the meantime');
  await expect(label).toHaveValue('Name on the frame');

  await elsewhere.goto(address);
  await elsewhere.getByLabel('Label').first().fill('');
  await elsewhere.getByRole('button', { name: 'Save personalization' }).click();
  await expect(elsewhere).toHaveURL(/done=save/);
});

test('notes typed during another save stay and overwrite nothing', async ({ page }) => {
  await page.goto('/admin/requests?status=pending');
  const link = await page.locator('a[href^="/admin/requests/"]').first().getAttribute('href');
  const address = `/admin/requests/${/[\da-f-]{36}/.exec(link!)![0]}`;
  const openNotes = (page: Page) => page.locator('summary').filter({ hasText: 'Notes' }).click();
  await page.goto(address);
  await openNotes(page);
  const notes = page.getByLabel(/^Notes/);
  const save = 'Save notes';
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(address);
  await openNotes(elsewhere);
  const theirs = elsewhere.getByLabel(/^Notes/);
  await theirs.fill('She called: blue');
  await notes.fill('Ask for a photo');
  const read = page.waitForResponse((response) => response.url().includes('.data') && response.ok());
  await elsewhere.getByRole('button', { name: save }).click();
  await expect(elsewhere.getByText('Notes saved.')).toBeVisible();
  await read;
  await expect(notes).toHaveValue('Ask for a photo');
  await page.getByRole('button', { name: save }).click();
  await expect(page.getByText(/Someone else saved in the meantime.*She called: blue/)).toBeVisible();
  await expect(notes).toHaveValue('Ask for a photo');
  await page.getByRole('button', { name: save }).click();
  await expect(page.getByText('Notes saved.')).toBeVisible();
  await expect(theirs).toHaveValue('Ask for a photo');
});

test('a policy preview keeps its input during updates', async ({ page, request, baseURL }) => {
  await page.goto('/admin/policies/shipping');
  const text = page.getByLabel('Text');
  await expect(async () => {
    await text.fill(TYPED);
    await expect(text).toHaveValue(TYPED, { timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('status', { name: 'Preview' });
  await expect(preview).toContainText('By post, with a number.');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/admin/contact');
  const sender = `Ila ${crypto.randomUUID().slice(0, 8)}`;
  await sendMessage(request, baseURL!, sender);
  await expect(elsewhere.getByRole('cell', { name: sender })).toBeVisible();
  await expect(preview).toBeVisible();
  await expect(text).toHaveValue(TYPED);
});

test('a selection of all results changes only that list', async ({ page }) => {
  await page.goto('/admin/artworks?view=list&medium=oil');
  const row = (name: RegExp) => page.getByRole('row', { name }).getByRole('checkbox');
  await row(/Himalayan Dawn/).check();
  await page.getByRole('button', { name: /^Select all \d+ found$/ }).click();
  await expect(page.getByText(/^\d+ selected$/)).toBeVisible();
  await page.getByRole('link', { name: /^Handcraft/ }).click();
  await expect(page.getByText('Select several to edit them at once')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Feature', exact: true })).toBeHidden();
  await row(/Brass/).first().check();
  await expect(page.getByText('1 selected')).toBeVisible();

  await page.goto('/admin/orders');
  const id = await page.getByRole('row').getByRole('checkbox').first().inputValue();
  await page.goto(`/admin/orders?id=${id}`);
  await page.locator(`input[name=id][value="${id}"]`).filter({ visible: true }).uncheck();
  await expect(page.locator(`input[name=id][value="${id}"]:checked`)).toHaveCount(0);
});

test('sorting a list keeps the focus', async ({ page }) => {
  await page.goto('/admin/artworks?view=list');
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await sort.focus();
  await sort.selectOption('title');
  await expect(page).toHaveURL(/sort=title/);
  await expect(sort).toBeFocused();
  await page.goBack();
  await expect(sort).not.toHaveValue('title');
});
