import type { Page } from '@playwright/test';
import {
  answerCookieBanner,
  ADMIN,
  expect,
  listenForProblems,
  ownPost,
  picture,
  signIn,
  signUp,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 10_000 });

const SAREE = '00000000-0000-4000-8000-000000000002';

async function askForSaree(page: Page, baseURL: string, name: string): Promise<string> {
  await answerCookieBanner(page, baseURL);
  const email = await signUp(page, baseURL, name);
  const form = {
    key: crypto.randomUUID(),
    artworkId: SAREE,
    fabricSource: 'purchase_for_me',
    designStyle: 'Lamps along both borders',
    wantStitching: 'no',
    name,
    email,
    phone: '9876543210',
  };
  const sent = await page.request.post('/custom-order', { form, headers: ownPost(baseURL), maxRedirects: 0 });
  expect(sent.status()).toBeLessThan(400);
  await page.goto('/profile/requests');
  await page.getByRole('main').locator('a[href*="/profile/requests/"]').first().click();
  await page.waitForURL(/\/profile\/requests\/[\da-f-]{36}/);
  return /requests\/([\da-f-]{36})/.exec(page.url())![1]!;
}

test('a cut connection, reload or lost answer sends the message once', async ({
  page: customer,
  context,
  browser,
  baseURL,
}) => {
  const requestId = await askForSaree(customer, baseURL!, `Lalita ${crypto.randomUUID().slice(0, 8)}`);
  const studio = await browser.newPage({ baseURL: baseURL!, viewport: { width: 390, height: 844 } });
  const problems = listenForProblems(studio.context());
  await answerCookieBanner(studio, baseURL!);
  await signIn(studio, baseURL!, ADMIN);
  await studio.goto(`/admin/requests/${requestId}`);
  const [mine, theirs] = [customer.getByLabel('Message to the studio'), studio.getByLabel('Message to the customer')];
  const form = customer.getByRole('form', { name: 'Write a message' });
  const choose = async (name: string, colour: string) =>
    form.locator('input[type=file]').setInputFiles([await picture(name, colour)]);
  const send = (page: Page) => page.getByRole('button', { name: 'Send message', exact: true });
  const said = (page: Page, text: string) => page.getByRole('log').locator('li').filter({ hasText: text });

  await test.step('a reload in the middle keeps text and picture', async () => {
    await mine.fill('Four fingers wide');
    await choose('border.jpg', '#2a4374');
    await expect(form.getByText('1 of 5 added.')).toBeVisible();
    await customer.reload();
    await expect(mine).toHaveValue('Four fingers wide');
    await expect(form.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  });

  await test.step('waits offline, and keeps what was added in the meantime', async () => {
    await context.setOffline(true);
    await choose('pallu.jpg', '#8a2d1d');
    await expect(form.getByText('pallu.jpg: Upload failed.')).toBeVisible();
    await mine.fill('Four fingers wide, in madder');
    await send(customer).click();
    await expect(form.getByText('We’ll send this when you’re back online')).toBeVisible();
    await expect(mine).toHaveValue('Four fingers wide, in madder');
    await expect(form.getByRole('img', { name: 'Picture 1' })).toBeVisible();
    await expect(form.getByText('pallu.jpg')).toBeVisible();
    await theirs.fill('How wide should the border be?');
    await send(studio).click();
    await expect(said(studio, 'How wide should the border be?')).toBeVisible();
    await theirs.fill('And which red');
    await expect(said(studio, 'in madder')).toHaveCount(0);
  });

  await test.step('sends once when back online, while typing continues', async () => {
    await context.setOffline(false);
    await expect(customer.getByText('You are back. Your message was sent.')).toBeVisible();
    await expect(mine).toHaveValue('');
    for (const page of [customer, studio]) {
      await expect(said(page, 'in madder')).toHaveCount(1);
      await expect(said(page, 'in madder').getByRole('img')).toHaveCount(2);
    }
    await expect(said(customer, 'How wide should the border be?')).toBeVisible();
    await expect(theirs).toHaveValue('And which red');
  });

  await test.step('an incoming message does not change the draft', async () => {
    await mine.fill('Also');
    await choose('lamp.jpg', '#c8a27a');
    await expect(form.getByText('1 of 5 added.')).toBeVisible();
    await send(studio).click();
    await expect(said(customer, 'And which red')).toBeVisible();
    await expect(mine).toHaveValue('Also');
    await expect(form.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  });

  await test.step('a repeat after a lost answer and reload is the same message', async () => {
    await customer.route(
      (url) => url.pathname === `/profile/requests/${requestId}.data`,
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        await route.abort();
      },
    );
    await send(customer).click();
    await expect(form.getByText('This could not be sent.')).toBeVisible();
    await expect(said(studio, 'Also')).toHaveCount(1);
    await customer.unrouteAll({ behavior: 'wait' });
    await customer.reload();
    await expect(mine).toHaveValue('Also');
    await send(customer).click();
    await expect(mine).toHaveValue('');
    for (const page of [customer, studio]) {
      await expect(said(page, 'Also')).toHaveCount(1);
      await expect(said(page, 'Also').getByRole('img')).toHaveCount(1);
    }
  });

  await test.step('a picture with a lost answer appears once, or never when removed', async () => {
    const loseAnswers = () =>
      customer.route(
        (url) => url.pathname.startsWith(`/profile/requests/${requestId}/uploads/`),
        async (route) => {
          const isPicture = (await route.request().headerValue('content-type'))?.startsWith('multipart/form-data');
          if (!isPicture) return route.fallback();
          await route.fetch();
          await route.abort();
        },
      );
    await loseAnswers();
    await mine.fill('With both lamps');
    await choose('lamp.jpg', '#8a2d1d');
    await expect(form.getByText('lamp.jpg: Upload failed.')).toBeVisible();
    await customer.unrouteAll({ behavior: 'wait' });
    await form.getByRole('button', { name: 'Try again' }).click();
    await expect(form.getByText('1 of 5 added.')).toBeVisible();
    await loseAnswers();
    await choose('other.jpg', '#2a4374');
    await expect(form.getByText('other.jpg: Upload failed.')).toBeVisible();
    await form.getByRole('button', { name: 'Leave it out' }).click();
    await expect(form.getByText('other.jpg')).toBeHidden();
    await customer.unrouteAll({ behavior: 'wait' });
    await send(customer).click();
    await expect(mine).toHaveValue('');
    await expect(said(studio, 'With both lamps').getByRole('img')).toHaveCount(1);
  });

  await test.step('a refused picture holds the message until removed', async () => {
    await mine.fill('The last one');
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await expect(form.getByText(/^broken\.jpg: /)).toBeVisible();
    await send(customer).click();
    await expect(form.getByText('One picture can’t be sent.')).toBeVisible();
    await expect(mine).toHaveValue('The last one');
    await form.getByRole('button', { name: 'Leave it out' }).click();
    await send(customer).click();
    await expect(mine).toHaveValue('');
    await expect(said(studio, 'The last one')).toHaveCount(1);
  });
  expect(problems).toEqual([]);
  await studio.context().close();
});

test('a refused form still shows new messages and keeps its input', async ({ page: customer, browser, baseURL }) => {
  const requestId = await askForSaree(customer, baseURL!, `Lalita ${crypto.randomUUID().slice(0, 8)}`);
  const studio = await browser.newPage({ baseURL: baseURL!, viewport: { width: 1280, height: 844 } });
  await answerCookieBanner(studio, baseURL!);
  await signIn(studio, baseURL!, ADMIN);
  await studio.goto(`/admin/requests/${requestId}`);
  await studio.getByText('Terms', { exact: true }).click();
  await studio.getByLabel('Advance in rupees').fill('50%');
  await studio.getByRole('button', { name: 'Send quote' }).click();
  const refusal = studio.getByText('Enter the advance in rupees with at most two decimals').first();
  await expect(refusal).toBeVisible();
  for (const text of ['In blue, please', 'With gold']) {
    await customer.getByLabel('Message to the studio').fill(text);
    await customer.getByRole('button', { name: 'Send message', exact: true }).click();
    await expect(studio.getByRole('log').locator('li').filter({ hasText: text })).toHaveCount(1);
    await expect(refusal).toBeVisible();
    await expect(studio.getByLabel('Advance in rupees')).toHaveValue('50%');
  }
  await studio.context().close();
});
