// `npm run build`: builds what is out of date.
import { buildStale, main } from './setup.mjs';

await main(async () => {
  await buildStale({ withFailpoints: process.argv.includes('--failpoints') });
  return 0;
});
