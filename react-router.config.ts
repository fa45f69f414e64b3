import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { DATA_ENDING } from './app/basics/data-address.ts';
import { guestPagePattern } from './app/route-facts.ts';

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

/** The route manifest lists shared scripts once instead of for every route. */
async function shortenManifest(assets: string): Promise<void> {
  for (const file of (await readdir(assets)).filter((name) => name.startsWith('manifest-'))) {
    const path = join(assets, file);
    const [, before, json] = /^(window\.__reactRouterManifest=)(.+\});?$/s.exec(await readFile(path, 'utf8')) ?? [];
    if (!before || !json) continue;
    const manifest: Manifest = JSON.parse(json);
    const always = new Set(manifest.entry.imports);
    for (const route of Object.values(manifest.routes))
      route.imports = route.imports?.filter((name) => !always.has(name));
    // The router treats a missing fact like `false`.
    const short = JSON.stringify(manifest, (_, value: unknown) => (value === false ? undefined : value));
    await writeFile(path, `${before}${short};`);
  }
}

type Manifest = { entry: { imports: string[] }; routes: Record<string, { imports?: string[] }> };

async function writeServiceWorker(client: string): Promise<void> {
  const files = (await readdir(join(client, 'assets'))).sort();
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
  const source = stripTypeScriptTypes(await readFile('app/service-worker.ts', 'utf8'));
  // With the export, it would be a module.
  const worker = source
    .replace('export {};', '')
    .replaceAll('BUILD', version)
    .replace("'GUEST_PAGE'", () => JSON.stringify(guestPagePattern()))
    .replace("'DATA_ENDING'", () => JSON.stringify(DATA_ENDING.source));
  await writeFile(join(client, 'service-worker.js'), worker);
}

/** Only tests use this build, so its size does not matter. */
const hasFailpoints = process.env.FAILPOINTS === 'on';

export default {
  appDirectory: 'app',
  buildDirectory: hasFailpoints ? '.cache/failpoints' : 'build',
  ssr: true,
  // A form that is sent during route discovery would fail.
  routeDiscovery: { mode: 'initial' },
  // Otherwise every page's script would list a file for each `clientAction`.
  splitRouteModules: false,
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await shortenManifest(join(client, 'assets'));
    await writeServiceWorker(client);
    if (!hasFailpoints) await precompress(join(client, 'assets'));
  },
} satisfies Config;
