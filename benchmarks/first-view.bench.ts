// Measures Lighthouse's performance score of home, gallery, artwork and cart. Compares the home page's script with an
// empty page of the same router.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { weighPage, measurePage, openMeasuredBrowser } from '#tests/support/lighthouse.ts';
import { type Figure, median, saveFigures } from './figures.ts';
import { startSampleShop } from './sample-shop.ts';

const PORT = 9222;
const RUNS = 3;
const ROOT = resolve(import.meta.dirname, '..');
const KILOBYTE = 1024;

const emptyScript = await buildEmptyPage();
const running = process.env.SHOP_ADDRESS;
const shop = running ? { address: running, close: async () => {} } : await startSampleShop();
const browser = await openMeasuredBrowser(PORT);
const figures: Figure[] = [];
const best = { name: 'the best possible', value: 100 };
for (const path of ['/', '/gallery', '/artwork/himalayan-dawn', '/cart']) {
  const scores = [];
  for (let run = 0; run < RUNS; run += 1) {
    const measured = await measurePage(shop.address + path, PORT, ['performance']);
    scores.push(measured.scores['performance']!);
    if (run === 0) console.log(`  ${path} ${measured.shortcomings.join(' · ')}`);
  }
  const value = median(scores);
  figures.push({ figure: `Lighthouse, ${path}`, value, unit: '', reference: best, ratio: value / 100, target: '99' });
}
const { all, style, script } = await weighPage(`${shop.address}/`, PORT);
await browser.close();
await shop.close();
const reference = { name: 'the script of an empty page', value: emptyScript / KILOBYTE };
for (const [figure, bytes, target] of [
  ['home, cold: all bytes', all, '260 KB'],
  ['home, cold: style sheets with fonts', style, '40 KB'],
  ['home, cold: script', script, '12 KB over an empty page'],
] as const)
  figures.push({ figure, value: bytes / KILOBYTE, unit: 'KB', reference, ratio: bytes / emptyScript, target });
await saveFigures('first-view', figures);

async function buildEmptyPage(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'bisvar-empty-'));
  await mkdir(join(directory, 'app'));
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(directory, 'package.json'));
  const files = {
    'react-router.config.ts': `export default { ssr: true, routeDiscovery: { mode: 'initial' } };`,
    'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite'; export default { plugins: [reactRouter()] };`,
    'app/routes.ts': `import { index } from '@react-router/dev/routes'; export default [index('home.tsx')];`,
    'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
      export default () => <html lang="en"><head><Meta /><Links /></head><body><Outlet /><ScrollRestoration /><Scripts /></body></html>;`,
    'app/home.tsx': `export default () => <h1>Empty</h1>;`,
    // Otherwise the build installs packages for this file.
    'app/entry.server.tsx': `export default () => new Response();`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  const tool = join(ROOT, 'node_modules/@react-router/dev/bin.cjs');
  await promisify(execFile)(process.execPath, [tool, 'build'], {
    cwd: directory,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const assets = join(directory, 'build/client/assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (file) => (await promisify(brotliCompress)(await readFile(join(assets, file)))).length),
  );
  await rm(directory, { recursive: true });
  return sizes.reduce((sum, size) => sum + size, 0);
}
