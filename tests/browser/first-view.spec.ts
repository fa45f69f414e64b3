import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { freePort } from '#scripts/machine.mjs';
import { measurePage, openMeasuredBrowser } from '#tests/support/lighthouse.ts';
import { expect, test } from './shopping.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'gallery', path: '/gallery' },
  { name: 'artwork', path: '/artwork/himalayan-dawn' },
  { name: 'cart', path: '/cart' },
];
const MAX_IN_ALL = 300 * 1024;
const MAX_SCRIPT = 135 * 1024;

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
    if (!response.url.startsWith('data:')) kinds.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  return { bytes };
}

const CHUNK = 1024;
const MAX_SHIFT_WHILE_IT_COMES = 0.05;

async function* inChunks(page: Readable) {
  const html = Buffer.concat(await page.toArray());
  for (let from = 0; from < html.length; from += CHUNK) {
    yield html.subarray(from, from + CHUNK);
    await setTimeout(from + 2 * CHUNK < html.length ? 30 : 300);
  }
}

async function openSlowLine(shopUrl: string) {
  const server = createServer((asked, answer) => {
    const isPage = asked.headers.accept?.includes('text/html');
    const headers = { ...asked.headers, host: new URL(shopUrl).host, ...(isPage && { 'accept-encoding': 'identity' }) };
    const passed = request(new URL(asked.url!, shopUrl), { method: asked.method, headers }, (came) => {
      answer.writeHead(came.statusCode!, came.headers);
      pipeline(isPage ? Readable.from(inChunks(came)) : came, answer, () => passed.destroy());
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

for (const { name, path } of PAGES) {
  for (const viewport of [PHONE, DESKTOP]) {
    test(`${name} at ${viewport.width} never shifts while it loads`, async ({ page, baseURL }) => {
      await using line = await openSlowLine(baseURL!);
      await page.setViewportSize(viewport);
      await slowDown(page);
      await page.addInitScript(() => {
        const shifts: { at: number; value: number; what: string[] }[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as PerformanceEntry & {
              value: number;
              sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
            };
            const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
            const what = sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.textContent?.slice(0, 40)}: ${place(previousRect)} → ${place(currentRect)}`,
            );
            shifts.push({ at: entry.startTime, value, what });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(line.url + path);
      await page.waitForLoadState('networkidle');
      const { shifts, parsedAt } = await page.evaluate(() => ({
        ...(window as unknown as { shifts: { at: number; value: number; what: string[] }[] }),
        parsedAt: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).domInteractive,
      }));
      const whileItComes = shifts.filter(({ at, value }) => at < parsedAt && value >= MAX_SHIFT_WHILE_IT_COMES);
      expect(whileItComes).toEqual([]);
      expect(shifts.filter(({ at }) => at >= parsedAt)).toEqual([]);
    });
  }
}

test('the gallery’s bar stays on one line in fallback fonts', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/gallery');
  const bar = page.locator('.results-bar');
  const { height } = (await bar.boundingBox())!;
  await page.evaluate(() => (document.body.style.letterSpacing = '0.1em'));
  await expect(bar).toHaveJSProperty('offsetHeight', height);
});

test('home on a phone loads at most 300 KB, 135 of it script', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { bytes } = await slowDown(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const all = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes.get('Script')).toBeLessThanOrEqual(MAX_SCRIPT);
  expect(all, JSON.stringify([...bytes])).toBeLessThanOrEqual(MAX_IN_ALL);
});

test('no picture is larger than its place', async ({ browser, baseURL }) => {
  test.slow();
  for (const viewport of [PHONE, DESKTOP]) {
    for (const { name, path } of [
      ...PAGES,
      { name: 'about', path: '/about' },
      { name: 'services', path: '/services' },
    ]) {
      // A shared browser would reuse a larger picture from its cache.
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
              needed: Math.max(box.width, (box.height * image.width) / image.height) * devicePixelRatio - 1,
            };
          }),
      );
      expect(shown.length, `${name} at ${viewport.width} shows pictures`).toBeGreaterThan(name === 'cart' ? -1 : 0);
      const tooLarge = shown.filter(({ source, widths, needed }) => {
        // If a file is shown twice, the larger place decides.
        const most = Math.max(needed, ...shown.filter((other) => other.source === source).map((other) => other.needed));
        const fits = Math.min(...widths.filter((width) => width >= most), Math.max(...widths));
        return Number(/-(\d+)\.\w+$/.exec(source)?.[1]) > fits;
      });
      expect.soft(tooLarge, `${name} at ${viewport.width}`).toEqual([]);
      await context.close();
    }
  }
});

for (const { name, path } of PAGES) {
  test(`Lighthouse reports nothing on ${name} on a phone`, async ({ baseURL }) => {
    const port = await freePort();
    const browser = await openMeasuredBrowser(port);
    const categories = ['accessibility', 'best-practices', 'seo'];
    const { scores, shortcomings } = await measurePage(`${baseURL}${path}`, port, categories);
    expect.soft({ scores, shortcomings }).toEqual({
      scores: { accessibility: 100, 'best-practices': 100, seo: 100 },
      shortcomings: [],
    });
    await browser.close();
  });
}
