import { buildStale, main } from './setup.mjs';

await main(async () => {
  await buildStale({ withFailpoints: process.argv.includes('--failpoints') });
  return 0;
});
