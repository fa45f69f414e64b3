import { expect, test } from 'vitest';
import { find } from './raw-sql.mjs';
import { sourcesOf } from './source.mjs';

const TABLES = "import { pgTable, text } from 'drizzle-orm/pg-core';\nexport const";

const said = (path, text) => {
  const sources = sourcesOf(
    new Map([
      ['app/modules/orders/orders/tables.server.ts', `${TABLES} orders = pgTable('orders', { status: text() });`],
      ['app/modules/orders/cart/tables.server.ts', `${TABLES} cartMerges = pgTable('cart_merges', { key: text() });`],
      [path, text],
    ]),
  );
  return [...find(sources, { areas: { orders: ['cart', 'orders'] } })].map(({ message }) => message);
};

const cart = 'app/modules/orders/cart/cart.server.ts';

test.each([
  ['an update in a text', "database.execute(`update orders set status = 'shipped' where id = ${id}`);"],
  ['an update under another name', "const text = 'UPDATE orders o SET status = 1';"],
  ['an insert in a template of SQL', 'database.execute(sql`insert into orders (status) values (1)`);'],
  [
    'a deletion of the table’s value',
    "import { orders } from '#app/modules/orders/orders/tables.server.ts';\nsql`delete from ${orders}`;",
  ],
  ['emptying it', "const text = 'truncate table orders';"],
])('%s is an error in another module', (_, text) => {
  expect(said(cart, text)).toEqual(['only app/modules/orders/orders writes orders']);
});

test('reading a table of a module below is an error', () => {
  expect(said(cart, 'sql`select 1 from orders join cart_merges on true`;')).toEqual([
    'orders/cart may not read orders, which belongs to orders/orders below it',
  ]);
});

test.each([
  ['the owner', 'app/modules/orders/orders/internal/place.server.ts', 'sql`update orders set status = 1`;'],
  ['reading what is above', 'app/modules/orders/orders/orders.server.ts', 'sql`select key from cart_merges`;'],
  ['a sentence', cart, "const text = 'Failed to update orders from orders';"],
  ['its own table', cart, 'sql`delete from cart_merges`;'],
  ['a test', 'app/modules/orders/cart/cart.test.ts', 'sql`delete from orders`;'],
])('%s is fine', (_, path, text) => {
  expect(said(path, text)).toEqual([]);
});
