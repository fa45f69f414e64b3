import type { Locator, Page } from '@playwright/test';
import { ADMIN, answerCookieBanner, expect, picture, redOf, signIn, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

const comeIn = async (page: Page, baseURL: string) => {
  await answerCookieBanner(page, baseURL);
  await signIn(page, baseURL, ADMIN);
};
const inOrder = (page: Page) =>
  page.locator('input[name=images]').evaluate((field: HTMLInputElement) => field.value.split(' '));

test('the owner adds, arranges, edits and deletes an artwork on a phone', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  await comeIn(page, baseURL!);
  const title = `Lotus ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/admin/artworks');
  await page.getByRole('link', { name: 'Add Artwork' }).click();
  const save = page.getByRole('button', { name: 'Save artwork' });
  await save.click();
  const mistakes = page.getByRole('alert').filter({ hasText: 'to fix' });
  await expect(mistakes).toContainText('Please fill in all required fields');
  await expect(mistakes).toContainText('Please add at least one image');
  await expect(mistakes).toBeFocused();

  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await expect(page.getByText('Fabric, painted to order')).toBeInViewport();
  await page.getByRole('group', { name: 'Medium' }).getByText('Oil', { exact: true }).click();
  await expect(page.getByText('Oil, sold from stock')).toBeInViewport();
  await expect(page.getByLabel('Category')).toHaveValue('Oil Painting');
  await expect(page.getByText('Shown on its card, like Saree or Landscape')).toBeVisible();
  await page.getByRole('textbox', { name: 'Price' }).fill('1450');
  await page.getByLabel('Stock').fill('0');
  await expect(page.getByText('Out of stock: shoppers can only request this piece')).toBeVisible();
  await page.getByLabel('Stock').fill('2');
  await page.getByText('More details').click();
  await page.getByLabel('Add a tag').fill('lotus');
  await page.keyboard.press('Enter');
  await page.keyboard.type('gift,lotus');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveCount(2);

  await page.route(
    '/admin/media/pictures',
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    },
    { times: 1 },
  );
  await page
    .getByLabel('Add photos')
    .setInputFiles([
      await picture('first.jpg', '#b03020'),
      await picture('second.jpg', '#204070'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    ]);
  await expect(page.getByText('Some uploads failed:')).toBeVisible();
  await expect(page.getByText('notes.txt: Please select an image file')).toBeVisible();
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();
  const [one, two] = await inOrder(page);
  const tiles = page.getByRole('region', { name: 'Photos' }).getByRole('listitem');
  await expect.poll(() => redOf(tiles.nth(1).locator('picture img'))).toBeLessThan(100);
  const earlier = page.getByRole('button', { name: 'Move photo 2 earlier' });
  await earlier.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Photo 1 of 2', { exact: true })).toBeAttached();
  expect(await inOrder(page)).toEqual([two, one]);
  await expect(page.getByRole('button', { name: 'Move photo 1 later' })).toBeFocused();

  const preview = page.getByRole('region', { name: 'In the shop' });
  await expect(preview).toContainText(title);
  await expect(preview).toContainText('₹1,450');

  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await save.click();
  await expect(page.getByText('Artwork saved successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Edit again' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  expect(await inOrder(page)).toEqual([two, one]);

  await page.goto(`/gallery?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Picture \d of 2/ })).toHaveCount(2);

  await page.goto(`/admin/artworks?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill('1500');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await save.click();
  await expect(page.getByText('Artwork saved successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Edit again' }).click();
  await expect(page.getByRole('link', { name: 'Delete', exact: true })).toBeHidden();
  await page.getByLabel('More actions').click();
  await page.getByRole('link', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to delete this artwork? This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete artwork' }).click();
  await expect(page.getByText('Artwork deleted successfully!')).toBeVisible();
});

const countTaps = async (page: Page) => {
  await page.goto('/admin/artworks');
  let taps = 2;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  return { tap, taps: () => taps };
};

test('a new artwork with four photos takes eight taps', async ({ page, baseURL }) => {
  await comeIn(page, baseURL!);
  const title = `Diya ${crypto.randomUUID().slice(0, 8)}`;
  const { tap, taps } = await countTaps(page);
  await tap(page.getByRole('link', { name: 'Add Artwork' }));
  const chooser = page.waitForEvent('filechooser');
  await tap(page.getByText('Add photos'));
  const colours = ['#b03020', '#204070', '#208040', '#c0a020'];
  await (await chooser).setFiles(await Promise.all(colours.map((colour, at) => picture(`${at}.jpg`, colour))));
  await tap(page.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type(title);
  await tap(page.getByRole('textbox', { name: 'Price' }));
  await page.keyboard.type('1450');
  await tap(page.getByRole('group', { name: 'Medium' }).getByText('Handcraft'));
  await expect(page.getByText('4 of 4')).toBeVisible();
  const mainFields = await page.getByText('More details').evaluate((part) => part.getBoundingClientRect().bottom);
  expect(mainFields + (await page.evaluate(() => scrollY))).toBeLessThanOrEqual(844 * 1.5);
  await expect(page.getByLabel('Description')).toBeHidden();
  await tap(page.getByRole('button', { name: 'Save artwork' }));
  await expect(page.getByText('Artwork saved successfully!')).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(8);

  await page.getByRole('link', { name: 'Edit again' }).click();
  expect(await inOrder(page)).toHaveLength(4);
  await expect(page.getByLabel('Description')).toBeHidden();
  await page.getByText('More details').click();
  await page.getByLabel('Description').fill('Painted by hand.');
  await page.getByLabel('Width').fill('wide');
  await page.getByText('More details').click();
  await page.getByRole('button', { name: 'Save artwork' }).click();
  await expect(page.getByLabel('Width')).toBeVisible();
  await page.getByLabel('Width').fill('12');
  await page.getByRole('button', { name: 'Save artwork' }).click();
  await page.getByRole('link', { name: 'Edit again' }).click();
  await expect(page.getByLabel('Description')).toBeVisible();
});

test('a price changes in three taps from the list', async ({ page, baseURL }) => {
  await comeIn(page, baseURL!);
  await page.goto('/admin/artworks?q=Rose+Petal');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden();
  await page.getByLabel('Actions for Rose Petal Soap').filter({ visible: true }).click();
  await page.getByRole('link', { name: 'Change price' }).filter({ visible: true }).click();
  const price = page.getByRole('textbox', { name: 'Price' });
  await expect(price).toBeFocused();
  await page.keyboard.type('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a number above 0');
  await price.fill('189');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 artwork repriced.')).toBeVisible();
  await expect(page.getByText('₹189').filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('₹190').filter({ visible: true })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select Rose Petal Soap' }).filter({ visible: true }).check();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
});

test('pictures come from library, drag and drop; failed uploads retry', async ({ page, baseURL, context }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await comeIn(page, baseURL!);
  await page.goto('/admin/artworks/new');
  await page.getByRole('button', { name: 'Choose from the shop’s photos' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Images' });
  const select = picker.getByRole('button', { name: /^Select/ });
  await expect(select).toBeDisabled();
  await picker.getByRole('searchbox').fill('himalayan');
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('checkbox')).toHaveCount(2);
  for (const name of ['himalayan-dawn-1.webp', 'himalayan-dawn-2.webp'])
    await picker.getByRole('checkbox', { name }).check();
  await expect(picker.getByText('2 selected')).toBeVisible();
  await select.click();
  await expect(picker).toBeHidden();
  const [one, two] = await inOrder(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Choose from the shop’s photos' }).click();
  await expect(picker.getByRole('listitem').filter({ hasText: 'himalayan-dawn-1.webp' })).toContainText(/ 20\d\d/);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('/admin/media/pictures', (route) => arrived.then(() => route.abort()), { times: 1 });
  await picker.getByLabel('Choose photos').setInputFiles([await picture('late.jpg', '#b03020')]);
  await expect(picker.getByRole('progressbar')).toBeVisible();
  expect(await picker.locator('.dialog-body').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
  arrive();
  await picker.getByRole('button', { name: /^Remove/ }).click();
  await picker.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.setViewportSize({ width: 1280, height: 900 });

  const tiles = page.getByRole('region', { name: 'Photos' }).getByRole('listitem');
  await tiles.nth(1).locator('.picture').dragTo(tiles.nth(0).locator('.picture'));
  await expect.poll(() => inOrder(page)).toEqual([two, one]);

  // Emulated offline mode may start too late for this request.
  await page.route('/admin/media/pictures', (route) => route.abort('internetdisconnected'), { times: 1 });
  const transfer = await page.evaluateHandle(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 60;
    const bytes = Uint8Array.from(atob(canvas.toDataURL('image/png').split(',')[1]!), (sign) => sign.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
    return transfer;
  });
  await page.getByRole('region', { name: 'Photos' }).dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('dropped.png: Upload failed. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: /^Try again\W+dropped/ }).click();
  await expect(page.getByText('3 of 3')).toBeVisible();
  await expect(page.getByText('Photo 3 is 60 px wide.')).toBeVisible();

  await page.getByRole('textbox', { name: 'Title' }).fill('Kept');
  await page.getByRole('textbox', { name: 'Price' }).fill('10');
  await page.getByLabel('Category').fill('Paper');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save artwork' }).click();
  await expect(page.getByText('Error saving artwork. Please try again.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Coupons' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goto('/admin/media');

  await page.getByRole('link', { name: 'dropped.png' }).first().click();
  await page.getByLabel('Description').fill('An empty canvas');
  await page.getByLabel('From the top').fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await page.getByRole('button', { name: 'Crop' }).click();
  await page.getByRole('button', { name: 'Square' }).click();
  await page.getByRole('button', { name: 'Save crop' }).click();
  await expect(page.getByText('cropped-dropped.png').last()).toBeVisible();
  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete image' }).click();
  await expect(page.getByText('Image deleted.')).toBeVisible();
});

test('an upload shows 100 percent, then only the picture', async ({ page, baseURL }) => {
  await comeIn(page, baseURL!);
  const name = `hundred ${crypto.randomUUID().slice(0, 8)}.jpg`;
  // Another test may be deleting one of the other pictures.
  await page.goto(`/admin/media?q=${name.slice(8, 16)}`);
  await page.evaluate(() => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll('[role=progressbar]')) {
        seen.add(bar.textContent);
        document.documentElement.dataset.seen = [...seen].join(' ');
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByLabel('Choose photos').setInputFiles([await picture(name, '#204070')]);
  await expect(page.locator('html')).toHaveAttribute('data-seen', / 100%$/);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('link', { name })).toBeVisible();
});
