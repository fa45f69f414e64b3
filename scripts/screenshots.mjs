// `npm run screenshots [-- ADDRESS] [-- --against FOLDER]` saves every screen in screenshots/ and compares it with
// FOLDER.
import { parseArgs } from 'node:util';
import { comparePictures } from './compare-pictures.mjs';
import { installMachineParts } from './machine.mjs';
import { inRoot, installMissing, main, runLibrary, SetupError } from './setup.mjs';

await main(async () => {
  await installMissing();
  const missing = await installMachineParts();
  const chromium = missing.find((line) => line.startsWith('Chromium'));
  if (chromium) throw new SetupError(chromium);
  const { values, positionals } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
  const [address] = positionals;
  const folder = inRoot('screenshots');
  // One visitor's actions appear on the next visitor's screens, so the screens run one after the other.
  const { code } = await runLibrary('playwright', ['test', 'every-screen', '--reporter=line', '--workers=1'], {
    shown: true,
    env: { SCREENSHOTS: folder, ...(address && { SHOP_ADDRESS: address }) },
  });
  if (code !== 0 || !values.against) return code;
  const { found, compared } = await comparePictures(values.against, folder, inRoot('screenshots', 'differences'));
  console.log(`${found.length} of ${compared} pictures differ`);
  for (const line of found) console.log(`  ${line}`);
});
