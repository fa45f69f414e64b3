// Installs and builds what the shop needs, and doesn't start it: for an installer, or an image of a container.
import { buildStale, installMissing, main } from './setup.mjs';

await main(async () => {
  await installMissing();
  await buildStale();
  return 0;
});
