import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { DATA_ENDING } from './app/basics/data-address.ts';
import { guestPagePattern } from './app/route-facts.ts';

/** Compresses what the browser loads once, at build time, as small as it gets; the server sends the file that fits. */
async function precompress(directory: string): Promise<void> {
  const texts = (await readdir(directory)).filter((file) => /\.(js|css|svg|json)$/.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const path = join(directory, file);
      const text = await readFile(path);
      const [br, gz] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text, { level: 9 })]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

/** What any page has fetched before is named once in the list of all routes, which each page has, instead of with each of them. */
async function shortenManifest(assets: string): Promise<void> {
  for (const file of (await readdir(assets)).filter((name) => name.startsWith('manifest-'))) {
    const path = join(assets, file);
    const [, before, json] = /^(window\.__reactRouterManifest=)(.+\});?$/s.exec(await readFile(path, 'utf8')) ?? [];
    // Another file of this name.
    if (!before || !json) continue;
    const manifest: Manifest = JSON.parse(json);
    const always = new Set(manifest.entry.imports);
    for (const route of Object.values(manifest.routes))
      route.imports = route.imports?.filter((name) => !always.has(name));
    // The router asks only whether a fact of a route holds, so `false` need not be said.
    const short = JSON.stringify(manifest, (_, value: unknown) => (value === false ? undefined : value));
    await writeFile(path, `${before}${short};`);
  }
}

type Manifest = { entry: { imports: string[] }; routes: Record<string, { imports?: string[] }> };

/** The service worker, as JavaScript, with a name for this version of the shop and the pages that it keeps, at the root, from where it sees every page. */
async function writeServiceWorker(client: string): Promise<void> {
  const files = (await readdir(join(client, 'assets'))).sort();
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
  const source = stripTypeScriptTypes(await readFile('app/service-worker.ts', 'utf8'));
  // Without a line of its own that makes it a module for the types' sake.
  const worker = source
    .replace('export {};', '')
    .replaceAll('BUILD', version)
    .replace("'GUEST_PAGE'", () => JSON.stringify(guestPagePattern()))
    .replace("'DATA_ENDING'", () => JSON.stringify(DATA_ENDING.source));
  await writeFile(join(client, 'service-worker.js'), worker);
}

/** Beside the build that serves, for tests alone: what a browser loads needn't be small. */
const hasFailpoints = process.env.FAILPOINTS === 'on';

export default {
  appDirectory: 'app',
  buildDirectory: hasFailpoints ? '.cache/failpoints' : 'build',
  ssr: true,
  // A form that is sent while the next page's route is looked up would fail; and each page saves a request.
  routeDiscovery: { mode: 'initial' },
  // A file of its own for each `clientAction` would be named in the script of every page, a hundred times for a few bytes each.
  splitRouteModules: false,
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await shortenManifest(join(client, 'assets'));
    await writeServiceWorker(client);
    if (!hasFailpoints) await precompress(join(client, 'assets'));
  },
} satisfies Config;
