import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { accessibilityProblems } from './accessibility.ts';
import { answerCookieBanner, cartLink, putIntoCart, testWithRouter as test } from './shopping.ts';

test.use({ actionTimeout: 8_000 });

const OUT = 'Papier-mâché Keepsake Box';
const FABRIC = 'Monsoon Peacock Gown Panel';
const SENT = 'Thank you for your order request! We will contact you within 24 hours to confirm your custom order.';

const signUp = async (page: Page, name: string) => {
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { name, email: `asha.${crypto.randomUUID()}@example.in`, password: 'bindu-and-lotus' },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.ok()).toBe(true);
};
const isSound = async (page: Page) => {
  // Elements below the header would be judged too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
};
const mailsToStudio = async (browser: Browser, page: Page, subject: string) => {
  const { origin } = new URL(page.url());
  const studio = await browser.newPage();
  await studio.request.post(`${origin}/api/auth/sign-in/email`, {
    data: { email: 'admin@bisvar.example', password: 'aipan-admin' },
    headers: { origin },
  });
  const rows = studio.getByRole('main').getByRole('link', { name: subject });
  await expect(async () => {
    await studio.goto(`${origin}/admin/messages?q=${encodeURIComponent(subject)}`);
    await expect(rows.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const count = await rows.count();
  await studio.close();
  return count;
};
const linkOf = (page: Page, shown: string, title: string) =>
  page.getByRole('link', { name: new RegExp(`^${shown}\\W+${title}$`) });
const tabTo = async (page: Page, target: Locator) => {
  for (let n = 0; n < 60; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('can’t be reached by Tab');
};

test('a sold-out artwork is requested once, after sign-in and accepted terms', async ({ page, browser }) => {
  await page.goto('/gallery/handcraft');
  await linkOf(page, 'Request this piece', OUT).click();
  await expect(page.getByText('Please log in to request an order.')).toBeVisible();
  const name = `Asha ${crypto.randomUUID().slice(0, 8)}`;
  await signUp(page, name);
  const artwork = new URL(page.url()).pathname;
  await page.goto(artwork);
  await page.getByRole('link', { name: 'Request this piece' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Request this piece' });
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await isSound(page);
  }
  const send = dialog.getByRole('button', { name: 'Send request' });
  await expect(send).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('Message').fill('In blue, before Diwali');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Request this piece' }).first().click();
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await expect(dialog.getByLabel('Message')).toHaveValue('In blue, before Diwali');
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('Phone').fill('98765');
  await send.click();
  await expect(dialog.getByRole('link', { name: 'Phone must be 10 digits' })).toBeVisible();
  await dialog.getByLabel('Phone').fill('98765 43210');
  await page.route(/\/artwork\/.*\.data/, (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(dialog.getByText('Failed to submit order request. Please try again.')).toBeVisible();
  await send.dblclick();
  await expect(dialog.getByText(SENT)).toBeVisible();
  await expect(send).toBeHidden();
  const number = await dialog.getByText(/^R-\w{6}$/).innerText();
  await dialog.getByRole('link', { name: 'My Requests' }).click();
  const request = page.getByRole('listitem').filter({ hasText: number });
  await expect(request.getByText('Sent', { exact: true })).toBeVisible();
  await expect(request.getByText('In blue, before Diwali')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await isSound(page);
  }
  expect(await mailsToStudio(browser, page, `Request from ${name}: ${OUT}`)).toBe(1);
  await request.getByRole('link').click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn').first()).toBeVisible();
});

test('a started request survives a reload, for its artwork and person only', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery/handcraft');
  const artwork = await page.getByRole('link', { name: OUT, exact: true }).getAttribute('href');
  const message = page.getByRole('dialog').getByLabel('Message');
  const neededBy = page.getByRole('dialog').getByLabel('Needed by');
  const storedIn = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  await signUp(page, 'Asha Negi');
  await page.goto(`${artwork}?request=1`);
  await page.getByRole('dialog').getByRole('checkbox').check();
  await message.fill('In blue, before Diwali');
  await neededBy.fill('2099-12-24');
  await page.reload();
  await expect(message).toHaveValue('In blue, before Diwali');
  await expect(neededBy).toHaveValue('2099-12-24');
  await expect(page.getByRole('dialog').getByRole('checkbox')).not.toBeChecked();
  expect(await storedIn()).not.toMatch(/Asha Negi|asha\./);
  await signUp(page, 'Vikram Rana');
  await page.reload();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Vikram Rana');
  await expect(message).toHaveValue('');
  await expect.poll(storedIn).not.toContain('In blue');
});

test('a request form is refetched on returning to it', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/gallery/handcraft');
  await signUp(page, 'Asha Negi');
  await page.reload();
  await page.getByRole('link', { name: new RegExp(`^Request this piece\\W+${OUT}`) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  const answer = Promise.withResolvers<void>();
  await page.route(/\.data\?.*request=1/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\.data\?.*request=1/);
  await page.goForward();
  await asked;
  expect(await dialog.count()).toBe(0);
  answer.resolve();
  await expect(dialog).toBeVisible();
});

test('the contact form’s answer is visible and focused on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByLabel('Name').fill('Meera Bisht');
  await form.getByLabel('Email').fill(`meera.${crypto.randomUUID()}@example.in`);
  await form.getByLabel('Subject').fill('A saree');
  await form.getByLabel('Message').fill('Could you paint it red?');
  await form.getByRole('button', { name: 'Send message' }).click();
  const answer = page.getByRole('heading', { name: 'Message sent!' });
  await expect(answer).toBeFocused();
  await expect(async () => {
    const [box, header] = await Promise.all([answer.boundingBox(), page.getByRole('banner').boundingBox()]);
    expect(box!.y).toBeGreaterThan(header!.y + header!.height);
    expect(box!.y).toBeLessThan(844 - box!.height);
  }).toPass();
});

test('the contact form’s answer stays when another tab changes the cart', async ({ page, baseURL }) => {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByLabel('Name').fill('Meera Bisht');
  await form.getByLabel('Email').fill(`meera.${crypto.randomUUID()}@example.in`);
  await form.getByLabel('Subject').fill('A stole');
  await form.getByLabel('Message').fill('Could you paint it blue?');
  await form.getByRole('button', { name: 'Send message' }).click();
  const answer = page.getByRole('heading', { name: 'Message sent!' });
  await expect(answer).toBeVisible();
  const otherTab = await page.context().newPage();
  const readAgain = page.waitForResponse((response) => response.url().includes('/contact.data'));
  await putIntoCart(otherTab, baseURL!, 'Rose Petal Soap');
  await otherTab.goto('/gallery');
  await readAgain;
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(answer).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a custom order works by keyboard and survives reloads, sent once', async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    await answerCookieBanner(page, baseURL!);
    const name = `Meera ${crypto.randomUUID().slice(0, 8)}`;
    const heading = (shown: string) => page.getByRole('heading', { name: shown, level: 2 });
    const next = page.getByRole('button', { name: /^Next/ });
    await page.goto('/gallery/fabric');
    await linkOf(page, 'Customize & Order', FABRIC).click();
    await expect(heading('Whose fabric should we paint on?')).toBeVisible();
    await expect(next).toBeDisabled();
    await expect(page.getByText('Choose where the fabric comes from.')).toBeVisible();
    await isSound(page);
    await tabTo(page, page.getByRole('radio', { name: 'I have the fabric' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Source it for me' })).toBeChecked();
    await tabTo(page, page.getByLabel('About the fabric'));
    await page.keyboard.type('Tussar silk');
    await tabTo(page, next);
    await page.keyboard.press('Enter');

    await expect(heading('What should we paint?')).toBeFocused();
    await expect(page).toHaveURL(/step=2/);
    await expect(page.getByRole('region', { name: 'What should we paint?' }).getByText(FABRIC).first()).toBeVisible();
    await expect(next).toBeDisabled();
    await tabTo(page, page.getByLabel('Describe your design'));
    await page.keyboard.type('Peacock on the left side only.');
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2a4374' } })
      .jpeg()
      .toBuffer();
    await page.locator('#field-inspiration').setInputFiles([
      ...[1, 2, 3, 4, 5].map((n) => ({
        name: `notes${n}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from('no picture'),
      })),
      { name: 'sky.jpg', mimeType: 'image/jpeg', buffer: photo },
    ]);
    await expect(page.getByText('1 of 5 added.')).toBeVisible();
    await expect(page.getByText('notes5.txt: Please select an image file')).toBeVisible();
    for (let left = 5; left > 0; left -= 1) await page.getByRole('button', { name: 'Leave it out' }).first().click();
    await expect(page.getByText('notes5.txt')).toBeHidden();
    await isSound(page);

    await context.setOffline(true);
    await page
      .locator('#field-inspiration')
      .setInputFiles([{ name: 'sea.jpg', mimeType: 'image/jpeg', buffer: photo }]);
    await expect(page.getByText('sea.jpg: Upload failed. Please try again.')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('2 of 5 added.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove picture 2' }).click();
    await expect(page.getByText('1 of 5 added.')).toBeVisible();

    await page.reload();
    await expect(page.getByLabel('Describe your design')).toHaveValue('Peacock on the left side only.');
    const picture = page.getByRole('img', { name: 'Inspiration 1' });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(
      600,
    );

    await context.setOffline(true);
    await tabTo(page, next);
    await page.keyboard.press('Enter');
    await expect(heading('Should we stitch it?')).toBeFocused();
    await page.goBack();
    await expect(heading('What should we paint?')).toBeVisible();
    await page.goForward();
    await tabTo(page, page.getByRole('radio', { name: 'Yes, please' }));
    await page.keyboard.press('Space');
    await tabTo(page, next);
    await page.keyboard.press('Enter');

    await expect(heading('Check your request')).toBeFocused();
    await expect(page.getByText('Tussar silk')).toBeVisible();
    const submit = page.getByRole('button', { name: 'Submit request' });
    await tabTo(page, submit);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please provide your name, email, and phone.')).toBeVisible();
    for (const [label, typed] of [
      ['Name', name],
      ['Email', 'meera@example.in'],
      ['Phone', '9876543210'],
    ] as const) {
      await page.getByLabel(label).focus();
      await page.keyboard.type(typed);
    }
    await isSound(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Failed to submit request')).toBeVisible();
    await page.route(
      /\/custom-order\.data/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await context.setOffline(false);
    await expect(page.getByText('Please try again. Your text is still here.')).toBeVisible();
    await tabTo(page, submit);
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Request Received', level: 1 })).toBeFocused();
    await expect(page.getByRole('main').getByText(/^R-\w{6}$/)).toBeVisible();
    await isSound(page);
    expect(
      await page.evaluate(() => [
        localStorage.getItem('customOrderSelectedDesign'),
        sessionStorage.getItem('customOrderDraft'),
      ]),
    ).toEqual([null, null]);
    expect(await mailsToStudio(browser, page, `Custom order from ${name}`)).toBe(1);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Custom order', exact: true }).first().click();
    await expect(heading('Whose fabric should we paint on?')).toBeVisible();
    const ownIdea = page.getByRole('radio', { name: 'Start from a photo or a sentence', includeHidden: true });
    await expect(ownIdea).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Source it for me' })).not.toBeChecked();
  });
});

test('pictures stay in their tab’s custom order, after a reload too', async ({ page, context, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a4374' } })
    .jpeg()
    .toBuffer();
  const other = await context.newPage();
  const tabs = [
    [page, ['sky.jpg', 'sea.jpg']],
    [other, ['hill.jpg']],
  ] as const;
  for (const [tab, names] of tabs) {
    await tab.goto('/custom-order');
    await expect(tab.locator('[data-scripted]')).toBeVisible();
    const files = names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo }));
    await tab.locator('#field-inspiration').setInputFiles(files);
    await expect(tab.locator('#inspiration-hint')).toContainText(`${names.length} of 5 added.`);
  }
  for (const [tab, names] of tabs) {
    await tab.reload();
    await expect(tab.locator('img[alt^="Inspiration"]')).toHaveCount(names.length);
    await expect(tab.locator('#inspiration-hint')).toContainText(`${names.length} of 5 added.`);
  }
});

test('the next step waits for pictures still uploading, with a notice', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await page.goto('/custom-order');
  await page.getByRole('radio', { name: 'I have the fabric' }).check();
  const next = page.getByRole('button', { name: /^Next/ });
  await next.click();
  await page.getByLabel('Describe your design').fill('Two peacocks');
  await expect(next).toBeEnabled();
  const held = Promise.withResolvers<void>();
  await page.route('**/custom-order/pictures/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a4374' } })
    .jpeg()
    .toBuffer();
  await page.locator('#field-inspiration').setInputFiles([{ name: 'sky.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect(next).toBeDisabled();
  await expect(page.getByText('Your pictures are still uploading.')).toBeVisible();
  held.resolve();
  await expect(page.getByText('1 of 5 added.')).toBeVisible();
  await expect(next).toBeEnabled();
});

test('a custom order on a shared phone stays with its author', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  const fabric = page.getByLabel('About the fabric');
  const open = async (step: number) => {
    await page.goto(`/custom-order?step=${step}`);
    await expect(page.locator('[data-scripted]')).toBeVisible();
  };
  const storedIn = (where: 'localStorage' | 'sessionStorage') =>
    page.evaluate((name) => JSON.stringify(Object.entries(window[name])), where);

  await open(1);
  await page.getByRole('radio', { name: 'I have the fabric' }).check();
  await fabric.fill('Tussar silk');
  await signUp(page, 'Asha Negi');
  await open(1);
  await expect(fabric).toHaveValue('Tussar silk');
  await page.getByRole('button', { name: 'Next: design' }).click();
  await page.getByLabel('Describe your design').fill('A peacock');
  await page.getByRole('button', { name: 'Next: stitching' }).click();
  await page.getByRole('radio', { name: 'Yes, please' }).check();
  await page.getByRole('textbox', { name: 'Measurements' }).fill('bust 92 cm');
  await page.getByRole('button', { name: 'Next: review' }).click();
  await page.getByLabel('Phone').fill('9876543210');
  await page.reload();
  await expect(page.getByLabel('Phone')).toHaveValue('9876543210');
  await expect(page.getByRole('term').filter({ hasText: 'Stitching' }).locator('+ dd')).toContainText('bust 92 cm');
  expect(await storedIn('sessionStorage')).not.toMatch(/Asha Negi|asha\./);
  expect(await storedIn('localStorage')).not.toMatch(/Tussar|9876543210|92 cm/);

  await page.getByLabel(/^Account of /).click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await signUp(page, 'Vikram Rana');
  await open(1);
  await expect(page.getByRole('radio', { name: 'I have the fabric' })).not.toBeChecked();
  await expect(fabric).toHaveValue('');
  expect(await storedIn('sessionStorage')).not.toMatch(/Tussar|9876543210|92 cm/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the custom order is one long form, pictures and all', async ({ page, browser }) => {
    const name = `Vikram ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto('/gallery/fabric');
    await linkOf(page, 'Customize & Order', FABRIC).click();
    await expect(page.getByRole('heading', { name: 'Check your request' })).toBeVisible();
    await page.getByRole('radio', { name: 'I have the fabric' }).check();
    await page.getByLabel('Describe your design').fill('A lotus');
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a4374' } })
      .png()
      .toBuffer();
    await page
      .getByLabel('Pictures', { exact: true })
      .setInputFiles([{ name: 'sky.png', mimeType: 'image/png', buffer: photo }]);
    await page.getByRole('radio', { name: 'No, just the fabric' }).check();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill('vikram@example.in');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByText('Please provide your name, email, and phone.')).toBeVisible();
    await expect(page.getByLabel('Describe your design')).toHaveValue('A lotus');
    await expect(page.getByRole('img', { name: 'Inspiration 1' })).toBeVisible();
    await page.getByLabel('Phone').fill('9876543210');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByRole('heading', { name: 'Request Received' })).toBeVisible();
    expect(await mailsToStudio(browser, page, `Custom order from ${name}`)).toBe(1);
  });
});
