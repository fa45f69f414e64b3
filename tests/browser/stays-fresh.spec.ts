import { expect, testWithRouter as test } from './shopping.ts';

test('an open page shows a sale, and refreshes on return', async ({ page }) => {
  let others: string[] = [];
  await page.route(/\/api\/being-bought/, (route, request) => {
    const ids = new URL(request.url()).searchParams.getAll('id');
    return route.fulfill({ json: { others: ids.filter((id) => others.includes(id)), ordered: [], held: [] } });
  });
  await page.clock.install();
  await page.goto('/gallery/oil');
  await expect(page.getByRole('button', { name: /^Add to Cart/ }).first()).toBeVisible();
  const bought = page.getByText('Someone is buying this');
  await expect(bought).toHaveCount(0);

  // Without this answer, the page may reload too early.
  const answered = page.waitForResponse(/\/api\/being-bought/);
  await page.clock.fastForward(31_000);
  others = new URL((await answered).url()).searchParams.getAll('id');
  const readAgain = page.waitForRequest(/\/gallery\/oil\.data/);
  await page.clock.fastForward(31_000);
  await readAgain;
  await expect(bought.first()).toBeVisible();
  others = [];
  await page.clock.fastForward(31_000);
  await expect(bought).toHaveCount(0);

  const shownAgain = page.waitForRequest(/\/gallery\/oil\.data/);
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
    await page.clock.fastForward(61_000);
  }
  await shownAgain;
});

test('an open page frees an artwork when its hold ends', async ({ page }) => {
  let endsInSeconds = 12;
  let isHeld = true;
  await page.route(/\/api\/being-bought/, (route, request) => {
    const ids = new URL(request.url()).searchParams.getAll('id');
    return route.fulfill({ json: { others: isHeld ? ids : [], ordered: [], held: [], endsInSeconds } });
  });
  await page.clock.install();
  await page.goto('/artwork/5');
  const bought = page.getByText('Someone is buying this').first();
  await expect(bought).toBeVisible();
  endsInSeconds = -1;
  const atItsEnd = page.waitForResponse(/\/api\/being-bought/);
  await page.clock.fastForward(13_000);
  await atItsEnd;
  await expect(bought).toBeVisible();
  isHeld = false;
  await page.clock.fastForward(6_000);
  await expect(page.getByText('Someone is buying this')).toHaveCount(0);
});
