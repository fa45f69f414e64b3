// `npm run build`: builds pages, server and an empty database, unless that was done from these very files.
import { buildStale, main } from './setup.mjs';

await main(async () => {
  await buildStale({ withFailpoints: process.argv.includes('--failpoints') });
  return 0;
});
