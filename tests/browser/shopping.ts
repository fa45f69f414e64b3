import {
  type APIRequestContext,
  test as base,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import sharp from 'sharp';

export const ARTWORKS = {
  'Rose Petal Soap': '00000000-0000-4000-8000-000000000012',
  'Amla Shampoo': '00000000-0000-4000-8000-000000000013',
  'Reetha Herbal Shampoo': '00000000-0000-4000-8000-000000000014',
} as const;
export type SampleArtwork = keyof typeof ARTWORKS;

export const ADMIN = { email: 'admin@bisvar.example', password: 'aipan-admin' };
export const CUSTOMER = { email: 'customer@bisvar.example', password: 'aipan-customer' };
export const PASSWORD = 'bindu-and-lotus';
const ORDER_NUMBER = /BV-\w{4}-\w{4}/;

/** Unpaid orders are limited by phone, so each number is new. */
export const newPhone = (): string => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

export const newEmail = () => `ila.${crypto.randomUUID()}@example.in`;

export const newReference = () => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1e9).padStart(12, '700');

export function listenForProblems(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    // Browsers log expected 404 and 422 answers as errors. The router logs failed prefetches while a test cuts the
    // network.
    if (message.type() === 'error' && !/^Failed to (load resource|fetch manifest patches)/.test(message.text()))
      problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    // When a click intervenes, the router aborts an answer.
    if (error.error().message !== 'signal is aborted without reason')
      problems.push(`${error.page()?.url()}: ${error.error().message}`);
  });
  context.on('response', (response) => {
    const isData = new URL(response.url()).pathname.endsWith('.data');
    const isPart = !isData && !['document', 'fetch', 'xhr'].includes(response.request().resourceType());
    if (response.status() >= (isPart ? 400 : 500)) problems.push(`${response.url()} answered ${response.status()}`);
  });
  return problems;
}

export const heldPages = new WeakSet<Page>();

/** Before the router has started, links and forms are native. */
export const routerStarted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('router-started').length > 0, undefined, { timeout: 3_000 });

export const testWithRouter = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    const open = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await open(url, options);
      if (javaScriptEnabled !== false && !heldPages.has(page)) await routerStarted(page).catch(() => {});
      return answer;
    };
    await use(page);
  },
});

export const test = testWithRouter.extend<{ untroubled: void }>({
  untroubled: [
    async ({ context }, use) => {
      const problems = listenForProblems(context);
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export const ownPost = (baseURL: string) => ({ origin: baseURL, 'sec-fetch-site': 'same-origin', accept: 'text/html' });

export async function signUp(page: Page, baseURL: string, name = 'Ila Pant'): Promise<string> {
  const email = newEmail();
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { name, email, password: PASSWORD },
    headers: ownPost(baseURL),
  });
  expect(answer.status()).toBe(200);
  return email;
}

export async function signUpAndLeave(page: Page, baseURL: string): Promise<string> {
  const email = await signUp(page, baseURL);
  await page.context().clearCookies();
  await answerCookieBanner(page, baseURL);
  return email;
}

export async function signIn(page: Page, baseURL: string, person: { email: string; password: string }): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: person, headers: ownPost(baseURL) });
  expect(answer.status()).toBe(200);
}

export async function answerCookieBanner(page: Page, baseURL: string): Promise<void> {
  const form = { choice: 'essential' };
  const answer = await page.request.post('/cookies', { form, headers: ownPost(baseURL), maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  await page.context().clearCookies({ name: 'flash' });
}

/** Counts taps from now on, in each document of the page. */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('countTap', () => (taps += 1));
  await page.addInitScript(() =>
    document.addEventListener('pointerdown', () => (window as never as { countTap: () => void }).countTap(), true),
  );
  return () => taps;
}

export async function putIntoCart(page: Page, baseURL: string, artwork: SampleArtwork, quantity = 1): Promise<void> {
  const answer = await page.request.post('/visitor-state', {
    form: { intent: 'add', artworkId: ARTWORKS[artwork], quantity: String(quantity) },
    headers: ownPost(baseURL),
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
}

export async function fillInAddress(page: Page): Promise<void> {
  await page.getByLabel('Phone').fill(newPhone());
  await page.getByLabel('PIN code').fill('263601');
  await page.getByLabel('Street').fill('14 Mall Road');
  await page.getByLabel('City').fill('Almora');
  await page.getByLabel('State').selectOption('Uttarakhand');
}

export const completeOrder = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Complete Order' });

export async function orderNumberIn(place: Locator): Promise<string> {
  await expect(place).toContainText(ORDER_NUMBER);
  return ORDER_NUMBER.exec(await place.innerText())![0];
}

export const cartLink = (page: Page, artworks: number) =>
  page.getByRole('banner').getByRole('link', {
    name: artworks === 0 ? 'Cart' : `Cart, ${artworks} ${artworks === 1 ? 'item' : 'items'}`,
    exact: true,
  });

export const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1300, height: 1600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

export const redOf = (shown: Locator) =>
  shown.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const pencil = canvas.getContext('2d')!;
    pencil.drawImage(image, 0, 0, 1, 1);
    return image.complete && image.naturalWidth > 0 ? pencil.getImageData(0, 0, 1, 1).data[0]! : 255;
  });

export async function holdScripts(page: Page): Promise<() => void> {
  heldPages.add(page);
  let arrive = () => {};
  const onTheWay = new Promise<void>((arrived) => (arrive = arrived));
  await page.route('**/assets/*.js', async (route) => {
    await onTheWay;
    await route.continue();
  });
  return arrive;
}

export async function holdStart(page: Page): Promise<() => Promise<void>> {
  heldPages.add(page);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  return async () => {
    letGo();
    await page.unroute('**/assets/hydrate-*.js');
  };
}

/** Both address and mailbox are limited, so each message has its own. */
export async function sendMessage(request: APIRequestContext, baseURL: string, name: string): Promise<void> {
  const key = crypto.randomUUID();
  const form = { key, name, email: newEmail(), subject: 'Gates', message: 'Do you paint gates?' };
  const [third, fourth] = crypto.getRandomValues(new Uint8Array(2));
  const headers = { origin: baseURL, 'x-forwarded-for': `198.51.${third}.${fourth}` };
  const answer = await request.post('/contact', { form, headers, maxRedirects: 0 });
  expect(answer.status()).toBeLessThan(400);
}
