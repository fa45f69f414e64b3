import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { htmlProblems } from '#tests/support/valid-html.ts';
import { GUEST_SCREENS, type Screen, showScreen, SIGNED_IN } from './screens.ts';
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
import { drawStill } from './stand-still.ts';

/** With the folder of `npm run screenshots`, screens are saved instead of checked. */
const pictureFolder = process.env.SCREENSHOTS;

/** Checks only a phone. `npm run test:long -- screens` adds a laptop. */
const checksAll = process.env.MEASURE_ALL === 'yes';

const PHONE = { width: 390, height: 844 };
const SMALLEST_PHONE = { width: 320, height: 640 };
const TABLET = { width: 1024, height: 768 };
const DESKTOP = { width: 1280, height: 900 };
const SECONDS_A_SCREEN = 20;
const DESKTOP_ZOOMED_TWICE = { width: 640, height: 450 };

// Nothing may be checked while it fades in.
test.use({ viewport: PHONE, contextOptions: { reducedMotion: 'reduce' } });

const pixelsTooWide = (page: Page) =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll('table')].map((table) => {
      const frame = table.parentElement!;
      const scrolls = getComputedStyle(frame).overflowX !== 'visible';
      return scrolls ? 0 : Math.floor(table.getBoundingClientRect().right - frame.getBoundingClientRect().right);
    });
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...tables);
  });

const expectToFit = (page: Page, where: string) =>
  expect
    .configure({ soft: true })
    .poll(() => pixelsTooWide(page), { message: `${where} is too wide`, timeout: 3_000 })
    .toBeLessThanOrEqual(0);

const widenNumbers = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = text.nodeValue!.replace(/\b(?:BV|R)-[0-9A-Z]{4}[-0-9A-Z]{2,}/g, (number) =>
        number.replace(/(?<=-.*)[0-9A-Z]/g, 'W'),
      );
  });

const untilScripted = (page: Page) =>
  page.evaluate(async () => {
    if (!('__reactRouterContext' in window)) return;
    const main = document.querySelector('main') ?? document.body.firstElementChild!;
    const nextFrame = () => new Promise(requestAnimationFrame);
    while (!Object.keys(main).some((key) => key.startsWith('__react'))) await nextFrame();
    await nextFrame();
    await nextFrame();
  });

async function look(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize(PHONE);
  await showScreen(page, screen);
  await untilScripted(page);
  for (const size of screen.onlyOnPhones ? [PHONE] : [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    const where = `${screen.name} at ${size.width}`;
    if (pictureFolder) {
      await drawStill(page, `${pictureFolder}/${screen.name}-${size.width}.png`);
      continue;
    }
    await widenNumbers(page);
    if (size === PHONE || checksAll) expect.soft(await accessibilityProblems(page), where).toEqual([]);
    await expectToFit(page, where);
  }
  if (pictureFolder) return;
  for (const size of [SMALLEST_PHONE, DESKTOP_ZOOMED_TWICE, TABLET]) {
    await page.setViewportSize(size);
    await expectToFit(page, `${screen.name} at ${size.width}`);
  }
  const sent = await page.request.get(page.url(), { headers: { accept: 'text/html' } });
  expect.soft(await htmlProblems(await sent.text()), `${screen.name}, its HTML`).toEqual([]);
}

/** Screens without actions change nothing, so many can use one browser. */
const ONLY_LOOKED_AT = GUEST_SCREENS.filter(({ name, show }) => !show && name !== 'home');
const GUEST_TESTS = GUEST_SCREENS.filter((screen) => !ONLY_LOOKED_AT.includes(screen)).map((screen) => [screen]);
for (let from = 0; from < ONLY_LOOKED_AT.length; from += 10) GUEST_TESTS.push(ONLY_LOOKED_AT.slice(from, from + 10));

for (const screens of GUEST_TESTS) {
  const names = screens.map(({ name }) => name).join(', ');
  test(`${names}: accessible, fits and is quiet`, async ({ page, baseURL }) => {
    test.setTimeout((screens.length + 1) * SECONDS_A_SCREEN * 1_000);
    if (names !== 'home') await answerCookieBanner(page, baseURL!);
    for (const screen of screens) await test.step(screen.name, () => look(page, screen));
  });
}

for (const { who, screens, comeIn } of SIGNED_IN) {
  test(`what ${who} sees is accessible, fits and is quiet`, async ({ page, baseURL }) => {
    test.setTimeout(screens.length * SECONDS_A_SCREEN * 1_000);
    await answerCookieBanner(page, baseURL!);
    await comeIn(page, baseURL!);
    for (const screen of screens) await test.step(screen.name, () => look(page, screen));
  });
}

test('the overview fits the longest names and references', async ({ page, baseURL }) => {
  await answerCookieBanner(page, baseURL!);
  await signUp(page, baseURL!, 'Deepa Chandrashekharan Negi');
  await putIntoCart(page, baseURL!, 'Amla Shampoo');
  await page.goto('/checkout');
  await fillInAddress(page);
  await page.getByLabel('Payment reference ID').fill(`T25112509${newReference()}`);
  await completeOrder(page).click();
  await page.waitForURL(/\/profile\/orders\?placed=/);
  await page.context().clearCookies();
  await signIn(page, baseURL!, ADMIN);
  await page.setViewportSize(DESKTOP);
  await page.goto('/admin');
  await untilScripted(page);
  const newest = page.getByRole('table', { name: 'The five newest orders' }).getByRole('row').nth(1);
  await widenNumbers(page);
  await newest.getByRole('cell', { name: /^₹/ }).evaluate((total) => (total.textContent = '₹12,34,567.50'));
  await expectToFit(page, 'the overview');
});
