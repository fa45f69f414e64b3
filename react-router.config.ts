import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

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

export default {
  appDirectory: 'app',
  ssr: true,
  // A form that is sent while the next page's route is looked up would fail; and each page saves a request.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config;
