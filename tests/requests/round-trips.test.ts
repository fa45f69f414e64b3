import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connections } from '#app/platform/database/connections.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openRequestShop, type RequestShop, signInCustomer, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let customer: Visitor;
let artwork: Awaited<ReturnType<typeof insertArtwork>>;
beforeAll(async () => {
  shop = await openRequestShop();
  const { visitor, context } = await signInCustomer(shop);
  customer = visitor;
  artwork = await insertArtwork(shop.database);
  await insertArtwork(shop.database, { title: 'Brass Lamp' });
  for (let count = 0; count < 2; count += 1) {
    await putIntoCart(context, artwork.id);
    await orderCart(context);
  }
  await putIntoCart(context, artwork.id);
  await visitor.post('/visitor-state', { intent: 'wish', artworkId: artwork.id, wanted: 'yes' });
});
afterAll(() => shop?.close());

/** The shop’s background work must not be counted. */
const looked = new AsyncLocalStorage<true>();

async function countTurns(work: () => Promise<unknown>): Promise<number> {
  const { $client: connections } = shop.database as unknown as { $client: Connections };
  let answered = 0;
  const lend = connections.withConnection.bind(connections);
  connections.withConnection = async (use) => {
    if (!looked.getStore()) return lend(use);
    let turn = answered;
    const used = await lend((client) =>
      use(
        new Proxy(client, {
          get(target, name) {
            const member: unknown = Reflect.get(target, name);
            if (typeof member !== 'function') return member;
            if (name === 'query') turn += 1;
            return member.bind(target) as unknown;
          },
        }),
      ),
    );
    // Parallel queries must answer together, as from a remote server.
    await wait(10);
    answered = Math.max(answered, turn);
    return used;
  };
  try {
    await looked.run(true, work);
    return answered;
  } finally {
    Reflect.deleteProperty(connections, 'withConnection');
  }
}

test.each([
  ['/', 2],
  ['/gallery', 2],
  ['/gallery?q=lamp', 3],
  ['/artwork/brass-lota', 3],
  ['/cart', 3],
  ['/about', 2],
  ['/profile', 2],
  ['/profile/orders', 3],
  ['/profile/requests', 3],
  ['/profile/wishlist', 3],
  ['/profile/security', 2],
  ['/profile/settings', 2],
  ['/checkout', 4],
])('%s needs at most %i round trips to the database', async (path, most) => {
  expect((await customer.get(path)).status).toBe(200);
  expect(await countTurns(() => customer.get(path))).toBeLessThanOrEqual(most);
});
