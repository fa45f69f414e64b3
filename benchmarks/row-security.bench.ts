// Measures the cost of row-level security for signed-in shoppers on both databases (ADR 48).
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import { getCart } from '#app/modules/orders/cart/cart.server.ts';
import { findMyOrders } from '#app/modules/orders/orders/orders.server.ts';
import type { Connections } from '#app/platform/database/connections.server.ts';
import type { Database } from '#app/platform/database/database.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop } from '#tests/support/test-shop.ts';
import { databaseName, percentile } from './figures.ts';

const WARM_UP = 50;
const TIMES = 400;
const SHOPPERS = 60;

const OWNERS = {
  cart: 'user_id',
  cart_merges: 'user_id',
  wishlist: 'user_id',
  wishlist_links: 'user_id',
  orders: 'user_id',
  user_profiles: 'id',
  customer_settings: 'user_id',
  customer_addresses: 'user_id',
  order_requests: 'user_id',
  return_requests: 'user_id',
  checkout_attempts: 'user_id',
  payments: 'customer_id',
};
const NAMES_ONE = new RegExp(`"(?:${Object.keys(OWNERS).join('|')})"`);

async function addPolicies(database: Database): Promise<void> {
  await database.execute(sql`create role shop_person nologin`);
  await database.execute(sql`grant usage on schema public to shop_person`);
  await database.execute(sql`grant select, insert, update, delete on all tables in schema public to shop_person`);
  await database.execute(sql`grant usage on all sequences in schema public to shop_person`);
  for (const [table, column] of Object.entries(OWNERS)) {
    await database.execute(sql.raw(`alter table ${table} enable row level security`));
    await database.execute(
      sql.raw(`create policy own on ${table} to shop_person
        using (${column} = (select nullif(current_setting('shop.person', true), ''))::uuid)`),
    );
  }
}

function asPerson(database: Database, userId: string): Database {
  const connections = (database as unknown as { $client: Connections }).$client;
  const person = sql`select set_config('shop.person', ${userId}, true), set_config('role', 'shop_person', true)`;
  const personStatement = {
    text: `select set_config('shop.person', $1, true), set_config('role', 'shop_person', true)`,
    values: [userId],
  };
  const client = {
    query: (...statement: unknown[]) => {
      const asked = statement[0] as string | { text: string };
      if (!NAMES_ONE.test(typeof asked === 'string' ? asked : asked.text))
        return (connections.query as (...all: unknown[]) => unknown)(...statement);
      return connections.withConnection(async (lent) => {
        const [, , answer] = await Promise.all([
          lent.query('begin'),
          lent.query(personStatement),
          (lent.query as (...all: unknown[]) => Promise<unknown>)(...statement),
          lent.query('commit'),
        ]);
        return answer;
      });
    },
  };
  const guarded = drizzle({ client: client as never }) as unknown as Database;
  guarded.transaction = (work, config) =>
    database.transaction(async (tx) => {
      const [, answer] = await Promise.all([tx.execute(person), work(tx)]);
      return answer;
    }, config);
  return guarded;
}

for (const [kind, open] of bothDatabases) {
  const shop = await openTestShop(open);
  const name = databaseName(kind);
  const artworks = [];
  for (let n = 0; n < 5; n += 1) artworks.push(await shop.makeArtwork({ stockCount: 1_000_000 }));
  const sold = await shop.makeArtwork({ stockCount: 10_000_000 });
  for (let n = 1; n <= SHOPPERS; n += 1) {
    await putIntoCart(shop.as.customer(n), sold.id);
    await orderCart(shop.as.customer(n));
  }
  // 200 orders for each customer, in batches that stay within the statement timeout.
  for (let n = 1; n <= 200; n += 10)
    await shop.database.execute(sql`
      insert into orders (order_number, user_id, items, subtotal, discount_amount, shipping_cost, gst_amount, total, shipping_address,
        payment_method, payment_status, status, customer_name, customer_email, created_at)
      select upper('N' || n || '-' || left(o.id::text, 13)), user_id, items, subtotal, discount_amount, shipping_cost, gst_amount, total,
        shipping_address, payment_method, 'refunded', 'cancelled', customer_name, customer_email, o.created_at - n * interval '1 day'
      from orders o, generate_series(${n}::int, ${n + 9}::int) n
      where o.order_number like 'BV-%'`);
  for (let n = 1; n <= SHOPPERS / 2; n += 1)
    for (const artwork of artworks) await putIntoCart(shop.as.customer(n), artwork.id);
  await addPolicies(shop.database);
  await shop.database.execute(sql`analyze`);

  let turn = 0;
  const guest = { lines: [] } as unknown as Parameters<typeof getCart>[1];
  const buyers = Array.from({ length: SHOPPERS / 2 }, (_, at) => shop.as.customer(SHOPPERS / 2 + 1 + at));
  const works: Record<string, (guard: (plain: Shop) => Shop) => Promise<unknown>> = {
    'reading a cart of 5': (guard) => getCart(guard(shop.as.customer(1 + ((turn += 1) % (SHOPPERS / 2)))), guest),
    'reading My Orders': (guard) => findMyOrders(guard(shop.as.customer(1 + ((turn += 1) % (SHOPPERS / 2))))),
    'placing an order': async (guard) => {
      const buyer = buyers.shift()!;
      await putIntoCart(guard(buyer), sold.id);
      await orderCart(guard(buyer));
      buyers.push(buyer);
    },
  };
  const plain = (each: Shop) => each;
  const guard = (each: Shop): Shop => ({ ...each, database: asPerson(each.database, signedIn(each).userId) });
  const own = asPerson(shop.database, signedIn(shop.as.customer(1)).userId);
  const { rows } = await own.execute(sql`select count(distinct user_id)::int as people from "orders"`);
  if ((rows[0] as { people: number }).people !== 1) throw new Error('the policies let others through');

  for (const [work, done] of Object.entries(works)) {
    const [without, withIt]: [number[], number[]] = [[], []];
    for (let time = -WARM_UP; time < TIMES; time += 1) {
      for (const each of time % 2 === 0 ? [plain, guard] : [guard, plain]) {
        const began = performance.now();
        await done(each);
        if (time >= 0) (each === plain ? without : withIt).push(performance.now() - began);
      }
    }
    const [under, plainly] = [percentile(withIt, 25), percentile(without, 25)];
    console.log(
      `  ${`${work} on ${name}`.padEnd(50)} ${under.toFixed(2)} ms under policies, ${plainly.toFixed(2)} ms without: ${(under / plainly).toFixed(2)} ×`,
    );
  }
  await shop.close();
}
process.exit(0);
