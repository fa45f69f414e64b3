import { expect, test } from 'vitest';
import { find } from './order-status.mjs';
import { sourcesOf } from './source.mjs';

const said = (path, text) => {
  const tables = `import { pgTable } from 'drizzle-orm/pg-core';
    export const orders = pgTable('orders', {}); export const orderHistory = pgTable('order_history', {});`;
  const sources = sourcesOf(
    new Map([
      ['app/modules/orders/orders/tables.server.ts', tables],
      [path, `import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';\n${text}`],
    ]),
  );
  return [...find(sources)].map(({ message }) => message.replace(/.*state: /, ''));
};

const elsewhere = 'app/modules/orders/orders/internal/ship.server.ts';

test.each([
  ["shop.database.update(orders).set({ status: 'shipped', updatedAt: shop.now }).where(a);", 'status'],
  ["await database\n  .update(orders)\n  .set({ ...(paid && {}), paymentStatus: 'refunded' });", 'paymentStatus'],
  ['database.update(orders).set({ heldUntil: null, releasedAt: now }).returning();', 'heldUntil, releasedAt'],
  ['database.update(orders).set(changes);', 'columns that cannot be seen here'],
  ['database.update(orders).set({ ...changes });', 'columns that cannot be seen here'],
  ['database.insert(orders).values(row);', 'insert(orders)'],
  ['database.insert(orderHistory).values(row);', 'insert(orderHistory)'],
  ["sql`update orders set status = 'shipped'`;", 'columns in SQL'],
  ['sql`update ${orders} set held_until = null where true`;', 'columns in SQL'],
  ['sql`insert into order_history (id) values (1)`;', 'rows in SQL'],
])('%s is an error outside the transition', (text, what) => {
  expect(said(elsewhere, text)).toEqual([what]);
});

test.each([
  [
    'the transition',
    'app/modules/orders/orders/internal/transition.server.ts',
    "d.update(orders).set({ status: 'shipped' });",
  ],
  ['another column', elsewhere, 'd.update(orders).set({ putBack, updatedAt: shop.now });'],
  ['a status that is only asked for', elsewhere, "sql`update orders set note = 'x' where status = 'shipped'`;"],
  ['another table', elsewhere, "d.update(requests).set({ status: 'closed' });"],
  ['a test', 'app/modules/orders/orders/orders.test.ts', "d.update(orders).set({ status: 'shipped' });"],
])('%s is fine', (_, path, text) => {
  expect(said(path, text)).toEqual([]);
});
