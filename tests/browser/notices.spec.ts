import { signInAdmin } from '#tests/support/request-shop.ts';
import { serveOwnShop } from './own-shop.ts';
import { ADMIN, expect, listenForProblems, PASSWORD, sendMessage, signIn, test } from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the owner sees news one by one, also after a late connection', async ({ browser, playwright }) => {
  test.slow();
  // In the shared shop, other tests’ events would replace this notice.
  const { shop, baseURL, close } = await serveOwnShop();
  const context = await browser.newContext({ baseURL });
  const request = await playwright.request.newContext({ baseURL });
  try {
    const problems = listenForProblems(context);
    const page = await context.newPage();
    await signInAdmin(shop, { name: 'Kamla Bisht' });
    await signIn(page, baseURL, { email: 'kamla.bisht@example.in', password: PASSWORD });
    const { promise: mayOpen, resolve: openLine } = Promise.withResolvers<void>();
    await page.route('**/api/events*', async (route) => {
      await mayOpen;
      await route.continue();
    });
    await page.goto('/admin/artworks/new');
    const sign = crypto.randomUUID().slice(0, 6);
    await sendMessage(request, baseURL, `Late ${sign}`);
    openLine();
    const notice = page.getByRole('status').filter({ hasText: 'New message from' });
    await expect(notice).toContainText(`New message from Late ${sign}`);

    const turn = (state: 'hidden' | 'visible') =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await turn('hidden');
    await sendMessage(request, baseURL, `Unheard ${sign}`);
    await turn('visible');
    await expect(notice).toContainText(/New message from Unheard .*, and \d+ more/);
    await expect(notice).toHaveCount(1);

    await page.getByRole('button', { name: 'Save artwork' }).click({ trial: true });
    await notice.getByRole('link', { name: 'Open' }).click();
    await expect(page.getByRole('dialog')).toContainText(`Unheard ${sign}`);
    await expect(notice).toHaveCount(0);
    expect(problems).toEqual([]);
  } finally {
    await request.dispose();
    await context.close();
    await close();
  }
});

test('a reply being written stays when a message arrives', async ({ page, baseURL, request }) => {
  const sign = crypto.randomUUID().slice(0, 6);
  await sendMessage(request, baseURL!, `Asks ${sign}`);
  await signIn(page, baseURL!, ADMIN);
  await page.goto(`/admin/contact?q=${sign}`);
  await page.getByRole('link', { name: /^T-/ }).filter({ visible: true }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Message').fill('Yes, on tussar.');
  await sendMessage(request, baseURL!, `Comes ${sign}`);
  await expect(page.getByRole('status').getByText(/^New \w+ from/)).toBeVisible();
  await expect(sheet.getByLabel('Message')).toHaveValue('Yes, on tussar.');
  await sheet.getByRole('button', { name: 'Send reply' }).click();
  await expect(sheet.getByText('Reply sent.')).toBeVisible();
  await expect(sheet.getByLabel('Message')).toHaveValue('');
});
