// `npm start` and, with --dev, `npm run dev`.
import { buildStale, installMissing, main, node24, run } from './setup.mjs';

await main(async () => {
  const development = process.argv.includes('--dev');
  await installMissing();
  if (!development) await buildStale();
  const server = ['--enable-source-maps', 'server/main.ts', ...process.argv.slice(2)];
  const { code } = await run(node24(), server, { shown: true, last: true });
  return code;
});
