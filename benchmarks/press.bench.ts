// Measures a click on a gallery card until the artwork is visible, and Back, on a slow phone. The reference page only
// writes the name.
import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/machine.mjs';
import { type Figure, median, saveFigures } from './figures.ts';
import { startSampleShop } from './sample-shop.ts';

const RUNS = 3;
const READS_FOR_MS = 4_000;
type Seen = { name: number; picture: number; sharp: number };
type Measured = Seen & { back: number };

const running = process.env.SHOP_ADDRESS;
const shop = running ? { address: running, close: async () => {} } : await startSampleShop();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
const figures: Figure[] = [];
for (const isAhead of [true, false]) {
  const runs: { shop: Measured; bare: number }[] = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push({ shop: await pressCard(browser, isAhead), bare: await pressBarePage(browser) });
  const reference = { name: 'a bare page', value: median(runs.map(({ bare }) => bare)) };
  const when = isAhead ? 'fetched ahead' : 'not fetched ahead';
  for (const [name, what, target] of [
    ['name', 'name and price', 250],
    ['picture', 'the card’s picture in its place', 250],
    ['sharp', 'the sharp picture', 400],
    ['back', 'back', 400],
  ] as const) {
    const value = median(runs.map(({ shop: measured }) => measured[name]));
    const ratio = value / reference.value;
    figures.push({ figure: `press, ${when}: ${what}`, value, unit: 'ms', reference, ratio, target: `${target} ms` });
  }
}
await browser.close();
await shop.close();
await saveFigures('press', figures);

async function openPhone(opened: Browser) {
  const context = await opened.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  const slowDown = () => session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { page, slowDown, close: () => context.close() };
}

async function pressCard(opened: Browser, isAhead: boolean): Promise<Measured> {
  const { page, slowDown, close } = await openPhone(opened);
  if (!isAhead)
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(`${shop.address}/gallery`);
  await page.waitForLoadState('networkidle');
  await slowDown();
  const link = page.locator('.card-title a').nth(2);
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(READS_FOR_MS);
  await page.evaluate(watchPress);
  await link.tap();
  await page.waitForSelector('.promises');
  await page.waitForTimeout(1_000);
  await page.goBack();
  await page.waitForTimeout(2_000);
  const measured = await read<Measured>(page);
  await close();
  return measured;
}

async function pressBarePage(opened: Browser): Promise<number> {
  const { page, slowDown, close } = await openPhone(opened);
  await page.setContent('<button>Press</button><h1></h1>');
  await slowDown();
  await page.evaluate(() => {
    document.querySelector('button')!.addEventListener('click', ({ timeStamp }) => {
      document.querySelector('h1')!.textContent = 'A name';
      requestAnimationFrame(() => Object.assign(window, { measured: { name: performance.now() - timeStamp } }));
    });
  });
  await page.locator('button').tap();
  await page.waitForTimeout(500);
  const { name } = await read<Seen>(page);
  await close();
  return name;
}

function read<Result>(page: Page): Promise<Result> {
  return page.evaluate(() => (window as unknown as { measured: unknown }).measured) as Promise<Result>;
}

/** Runs in the page. Records when the artwork is visible, and the gallery after Back. */
function watchPress(): void {
  const measured: Partial<Measured> = {};
  Object.assign(window, { measured });
  const isThere = (selector: string) => {
    const image = document.querySelector<HTMLImageElement>(selector);
    return Boolean(image?.complete && image.naturalWidth > 0);
  };
  const everyFrame = (look: () => boolean) =>
    requestAnimationFrame(function again() {
      if (!look()) requestAnimationFrame(again);
    });
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const title = (target as Element).closest('a')?.textContent;
      everyFrame(() => {
        const since = performance.now() - timeStamp;
        const isNamed = document.querySelector('.buy h1')?.textContent === title;
        if (isNamed && document.querySelector('.buy .price')) measured.name ??= since;
        if (isNamed && isThere('.stage-picture img')) measured.picture ??= since;
        if (isNamed && isThere('.stage-picture picture img')) measured.sharp ??= since;
        return measured.sharp !== undefined;
      });
    },
    true,
  );
  addEventListener(
    'popstate',
    ({ timeStamp }) =>
      everyFrame(() => {
        if (!document.querySelector('.results-bar + .wrap .card')) return false;
        measured.back = performance.now() - timeStamp;
        return true;
      }),
    true,
  );
}
