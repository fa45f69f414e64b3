import type { Page } from '@playwright/test';
import { answerCookieBanner, CUSTOMER, expect, putIntoCart, signIn, test } from './shopping.ts';

// 320 pixels is the narrowest window in WCAG 1.4.10.
test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

const outsideOfPage = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const isInScroller = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || isInScroller(element.parentElement));
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== '');
    const texts = [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && element.checkVisibility() && !element.closest('[class*="sr-only"]'))
      .filter((element) => element.getBoundingClientRect().width > 1 && !isInScroller(element.parentElement))
      .filter(
        (element) =>
          element.getBoundingClientRect().right > window.innerWidth + 1 ||
          (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1),
      )
      .map((element) => element.textContent);
    return { texts, excess: Math.max(0, document.documentElement.scrollWidth - window.innerWidth) };
  });

async function expectToFit(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect
      .configure({ soft: true })
      .poll(() => outsideOfPage(page), { message: path })
      .toEqual({ texts: [], excess: 0 });
  }
}

test('doubled text fits the shop’s pages at 320 pixels', async ({ page, baseURL }) => {
  test.slow();
  await answerCookieBanner(page, baseURL!);
  await putIntoCart(page, baseURL!, 'Amla Shampoo', 2);
  await expectToFit(page, [
    '/',
    '/gallery',
    '/artwork/2',
    '/artwork/4',
    '/cart',
    '/faq',
    '/shipping',
    '/size-guide',
    '/returns',
    '/terms',
    '/services',
    '/contact',
    '/custom-order',
    '/login?mode=signup',
    '/track-order?order=BV-7K3M-9QX2',
  ]);
});

test('doubled text fits the account and the checkout at 320 pixels', async ({ page, baseURL }) => {
  test.slow();
  await answerCookieBanner(page, baseURL!);
  await signIn(page, baseURL!, CUSTOMER);
  await putIntoCart(page, baseURL!, 'Rose Petal Soap');
  await expectToFit(page, ['/profile', '/profile/orders', '/profile/requests', '/profile/settings', '/checkout']);
});
