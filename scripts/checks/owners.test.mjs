import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { find, OWNERS } from './owners.mjs';
import { sourcesOf } from './source.mjs';

const TABLES = `import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
  export const orders = pgTable('orders', { id: uuid(), userId: uuid('user_id') });
  export const cart = pgTable('cart', { id: uuid(), userId: uuid('user_id') });
  export const artworks = pgTable('artworks', { id: uuid() });
  export const userProfiles = pgTable('user_profiles', { id: uuid() });`;
const IMPORTS = `import { artworks, cart, orders, userProfiles } from '#app/modules/orders/orders/tables.server.ts';\n`;

const said = (text, path = 'app/modules/orders/orders/orders.server.ts') => {
  const sources = sourcesOf(
    new Map([
      ['app/modules/orders/orders/tables.server.ts', TABLES],
      [path, IMPORTS + text],
    ]),
  );
  return [...find(sources)].map(({ message }) =>
    message.replace('a query on ', '').replace(" that doesn't say whose rows", ''),
  );
};

test.each([
  [
    'a read by id',
    'export const read = (shop, id) => shop.database.select().from(orders).where(eq(orders.id, id));',
    'orders',
  ],
  ['a read of all', 'export const read = (shop) => shop.database.select().from(cart);', 'cart'],
  [
    'one that only shows whose they are',
    'export const read = (shop, id) => shop.database.select({ userId: cart.userId }).from(cart).where(eq(cart.id, id));',
    'cart',
  ],
  [
    'a change',
    'export const write = (shop, id) => shop.database.update(cart).set({ quantity: 1 }).where(eq(cart.id, id));',
    'cart',
  ],
  ['a deletion', 'export const remove = (shop, id) => shop.database.delete(cart).where(eq(cart.id, id));', 'cart'],
  [
    'a table that is joined',
    'export const read = (shop, id) => shop.database.select().from(artworks).innerJoin(cart, eq(cart.artworkId, artworks.id)).where(eq(artworks.id, id));',
    'cart',
  ],
  [
    'an owner who is only joined',
    'export const read = (shop, id) => shop.database.select().from(orders).innerJoin(userProfiles, eq(userProfiles.id, orders.userId)).where(eq(orders.id, id));',
    'orders, user_profiles',
  ],
  [
    'a subquery',
    'export const read = (shop, id) => shop.database.select().from(artworks).where(inArray(artworks.id, shop.database.select({ id: cart.artworkId }).from(cart)));',
    'cart',
  ],
  [
    'SQL as text',
    'export const read = (shop, id) => shop.database.execute(sql`select * from orders where id = ${id}`);',
    'orders',
  ],
  [
    'SQL with the value of a table',
    'export const read = (shop, id) => shop.database.execute(sql`select user_id from ${orders} where ${orders.id} = ${id}`);',
    'orders',
  ],
  [
    'a subquery in SQL',
    'export const has = (id) => sql`exists (select 1 from cart where cart.artwork_id = ${id})`;',
    'cart',
  ],
  [
    'a function that only a guarded and an open one call',
    'export const one = (shop) => { adminOnly(shop); return all(shop); };\nexport const two = (shop) => all(shop);\nconst all = (shop) => shop.database.select().from(cart);',
    'cart',
  ],
  [
    'a reason that stands elsewhere',
    '// Not filtered by owner: counts them.\nexport const one = 1;\nexport const two = (shop) => shop.database.select().from(cart);',
    'cart',
  ],
  [
    'a marker without a reason',
    '// Not filtered by owner:\nexport const two = (shop) => shop.database.select().from(cart);',
    'cart',
  ],
])('%s without its owner is an error', (_, text, tables) => {
  expect(said(text)).toEqual([tables]);
});

test.each([
  [
    'its owner',
    'export const read = (shop, userId) => shop.database.select().from(cart).where(eq(cart.userId, userId));',
  ],
  [
    'its owner beside others',
    'export const read = (shop, id, userId) => shop.database.select().from(orders).where(and(eq(orders.id, id), eq(orders.userId, userId)));',
  ],
  [
    'its owner under a name',
    'export function read(shop, userId) { const mine = eq(orders.userId, userId); return shop.database.select().from(orders).where(and(mine, other)); }',
  ],
  [
    'its owner through a function of the file',
    'export const read = (shop, userId) => shop.database.select().from(orders).where(ownedBy(userId));\nconst ownedBy = (userId) => eq(orders.userId, userId);',
  ],
  [
    'its owner in the join',
    'export const read = (shop, userId) => shop.database.select().from(artworks).leftJoin(cart, and(eq(cart.artworkId, artworks.id), eq(cart.userId, userId)));',
  ],
  [
    'its owner in SQL',
    'export const read = (shop, id) => shop.database.execute(sql`select * from orders where user_id = ${id}`);',
  ],
  [
    'its owner in SQL by its value',
    'export const read = (shop, id) => sql`id in (select ${orders.id} from ${orders} where ${eq(orders.userId, id)})`;',
  ],
  ['admins alone', 'export const all = (shop) => { adminOnly(shop); return shop.database.select().from(cart); };'],
  [
    'a function that only guarded ones call',
    'export const all = (shop) => { ownerOnly(shop); return read(shop); };\nconst read = (shop) => shop.database.select().from(cart);',
  ],
  [
    'a reason above it',
    '// Not filtered by owner: counts them.\nexport const all = (shop) => shop.database.select().from(cart);',
  ],
  [
    'a condition that names the owner, wherever it is declared',
    'export const mine = (shop, id) => shop.database.select().from(cart).where(wasAddressOf(id, cart.email, cart.createdAt));',
  ],
  ['a table of nobody', 'export const all = (shop) => shop.database.select().from(artworks);'],
  ['a sentence', "export const text = 'Select a piece, then take it from cart or wishlist';"],
])('%s is fine', (_, text) => {
  expect(said(text)).toEqual([]);
});

test('a reason at the top covers its file, and tests are exempt', () => {
  const all = 'export const all = (shop) => shop.database.select().from(cart);';
  const path = 'app/modules/orders/orders/orders.test.ts';
  expect(said(all, path)).toEqual([]);
  const sources = sourcesOf(
    new Map([
      ['app/modules/orders/orders/tables.server.ts', TABLES],
      ['app/modules/orders/orders/orders.server.ts', `// Not filtered by owner: the shop itself.\n${IMPORTS}${all}`],
    ]),
  );
  expect([...find(sources)]).toEqual([]);
});

test('every table that names its person in user_id is on the list', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const named = globSync('app/**/tables.server.ts', { cwd: root }).flatMap((path) =>
    readFileSync(`${root}/${path}`, 'utf8')
      .split('pgTable(')
      .filter((table) => table.includes("'user_id'"))
      .map((table) => /'(\w+)'/.exec(table)[1]),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((table) => !(table in OWNERS))).toEqual([]);
});
