import type { Page } from '@playwright/test';
import { freePort } from '#scripts/machine.mjs';
import { measurePage, openMeasuredBrowser } from '#tests/support/lighthouse.ts';
import { expect, test } from './shopping.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'gallery', path: '/gallery' },
  { name: 'artwork', path: '/artwork/4' },
  { name: 'cart', path: '/cart' },
];
const MAX_IN_ALL = 350 * 1024;
const MAX_SCRIPT = 130 * 1024;

/** A phone on a slow network: what comes late shows, and what moves because of it. */
async function slowDown(page: Page): Promise<{ bytes: Map<string, number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // What lies in a page or a sheet came with it.
    if (!response.url.startsWith('data:')) kinds.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  return { bytes };
}

for (const { name, path } of PAGES) {
  for (const viewport of [PHONE, DESKTOP]) {
    test(`${name} at ${viewport.width} never shifts while it loads`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await slowDown(page);
      await page.addInitScript(() => {
        const shifts: string[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as PerformanceEntry & {
              value: number;
              sources: { node: Node | null }[];
            };
            shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(', ')}`);
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    });
  }
}

test('the first view of home on a phone weighs at most 350 KB, 130 KB of it script', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { bytes } = await slowDown(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const all = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes.get('Script')).toBeLessThanOrEqual(MAX_SCRIPT);
  expect(all, JSON.stringify([...bytes])).toBeLessThanOrEqual(MAX_IN_ALL);
});

test('no picture is larger than its place', async ({ browser, baseURL }) => {
  for (const viewport of [PHONE, DESKTOP]) {
    for (const { name, path } of [
      ...PAGES,
      { name: 'about', path: '/about' },
      { name: 'services', path: '/services' },
    ]) {
      // A browser of its own each time: one takes a larger picture that it has already.
      const context = await browser.newContext({ viewport, baseURL });
      const page = await context.newPage();
      await page.goto(path);
      await page.waitForLoadState('load');
      const shown = await page.evaluate(() =>
        [...document.images]
          .filter((image) => image.complete && image.naturalWidth > 0 && image.clientWidth > 0 && image.srcset)
          .map((image) => {
            const box = image.getBoundingClientRect();
            return {
              source: image.currentSrc,
              widths: [...image.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)),
              // A picture that fills its box is as wide as its higher side needs.
              needed: Math.max(box.width, (box.height * image.width) / image.height) * devicePixelRatio - 1,
            };
          }),
      );
      expect(shown.length, `${name} at ${viewport.width} shows pictures`).toBeGreaterThan(name === 'cart' ? -1 : 0);
      const tooLarge = shown.filter(({ source, widths, needed }) => {
        // The same file may stand in two places: the larger one decides.
        const most = Math.max(needed, ...shown.filter((other) => other.source === source).map((other) => other.needed));
        const fits = Math.min(...widths.filter((width) => width >= most), Math.max(...widths));
        return Number(/-(\d+)\.\w+$/.exec(source)?.[1]) > fits;
      });
      expect.soft(tooLarge, `${name} at ${viewport.width}`).toEqual([]);
      await context.close();
    }
  }
});

test('Lighthouse finds nothing wanting on home, gallery, artwork and cart of a phone', async ({ baseURL }) => {
  test.setTimeout(180_000);
  const port = await freePort();
  const browser = await openMeasuredBrowser(port);
  for (const { name, path } of PAGES) {
    const { scores, shortcomings } = await measurePage(`${baseURL}${path}`, port, [
      'accessibility',
      'best-practices',
      'seo',
    ]);
    expect.soft({ name, scores, shortcomings }).toEqual({
      name,
      scores: { accessibility: 100, 'best-practices': 100, seo: 100 },
      shortcomings: [],
    });
  }
  await browser.close();
});
