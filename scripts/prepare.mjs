// Installs and builds without starting, for installers and container images.
import { buildStale, installMissing, main } from './setup.mjs';

await main(async () => {
  await installMissing();
  await buildStale();
  return 0;
});
