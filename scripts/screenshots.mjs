// `npm run screenshots [-- ADDRESS]`: draws every screen on a phone and on a desk into screenshots/, from the shop that
// runs at ADDRESS or from one with the sample that is started for it.
import { installMachineParts } from './machine.mjs';
import { installMissing, main, root, runLibrary, SetupError } from './setup.mjs';

await main(async () => {
  await installMissing();
  const missing = await installMachineParts();
  const chromium = missing.find((line) => line.startsWith('Chromium'));
  if (chromium) throw new SetupError(chromium);
  const [address] = process.argv.slice(2);
  const { code } = await runLibrary('playwright', ['test', 'every-screen', '--reporter=line'], {
    shown: true,
    env: { SCREENSHOTS: `${root}/screenshots`, ...(address && { SHOP_ADDRESS: address }) },
  });
  return code;
});
