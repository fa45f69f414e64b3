import { setFlagsFromString } from 'node:v8';
import { serve } from '@hono/node-server';
import { freePort } from '#scripts/machine.mjs';
import { openRequestShop } from '#tests/support/request-shop.ts';

// Optimizing the embedded database takes longer than a test uses it.
setFlagsFromString('--liftoff-only');

/** Some settings would disturb other tests, so they need a separate shop. */
export async function serveOwnShop(settings: Record<string, string> = {}) {
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const shop = await openRequestShop({ SHOP_URL: baseURL, ...settings });
  const server = serve({
    fetch: (request, bindings) => shop.app.fetch(request, bindings as never),
    port,
    hostname: 'localhost',
  });
  const close = async () => {
    server.close();
    await shop.close();
  };
  return { shop, baseURL, close };
}
