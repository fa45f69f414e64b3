import type { Browser, Page } from '@playwright/test';
import {
  ADMIN,
  answerCookieBanner,
  expect,
  holdScripts,
  newPhone,
  ownPost,
  routerStarted,
  signIn,
  test,
} from './shopping.ts';

test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 10_000 });

const SAREE = '00000000-0000-4000-8000-000000000002';

async function askForSaree(browser: Browser, baseURL: string): Promise<string> {
  const name = `Kamala ${crypto.randomUUID().slice(0, 8)}`;
  const guest = await browser.newContext({ baseURL });
  const form = {
    key: crypto.randomUUID(),
    artworkId: SAREE,
    fabricSource: 'purchase_for_me',
    designStyle: 'Lotus along both borders',
    wantStitching: 'yes',
    name,
    email: `${name.slice(-8)}@example.in`,
    phone: newPhone(),
  };
  const sent = await guest.request.post('/custom-order', { form, headers: ownPost(baseURL), maxRedirects: 0 });
  expect(sent.status()).toBeLessThan(400);
  await guest.close();
  return name;
}

async function openRequests(page: Page, browser: Browser, baseURL: string): Promise<string> {
  const name = await askForSaree(browser, baseURL);
  await answerCookieBanner(page, baseURL);
  await signIn(page, baseURL, ADMIN);
  await page.goto('/admin/requests');
  return name;
}

const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('answers a request with a quote in three taps', async ({ page, browser, baseURL }) => {
  const name = await openRequests(page, browser, baseURL!);
  let taps = 0;
  const tap = async (target: ReturnType<Page['getByRole']>) => {
    taps += 1;
    await target.click();
  };
  await tap(rowOf(page, name).getByRole('link').first());
  const form = page.getByRole('form', { name: 'Quote' });
  await expect(form.getByLabel('Painting', { exact: true })).not.toHaveValue('');
  await expect(form.getByLabel('Shipping', { exact: true })).toHaveValue('150');
  await form.getByLabel('Fabric', { exact: true }).fill('1800');
  await form.getByLabel('Stitching', { exact: true }).fill('900');
  await tap(form.getByRole('button', { name: 'Send quote' }));
  await expect(page.getByText('Quote sent. We emailed the customer.')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(3);
});

test('asks before it leaves out what the customer asked for', async ({ page, browser, baseURL }) => {
  const name = await openRequests(page, browser, baseURL!);
  await rowOf(page, name).getByRole('link').first().click();
  const form = page.getByRole('form', { name: 'Quote' });
  await form.getByLabel('Fabric', { exact: true }).fill('1800');
  await form.getByRole('button', { name: 'Send quote' }).click();
  await expect(form.getByRole('alert')).toHaveText('No price for stitching. Add it, or send without it.');
  await expect(form.getByLabel('Fabric', { exact: true })).toHaveValue('1800');
  await form.getByRole('button', { name: 'Send without it' }).click();
  await expect(page.getByText('Quote sent. We emailed the customer.')).toBeVisible();
});

test('shows at most six fields and four forms of a request', async ({ page, browser, baseURL }) => {
  const name = await openRequests(page, browser, baseURL!);
  await rowOf(page, name).getByRole('link').first().click();
  await expect(page.getByRole('form', { name: 'Quote' })).toBeVisible();
  const inSight = await page.getByRole('main').evaluate((main) => {
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 2;
    const fields = [...main.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select')];
    return {
      fields: fields.filter(isSeen).map(({ name }) => name),
      forms: [...main.querySelectorAll('form')].filter(isSeen).length,
    };
  });
  expect(inSight.fields.length, inSight.fields.join()).toBeLessThanOrEqual(6);
  expect(inSight.forms).toBeLessThanOrEqual(4);
});

test('keeps the button of a message in place while the page starts', async ({ page, browser, baseURL }) => {
  const name = await openRequests(page, browser, baseURL!);
  const address = await rowOf(page, name).getByRole('link').first().getAttribute('href');
  const arrive = await holdScripts(page);
  await page.goto(address!, { waitUntil: 'commit' });
  const send = page.getByRole('button', { name: 'Send message', exact: true });
  await page.getByLabel('Message to the customer').fill('How wide should the border be?');
  const heightAbove = () => send.evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
  const before = await heightAbove();
  arrive();
  await routerStarted(page);
  await expect(page.getByText('Add picture')).toBeVisible();
  expect(Math.abs((await heightAbove()) - before)).toBeLessThan(2);
  await expect(page.getByLabel('Message to the customer')).toHaveValue('How wide should the border be?');
});
