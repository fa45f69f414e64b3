import type { Page } from '@playwright/test';
import { grantAdmin } from '#app/modules/identity/users/admins.server.ts';
import { contactMessages } from '#app/modules/messaging/contact/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { serveOwnShop } from './own-shop.ts';
import { answerCookieBanner, expect, PASSWORD, signIn, signUp, test } from './shopping.ts';

const measureName = (page: Page, bar: string) =>
  page.locator(bar).evaluate((bar) => {
    const name = [...bar.querySelectorAll('.logo-name')].find((each) => each.checkVisibility())!;
    const own = name.getBoundingClientRect();
    const isTouched = (control: Element) => {
      const box = control.getBoundingClientRect();
      return (
        box.width > 1 && box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top
      );
    };
    const text = document.createRange();
    text.selectNodeContents(name);
    return {
      touches: [...bar.querySelectorAll('a, button, summary, .admin-count')]
        .filter((control) => control.checkVisibility() && !control.contains(name) && isTouched(control))
        .map((control) => control.outerHTML.slice(0, 90)),
      lines: new Set([...text.getClientRects()].map(({ top }) => top).filter((top) => top < own.bottom - 2)).size,
      isCut: name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1,
      hasMark: bar.querySelector('.logo .motif')!.getBoundingClientRect().width >= 20,
      isReadable: Number.parseFloat(getComputedStyle(name).fontSize) >= 12,
      overflows: document.documentElement.scrollWidth > innerWidth,
    };
  });

const NAMES = [
  { shopName: 'Kumaon Aipan House', maxLines: 1, isCut: false },
  { shopName: 'Sarla Devi Kumaon Aipan Studio', maxLines: 2, isCut: false },
  { shopName: `Kumaon Aipan House ${'of hand-painted fabric '.repeat(21)}`.slice(0, 499), maxLines: 2, isCut: true },
];

test('a long shop name keeps the mark and Search in both headers', async ({ browser }) => {
  test.slow();
  const { shop, baseURL, close } = await serveOwnShop();
  const context = await browser.newContext({ baseURL });
  try {
    const page = await context.newPage();
    const email = await signUp(page, baseURL);
    await grantAdmin(shop.systemContext(), email);
    await signIn(page, baseURL, { email, password: PASSWORD });
    await shop.database.insert(contactMessages).values(
      Array.from({ length: 12 }, (_, at) => ({
        ticketNumber: `T-${at}`,
        name: 'Asha',
        email: 'asha@example.in',
        subject: 'A frame',
        message: 'Can you frame it?',
      })),
    );
    await answerCookieBanner(page, baseURL);
    for (const { shopName, maxLines, isCut } of NAMES) {
      await updateSettings(shop.systemContext(), { shopName });
      for (const [path, bar] of [
        ['/', '.header-row'],
        ['/admin', '.admin-rail-head'],
      ] as const)
        for (const width of [390, 360, 320, 1024, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await page.goto(path);
          await expect(page.locator(bar)).toBeVisible();
          if (path === '/admin') await expect(page.locator(bar).getByText('Search', { exact: true })).toBeInViewport();
          await expect
            .poll(async () => {
              const { lines, ...found } = await measureName(page, bar);
              const most = path === '/' && width === 320 ? maxLines + 1 : maxLines;
              return { path, width, fits: lines <= most, ...found };
            })
            .toEqual({
              path,
              width,
              fits: true,
              isCut,
              touches: [],
              hasMark: true,
              isReadable: true,
              overflows: false,
            });
        }
    }
  } finally {
    await context.close();
    await close();
  }
});
