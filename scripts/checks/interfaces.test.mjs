import { expect, test } from 'vitest';
import { find, MAX_EXPORTS, usedExports } from './interfaces.mjs';
import { sourcesOf } from './source.mjs';

const files = (entries) => sourcesOf(new Map(entries));
const names = (count) => Array.from({ length: count }, (_, place) => `find${place}`).join(', ');

test('a module of which others use more than it may is an error', () => {
  const use = (count) =>
    files([['app/routes/home.tsx', `import { ${names(count)} } from '#app/modules/orders/orders/orders.server.ts';`]]);
  expect([...find(use(MAX_EXPORTS))]).toEqual([]);
  expect([...find(use(MAX_EXPORTS + 1))].map(({ message }) => message)).toEqual([
    'others use 26 exports of orders, more than 25',
  ]);
});

test('counts what others import at run time of the files that a module offers, each once', () => {
  const sources = files([
    [
      'app/routes/home.tsx',
      `import { placeOrder, type Order } from '#app/modules/orders/orders/orders.server.ts';
       import type { Life } from '#app/modules/orders/orders/life.server.ts';
       import { ORDER_STATUSES } from '#app/modules/orders/orders/order.ts';`,
    ],
    [
      'app/modules/orders/cart/cart.server.ts',
      `export { placeOrder as place } from '#app/modules/orders/orders/orders.server.ts';
       import { orders } from '#app/modules/orders/orders/tables.server.ts';`,
    ],
    ['app/modules/orders/orders/internal/life.server.ts', "import { moveOrder } from '../orders.server.ts';"],
    ['server/main.ts', "const { sweep } = await import('#app/modules/orders/orders/life.server.ts');"],
    ['app/modules/orders/cart/cart.test.ts', "import { forTests } from '#app/modules/orders/orders/orders.server.ts';"],
  ]);
  expect(usedExports(sources)).toEqual(new Map([['orders', ['orders.server.ts placeOrder', 'life.server.ts *']]]));
});
