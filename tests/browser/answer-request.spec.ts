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
  await tap(page.getByRole('button', { name: 'Send quote · ₹11,450' }));
  await expect(page.getByText('Quote sent. Email isn’t set up yet')).toBeInViewport();
  expect(taps).toBeLessThanOrEqual(3);
});

test('one button at the foot sends the quote, from the top of the page', async ({ page, browser, baseURL }) => {
  const name = await openRequests(page, browser, baseURL!);
  await rowOf(page, name).getByRole('link').first().click();
  const main = page.getByRole('main');
  const primary = () =>
    main.getByRole('button', { name: /quote|accept/i }).or(main.getByRole('link', { name: /quote|accept/i }));
  const form = page.getByRole('form', { name: 'Quote' });
  await expect(main.getByText('New', { exact: true }).first()).toBeVisible();
  await expect(primary().filter({ visible: true })).toHaveCount(1);
  await form.getByLabel('Fabric', { exact: true }).fill('1000');
  await form.getByLabel('Stitching', { exact: true }).fill('500');
  const send = page.getByRole('button', { name: 'Send quote · ₹10,250' });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(form.getByLabel('Ready on')).not.toBeInViewport();
  await expect(send).toBeInViewport();
  await send.click();
  const said = page.getByText('Quote sent. Email isn’t set up yet');
  await expect(said).toBeInViewport();
  await expect(page.getByRole('status').filter({ has: said })).toHaveCount(1);
  await expect(main.getByText('Quoted', { exact: true }).first()).toBeVisible();
  await expect(primary().filter({ visible: true })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Write' })).toBeInViewport();
});

test('a quote is sent without JavaScript, by the button of its form', async ({ browser, baseURL }) => {
  const name = await askForSaree(browser, baseURL!);
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await signIn(page, baseURL!, ADMIN);
  await page.goto(`/admin/requests?q=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByRole('link').first().click();
  const form = page.getByRole('form', { name: 'Quote' });
  await form.getByLabel('Fabric', { exact: true }).fill('1000');
  await form.getByLabel('Stitching', { exact: true }).fill('500');
  await form.getByRole('button', { name: 'Send quote' }).click();
  await expect(page.getByText('Quote sent. Email isn’t set up yet')).toBeVisible();
  await context.close();
});

test('the badge, the list and Do today count the same requests', async ({ page, browser, baseURL }) => {
  await openRequests(page, browser, baseURL!);
  await expect(async () => {
    await page.goto('/admin/requests');
    const chip = page.getByRole('link', { name: /^To answer/ });
    const count = Number(/\d+/.exec(await chip.innerText())![0]);
    const tab = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Order Requests/ });
    await expect(tab).toHaveAccessibleName(new RegExp(`^Order Requests\\s*${count} waiting$`), { timeout: 1_000 });
    await page.goto('/admin');
    const rows = page.getByRole('list', { name: 'Do today' }).getByRole('listitem');
    await expect(rows.filter({ hasText: /R-\w{6}/ })).toHaveCount(Math.min(count, 20), { timeout: 1_000 });
  }).toPass();
});

test('asks before it omits part of the customer’s request', async ({ page, browser, baseURL }) => {
  const name = await openRequests(page, browser, baseURL!);
  await rowOf(page, name).getByRole('link').first().click();
  const form = page.getByRole('form', { name: 'Quote' });
  await form.getByLabel('Fabric', { exact: true }).fill('1800');
  await page.getByRole('button', { name: 'Send quote' }).click();
  await expect(form.getByRole('alert')).toHaveText('No price for stitching. Add it, or send without it.');
  await expect(form.getByLabel('Fabric', { exact: true })).toHaveValue('1800');
  await page.getByRole('button', { name: 'Send without it' }).click();
  await expect(page.getByText('Quote sent. Email isn’t set up yet')).toBeVisible();
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
