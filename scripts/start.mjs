// `npm start` and, with --dev, `npm run dev`.
import { existsSync } from 'node:fs';
import { buildStale, installMissing, main, node24, root, run } from './setup.mjs';

await main(async () => {
  const live = process.argv.includes('--dev');
  await installMissing();
  if (!live) await buildStale();
  const environment = { NODE_ENV: process.env.NODE_ENV ?? (live ? 'development' : 'production') };
  const settings = existsSync(`${root}/.env`) ? ['--env-file=.env'] : [];
  const server = ['--enable-source-maps', ...settings, 'server/main.ts', ...process.argv.slice(2)];
  const { code } = await run(node24(), server, { env: environment, shown: true, last: true });
  return code;
});
