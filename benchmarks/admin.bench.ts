// What the lists of the workbench cost with ten thousand of everything: the median of each first page, searched page and
// far page, in milliseconds and as a multiple of one bare query. More than 100 ms is a failure.
import { sql } from 'drizzle-orm';
import { listUsers } from '#app/modules/accounts/accounts.server.ts';
import { listCoupons } from '#app/modules/coupons/coupons.server.ts';
import { listMessages } from '#app/modules/notifications/notifications.server.ts';
import { listOrders, overview, revenueByMonth } from '#app/modules/orders/orders.server.ts';
import { waitingRequests } from '#app/modules/order-requests/order-requests.server.ts';
import { listAudit } from '#app/platform/audit/audit.server.ts';
import { openTestShop } from '#tests/support/test-shop.ts';

const MANY = 10_000;
const MOST_MILLISECONDS = 100;
const ROUNDS = 15;

const the = await openTestShop();
await the.database.execute(sql`
  insert into auth_users (id, name, email, created_at)
  select gen_random_uuid(), 'Person ' || n, 'person' || n || '@example.in', now() - interval '1 minute' * n
  from generate_series(1, ${MANY}::int) n`);
await the.database.execute(sql`
  insert into user_profiles (id, name, email, phone, created_at)
  select id, name, email, lpad((row_number() over ())::text, 10, '9'), created_at from auth_users where email like 'person%'`);
await the.database.execute(sql`
  insert into artworks (title, price, medium, category, images, stock_count, created_at)
  select 'Piece ' || n, 100000 + n, 'oil', 'Oil Painting', '{/media/none.webp}', n % 9, now() - interval '1 minute' * n
  from generate_series(1, ${MANY}::int) n`);
await the.database.execute(sql`
  insert into orders (order_number, user_id, items, subtotal, shipping_cost, total, shipping_address, payment_method,
    payment_status, payment_reference_id, status, customer_name, customer_email, created_at)
  select 'BV-' || lpad(n::text, 8, '0'), p.id, '[{"artwork_id":"x","title":"Piece","price":100000,"quantity":1,"image":""}]',
    100000, 15000, 115000, '{}', 'manual', 'confirmed', lpad(n::text, 12, '0'),
    (array['processing', 'shipped', 'delivered', 'cancelled'])[1 + n % 4], 'Person ' || n, p.email, now() - interval '50 minutes' * n
  from generate_series(1, ${MANY}::int) n join user_profiles p on p.email = 'person' || n || '@example.in'`);
await the.database.execute(sql`
  insert into payments (order_id, customer_id, amount, reference_id, status, created_at)
  select id, user_id, total, payment_reference_id, 'success', created_at from orders`);
await the.database.execute(sql`
  insert into messages (key, channel, template, recipient, subject, body_text, state, created_at)
  select 'k' || n, 'email', 'order-placed', 'person' || n || '@example.in', 'Order ' || n, 'Namaste', 'sent', now() - interval '1 minute' * n
  from generate_series(1, ${MANY}::int) n`);
await the.database.execute(sql`
  insert into audit_log (admin_email, action, subject_table, subject_id, before, after, created_at)
  select 'admin@bisvar.example', 'order.status', (array['orders', 'coupons', 'settings'])[1 + n % 3], n::text, '{"a": 1}', '{"a": 2}',
    now() - interval '1 minute' * n from generate_series(1, ${MANY}::int) n`);
await the.database.execute(sql`analyze`);

const owner = the.as.admin();
/** The cursor of the fortieth page: as far as anybody clicks. */
async function far(next: (cursor?: string) => Promise<string | undefined>): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < 40; page += 1) cursor = await next(cursor);
  return cursor;
}
const farUser = await far(async (cursor) => (await listUsers(owner, { cursor, sort: 'name' })).next);
const farOrder = await far(async (cursor) => (await listOrders(owner, { cursor })).nextCursor);
const farMessage = await far(async (after) => (await listMessages(owner, { after })).next);
const farAudit = await far(async (cursor) => (await listAudit(owner, { cursor })).next);

const lists: [name: string, work: () => Promise<unknown>][] = [
  ['a bare query', () => the.database.execute(sql`select 1`)],
  ['overview', () => overview(owner)],
  ['revenue by month', () => revenueByMonth(owner)],
  ['requests that wait', () => waitingRequests(owner, 18)],
  ['orders', () => listOrders(owner)],
  ['orders, searched', () => listOrders(owner, { search: 'person99' })],
  ['orders, far', () => listOrders(owner, { cursor: farOrder })],
  ['orders, to match', () => listOrders(owner, { toMatch: true })],
  ['users', () => listUsers(owner)],
  ['users, searched', () => listUsers(owner, { search: 'person99' })],
  ['users by name, far', () => listUsers(owner, { sort: 'name', cursor: farUser })],
  ['users, admins', () => listUsers(owner, { kind: 'admins' })],
  ['messages', () => listMessages(owner, {})],
  ['messages, searched', () => listMessages(owner, { search: 'person99' })],
  ['messages, far', () => listMessages(owner, { after: farMessage })],
  ['messages, failed', () => listMessages(owner, { state: 'failed' })],
  ['audit', () => listAudit(owner)],
  ['audit of coupons, searched', () => listAudit(owner, { table: 'coupons', search: '99' })],
  ['audit, far', () => listAudit(owner, { cursor: farAudit })],
  ['coupons', () => listCoupons(owner)],
];

let bare = 0;
let tooSlow = 0;
for (const [name, work] of lists) {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  const median = took.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
  bare ||= median;
  if (median > MOST_MILLISECONDS) tooSlow += 1;
  console.log(
    `  ${name.padEnd(32)} ${median.toFixed(1).padStart(7)} ms  ${(median / bare).toFixed(0)}×${median > MOST_MILLISECONDS ? '  too slow' : ''}`,
  );
}
await the.close();
if (tooSlow > 0) {
  console.error(`${tooSlow} took more than ${MOST_MILLISECONDS} ms`);
  process.exitCode = 1;
}
