// `npm start` and, with --dev, `npm run dev`.
import { buildStale, inRoot, installMissing, main, node24, run } from './setup.mjs';

await main(async () => {
  const development = process.argv.includes('--dev');
  await installMissing();
  if (!development) await buildStale();
  // A small young generation: the shop rests at 130 MB less, which is what a small hosting machine is short of.
  const server = ['--enable-source-maps', '--max-semi-space-size=4', 'server/main.ts', ...process.argv.slice(2)];
  const env = { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled') };
  const { code } = await run(node24(), server, { shown: true, last: true, env });
  return code;
});
