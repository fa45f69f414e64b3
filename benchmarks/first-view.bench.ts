// How soon a phone on a slow network sees the shop: Lighthouse's performance of the four pages of the main way, three
// runs each, of a shop with the sample or of the one that runs at SHOP_ADDRESS. A busy machine makes it worse: the best run
// is what the pages can do.
import { measurePage, openMeasuredBrowser } from '#tests/support/lighthouse.ts';
import { startSampleShop } from './sample-shop.ts';

const PORT = 9222;
const running = process.env.SHOP_ADDRESS;
const shop = running ? { address: running, close: async () => {} } : await startSampleShop();
const browser = await openMeasuredBrowser(PORT);
for (const path of ['/', '/gallery', '/artwork/4', '/cart']) {
  const runs = [];
  for (let run = 0; run < 3; run += 1) runs.push(await measurePage(shop.address + path, PORT, ['performance']));
  const best = runs.toSorted((a, b) => b.scores['performance']! - a.scores['performance']!)[0]!;
  console.log(
    `  ${path.padEnd(12)} ${runs.map(({ scores }) => scores['performance']).join(', ')} of 100   ${best.shortcomings.join(' · ')}`,
  );
}
await browser.close();
await shop.close();
