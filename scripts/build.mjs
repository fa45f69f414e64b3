// `npm run build`: builds pages, server and an empty database when out of date.
import { buildStale, main } from './setup.mjs';

await main(async () => {
  await buildStale({ withFailpoints: process.argv.includes('--failpoints') });
  return 0;
});
