// Compares rendered answers with answers that render nothing.
import { openRequestShop } from '#tests/support/request-shop.ts';
import { printRatios, ratePerSecond } from './rate.ts';

const shop = await openRequestShop();
const visitor = shop.visitor();
const measured = [];
for (const [name, path] of [
  ['home, rendered', '/'],
  ['unknown page, rendered', '/not-there-at-all'],
  ['robots.txt, through the router', '/robots.txt'],
  ['healthz, straight from the server', '/healthz'],
] as const) {
  const { status } = await visitor.get(path);
  if (status >= 500) throw new Error(`${path} answered ${status}`);
  measured.push({ name, perSecond: await ratePerSecond(() => visitor.get(path)) });
}
await shop.close();
printRatios(measured);
process.exit(0);
