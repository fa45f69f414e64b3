import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { linkOf } from '#app/modules/requests/requests/access.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { factsOf, isForAdmins } from '#app/route-facts.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import { fillSampleShop } from '#samples/sample-shop.ts';
import {
  addressesOf,
  type Found,
  findIn,
  type HostileRequest,
  hostileRequests,
  routePaths,
  serverPaths,
  type Values,
} from '#tests/support/crawler.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { fieldsOf } from '#tests/support/html.ts';
import { randomFrom } from '#tests/support/random.ts';
import { authEndpoints, readRealValues } from '#tests/support/real-values.ts';
import { putSamplePictures } from '#tests/support/sample-pictures.ts';
import { makeAdmin, openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

const MAX_MS = 30_000;
/** With https, cookies have their production names. */
const SETTINGS = { SHOP_URL: 'https://shop.test', LOG_LEVEL: 'error', METRICS_TOKEN: 'who watches the shop' };
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 500);
/**
 * Tries every role, path and method. Otherwise the seed chooses half of them for the owner and one for each other role.
 */
const IS_LONG = process.env.HOSTILE_REQUESTS !== undefined;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed);

const SECRETS =
  /meera@|vikram@|farida@|joseph@|9845011223|9811044556|9820077889|9447012345|Sampige Road|Lajpat Nagar|Carter Road|Princess Street/;
const OF_OTHERS = [
  'user_profiles', 'customer_addresses', 'customer_settings', 'auth_users', 'auth_accounts', 'auth_two_factors', 'wishlist_links',
  'former_addresses', 'papers', 'ledger_entries', 'audit_log', 'policy_versions',
]; // prettier-ignore
const OF_OWNERS = [
  'coupons', 'settings', 'invitations', 'bank_statement_lines', 'bank_line_allocations', 'bank_line_payouts', 'cod_remittances',
  'cod_settlements', 'opening', 'opening_checks', 'payee_changes',
]; // prettier-ignore
const OF_THE_STUDIO = [...OF_OWNERS, 'artworks', 'artwork_variants', 'collections', 'media_gallery', 'quotes', 'shipment_events', 'order_notes', 'stage_updates']; // prettier-ignore
const PROTECTED = [
  ...OF_OTHERS, ...OF_THE_STUDIO, 'orders', 'order_history', 'payments', 'refunds', 'refund_destinations', 'cart', 'wishlist',
  'order_requests', 'request_messages', 'return_requests', 'contact_messages',
]; // prettier-ignore
const IGNORED_COLUMNS = ['updated_at', 'stock_count', 'in_stock', 'held_until', 'used_count', 'seen_at', 'mailed_at'];

const ROLES = ['guest', 'stranger', 'customer', 'helper', 'owner', 'barred'] as const;
type Role = (typeof ROLES)[number];
let opened: OpenedDatabase;
let shop: RequestShop;
let asked: RequestShop;
let people: Record<Exclude<Role, 'guest'>, Visitor>;
let ids: string[];
let values: Values;
let found: Found;
let linkedRequestId: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  shop = await openRequestShop(SETTINGS, async () => opened);
  asked = shop;
  const { storage } = shop.systemContext().suppliers;
  await putSamplePictures(shop.database, (filename, picture) => storage.put(filename, picture, 'image/webp'));
  if (!(await fillSampleShop(shop.systemContext()))) throw new Error('there is no sample shop');
  const signedIn = async (name: string) => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs(name);
    return { visitor, email };
  };
  const [stranger, helper, owner] = [
    await signedIn('Bhola Pande'),
    await signedIn('Nanda Devi'),
    await signedIn('Kamla Bisht'),
  ];
  await makeAdmin(shop, helper.email);
  await makeAdmin(shop, owner.email);
  await shop.database.execute(sql`update user_profiles set admin_role = 'helper' where email = ${helper.email}`);
  const asha = shop.visitor();
  await asha.post('/login', { email: 'customer@bisvar.example', password: 'aipan-customer' });
  expect((await asha.get('/profile')).status).toBe(200);
  people = {
    stranger: stranger.visitor,
    customer: asha,
    helper: helper.visitor,
    owner: owner.visitor,
    barred: owner.visitor,
  };
  const { rows } = await shop.database.execute<{ id: string }>(
    sql.raw(
    ['orders', 'artworks', 'user_profiles', 'order_requests', 'messages', 'payments', 'media_gallery', 'coupons', 'contact_messages', 'customer_addresses', 'return_requests', 'quotes']
      .map((table) => `(select id::text from ${table} ${table === 'user_profiles' ? 'where not is_admin' : ''} order by id limit 8)`).join(' union all ')), // prettier-ignore
  );
  ids = rows.map(({ id }) => id);
  await asha.post('/profile/wishlist', {});
  const system = shop.systemContext();
  const person = { name: 'Gauri Mehra', email: 'gauri@example.in', phone: '9876500000' };
  const request = { ...person, key: crypto.randomUUID(), kind: 'custom', message: 'Lamps along the border' } as const;
  linkedRequestId = (await insertRequest(system, request))!.requestId;
  const link = (await linkOf(system, linkedRequestId, 'email'))!;
  values = { ...(await readRealValues(shop)), 'commission/token': [link.split('/').at(-1)!] };
  found = await findPages();
}, 300_000);
afterAll(() => shop?.close());

let requestCount = 0;
/** Each request has its own network address, because of the limits. */
const ask = async (role: Role, { method, path, headers, body }: HostileRequest) => {
  const own = role === 'guest' ? [] : [...people[role].cookies].map(([name, value]) => `${name}=${value}`);
  const cookie = [...own, headers.cookie].filter(Boolean).join('; ');
  const request = new Request(`${asked.config.shopUrl}${path}`, {
    method: method === 'TRACE' ? 'GET' : method,
    headers: {
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (a test)',
      ...headers,
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body }),
  });
  // A Request with TRACE cannot be constructed, so the method is set afterwards.
  if (method === 'TRACE') Object.defineProperty(request, 'method', { value: 'TRACE' });
  requestCount += 1;
  const remoteAddress = `2001:db8:${(requestCount >> 8).toString(16)}:${(requestCount & 255).toString(16)}::1`;
  return asked.app.fetch(request, { incoming: { socket: { remoteAddress } } } as never);
};

async function keepPeople(): Promise<(keepsRank: boolean) => Promise<void>> {
  const { rows: sessions } = await shop.database.execute(sql`select * from auth_sessions`);
  const { rows: profiles } = await shop.database.execute<{ id: string }>(
    sql`select id, is_admin, admin_role from user_profiles where id in (select user_id from auth_sessions)`,
  );
  return async (keepsRank) => {
    const rank = keepsRank ? sql`is_admin = kept.is_admin, admin_role = kept.admin_role,` : sql``;
    await shop.database.execute(sql`
      update user_profiles set ${rank} deactivated_at = null, deletion_due_at = null
      from json_populate_recordset(null::user_profiles, ${JSON.stringify(profiles)}::json) kept where kept.id = user_profiles.id`);
    await shop.database.execute(sql`
      insert into auth_sessions select * from json_populate_recordset(null::auth_sessions, ${JSON.stringify(sessions)}::json)
      where user_id in (select id from user_profiles where anonymised_at is null) on conflict do nothing`);
  };
}

async function ownIds(roles: readonly Role[]): Promise<string[]> {
  const emails = Object.entries({
    stranger: 'bhola.pande@example.in',
    customer: 'customer@bisvar.example',
    helper: 'nanda.devi@example.in',
    owner: 'kamla.bisht@example.in',
    barred: 'kamla.bisht@example.in',
  }).flatMap(([role, email]) => (roles.includes(role as Role) ? email : []));
  const { rows } = await shop.database.execute<{ id: string }>(sql`
    with people as (select id from auth_users where email = any(${sql.param(emails)}))
    select id from people union select id from orders where user_id in (select id from people)
    union select id from order_requests where user_id in (select id from people)`);
  return [linkedRequestId, ...rows.map(({ id }) => id)];
}

async function rowsOf(tables: readonly string[], own: readonly string[]): Promise<Record<string, string[]>> {
  const left = IGNORED_COLUMNS.map((name) => ` - '${name}'`).join('');
  const read = async (table: string) => {
    const { rows } = await shop.database.execute<{ row: string }>(
      sql.raw(`select (to_jsonb(t)${left})::text as row from ${table} t order by 1`),
    );
    return [table, rows.map(({ row }) => row).filter((row) => !own.some((id) => row.includes(id)))];
  };
  return Object.fromEntries(await Promise.all(tables.map(read))) as Record<string, string[]>;
}

async function changesBy<Answer>(
  roles: readonly Role[],
  { unchanged, notMade }: { unchanged: readonly string[]; notMade: readonly string[] },
  work: () => Promise<Answer>,
) {
  const own = await ownIds(roles);
  const tables = [...new Set([...unchanged, ...notMade])];
  const before = await rowsOf(tables, own);
  const answer = await work();
  const after = await rowsOf(tables, own);
  const missing = (table: string, from: typeof before, of: typeof before) =>
    of[table]!.filter((row) => !from[table]!.includes(row)).map((row) => `${table} ${row}`);
  return {
    answer,
    changed: unchanged.flatMap((table) => missing(table, after, before)),
    made: notMade.flatMap((table) => missing(table, before, after)),
  };
}

async function findPages(): Promise<Found> {
  const pages: { path: string; html: string }[] = [];
  const paths = routePaths();
  for (const [role, wanted] of [
    ['customer', /^(?!\/(admin|database-test|api|logout))/],
    ['guest', /^\/(login|reset-password|cart|track-order|custom-order|contact)?$/],
    ['owner', /^\/admin/],
  ] as const)
    for (const path of paths.filter((path) => wanted.test(path)))
      for (const address of addressesOf(path, ids, values).slice(0, 4)) {
        const response = await ask(role, { method: 'GET', path: address, headers: { accept: 'text/html' } });
        if (response.status === 200 && response.headers.get('content-type')?.startsWith('text/html'))
          pages.push({ path: address, html: await response.text() });
      }
  const found = findIn(pages);
  return {
    ...found,
    fieldNames: [...found.fieldNames, ...authEndpoints(shop).flatMap(({ fieldNames }) => fieldNames)],
  };
}

/** A stream of live updates never ends. */
async function read(response: Response): Promise<{ status: number; text: string; signsOut: boolean }> {
  const signsOut = response.headers.getSetCookie().some((line) => /session_token=;/.test(line));
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? '' : await response.text(), signsOut };
}

function isThereFor(role: Role, path: string): boolean {
  const facts = factsOf(path.split('?')[0]!);
  return !isForAdmins(facts) || role === 'owner' || role === 'barred' || (facts.for === 'admins' && role === 'helper');
}

type Turn = { role: Role; request: HostileRequest };

async function crawl(turns: Iterable<Turn>, restore: () => Promise<void>): Promise<string[]> {
  const problems = new Set<string>();
  let turn = 0;
  for (const { role, request } of turns) {
    if (turn % 20 === 0) await restore();
    turn += 1;
    const { body } = request;
    const sent =
      body instanceof URLSearchParams
        ? body.toString().slice(0, 500)
        : body instanceof FormData
          ? [...body.keys()]
          : body;
    const about = `${role} ${request.method} ${request.path} ${JSON.stringify(request.headers)} ${JSON.stringify(sent)}`;
    const answer = await Promise.race([ask(role, request).then(read), wait(MAX_MS, undefined, { ref: false })]);
    if (!answer) {
      problems.add(`no answer: ${about}`);
      continue;
    }
    if (answer.signsOut) await restore();
    if (answer.status >= 500) problems.add(`${answer.status}: ${about}`);
    if (answer.status < 400 && !isThereFor(role, request.path)) problems.add(`let in: ${about}`);
    if (SECRETS.test(answer.text) && role !== 'helper' && role !== 'owner') problems.add(`told of another: ${about}`);
  }
  return [...problems];
}

const NOTHING = { answer: [], changed: [], made: [] };
const FOR_OUTSIDERS = { unchanged: PROTECTED, notMade: OF_THE_STUDIO };
type Draws = { roles: readonly Role[]; from: readonly string[]; share: number };

function prepare() {
  const requests = hostileRequests(random, found, { ids, values });
  const ofLists = ['/api/auth/*', '/api/webhooks/:gateway'].flatMap((path) => addressesOf(path, ids, values));
  const paths = [...routePaths(), ...serverPaths(), ...ofLists];
  const chosenFor = (role: Role, path: number, all: HostileRequest[]) =>
    all.filter((_, at) => {
      const turns = IS_LONG ? 1 : role === 'owner' ? 2 : all.length;
      return (at + path + seed + ROLES.indexOf(role)) % turns === 0;
    });
  function* turnsOf(everyPathBy: readonly Role[], { roles, from, share }: Draws): Iterable<Turn> {
    for (const role of everyPathBy)
      for (const [n, path] of paths.entries())
        for (const request of chosenFor(role, n, requests.everyWayTo(path))) yield { role, request };
    for (let turn = 0; turn < REQUESTS * share; turn += 1)
      yield { role: roles[turn % roles.length]!, request: requests.drawn(from) };
  }
  // For outsiders, all admin addresses are unknown, so a sample is enough.
  return { turnsOf, paths, forEverybody: paths.filter((path, n) => !isForAdmins(factsOf(path)) || n % 8 === 0) };
}

test(
  'a live shop before opening sells nothing, and requires the second factor',
  { timeout: 120_000 + REQUESTS * 5 },
  async () => {
    const { turnsOf, forEverybody } = prepare();
    const restorePeople = await keepPeople();
    const onSameDatabase = async () => ({ ...opened, database: Object.create(opened.database), close: async () => {} });
    const live = await openRequestShop({ ...SETTINGS, SHOP_MODE: 'live' }, onSameDatabase);
    asked = live;
    try {
      const draws = { roles: ['guest', 'stranger', 'barred'], from: forEverybody, share: 0.1 } as const;
      const orderCount = () => shop.database.$count(orders);
      const ordersBefore = await orderCount();
      const came = await changesBy(draws.roles, FOR_OUTSIDERS, () =>
        crawl(turnsOf(['barred'], draws), () => restorePeople(false)),
      );
      expect({ seed, ...came, orders: await orderCount() }).toEqual({ seed, ...NOTHING, orders: ordersBefore });
    } finally {
      asked = shop;
      await live.close();
    }
  },
);

type Send = (
  who: Visitor,
  at: { fields: Record<string, string>; artworkId: string; order: () => Promise<string> },
) => Promise<Response>;

const checkoutWith =
  (intent: string): Send =>
  (who, { fields }) =>
    who.post('/checkout', { ...fields, intent, paymentReferenceId: newReference() });
const [drawQr, place, giveLateReference] = ['show-qr', 'place-order', 'give-late-reference'].map(checkoutWith) as [
  Send,
  Send,
  Send,
];
const addToCart: Send = (who, { artworkId }) => who.post('/visitor-state', { intent: 'add', artworkId, quantity: '2' });
const cancel: Send = async (who, { order }) => who.post('/profile/orders', { orderId: await order() });
const giveReference: Send = async (who, { order }) =>
  who.post(`/checkout/payment/${await order()}`, { intent: 'reference', paymentReferenceId: newReference() });
const byOwner =
  (action: string, fields: Record<string, string>): Send =>
  async (_, { order }) =>
    people.owner.post(`/admin/orders/${await order()}/${action}`, fields);
const match = byOwner('verification', { verification: 'matched' });
const reject = byOwner('verification', { verification: 'rejected', reason: 'Not there' });
const archive = byOwner('archive', {});
const signOut: Send = (who) => who.post('/logout', {});
const listen: Send = (who) => who.ask('/api/events');

const PAIRS: readonly (readonly [string, Send, Send])[] = [
  ['draws a QR, and places another cart', drawQr, async (...all) => (await addToCart(...all), place(...all))],
  ['places in two tabs', place, place],
  ['draws a QR, and gives a late reference', drawQr, giveLateReference],
  ['cancels, and gives a reference', cancel, giveReference],
  ['signs out, and listens', signOut, listen],
  ['archives, and matches', archive, match],
  ['rejects, and cancels', reject, cancel],
  ['matches, and gives a reference', match, giveReference],
];

test('pairs of requests keep stock and books right in any order', { timeout: 300_000 }, async () => {
  const problems: string[] = [];
  const { id: artworkId } = await insertArtwork(shop.database, { price: rupees(450), stockCount: 500 });
  const { country: _, ...address } = ADDRESS;
  for (const [n, [name, first, second]] of PAIRS.entries())
    for (const order of ['first', 'second', 'together'] as const) {
      const who = shop.visitor();
      const { email } = await who.signUpAs(`Pair ${n} ${order}`);
      await who.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
      const fields = { ...Object.fromEntries(fieldsOf((await who.get('/checkout')).text)), ...address };
      const at = {
        fields,
        artworkId,
        order: async () => {
          const find = () =>
            shop.database.execute<{ id: string }>(
              sql`select o.id from orders o join auth_users u on u.id = o.user_id where u.email = ${email}`,
            );
          if ((await find()).rows.length === 0) await place(who, { ...at });
          return (await find()).rows[0]?.id ?? crypto.randomUUID();
        },
      };
      if (![drawQr, place, signOut].includes(first)) await at.order();
      const sends = order === 'second' ? [second, first] : [first, second];
      const answers = order === 'together' ? await Promise.all(sends.map((send) => send(who, at))) : [];
      if (order !== 'together') for (const send of sends) answers.push(await send(who, at));
      for (const answer of answers) {
        const { status } = await read(answer);
        if (status >= 500) problems.push(`${status}: somebody ${name}, ${order}`);
      }
    }
  const { rows } = await shop.database.execute<{
    stock: number;
    everything: number;
  }>(sql`select stock_count as stock, (stock_count
    + coalesce((select sum(quantity) from stock_holds where artwork_id = a.id and ended_at is null), 0)
    + coalesce((select sum((item ->> 'quantity')::int) from orders o, jsonb_array_elements(o.items) item
        where o.status <> 'cancelled' and not o.stock_waits_for_payment and item ->> 'artwork_id' = a.id::text), 0))::int as everything
    from artworks a where id = ${artworkId}::uuid`);
  expect({ problems, everything: rows[0]!.everything, books: await checkLedger(shop.systemContext()) }).toEqual({
    problems: [],
    everything: 500,
    books: [],
  });
  const hasArtwork = sql`${orders.items} @> ${JSON.stringify([{ artwork_id: artworkId }])}::jsonb`;
  expect(await shop.database.$count(orders, hasArtwork)).toBeGreaterThan(2 * PAIRS.length);
  const { rows: negative } = await shop.database.execute(sql`select id from artworks where stock_count < 0`);
  expect(negative).toEqual([]);
});

test(
  'hostile requests break nothing, reveal nothing and change no other data',
  { timeout: 420_000 + REQUESTS * 20 },
  async () => {
    expect(found.forms.length).toBeGreaterThan(40);
    const { turnsOf, paths, forEverybody } = prepare();
    const restorePeople = await keepPeople();
    for (const { limits, ...draws } of [
      { roles: ['guest', 'stranger'], from: forEverybody, share: 0.4, limits: FOR_OUTSIDERS },
      { roles: ['customer'], from: forEverybody, share: 0.15, limits: FOR_OUTSIDERS },
      {
        roles: ['helper'],
        from: paths,
        share: 0.15,
        limits: { unchanged: [...OF_OTHERS, ...OF_OWNERS], notMade: OF_OWNERS },
      },
      { roles: ['owner'], from: paths, share: 0.3, limits: { unchanged: ['papers', 'ledger_entries'], notMade: [] } },
    ] satisfies (Draws & { limits: { unchanged: string[]; notMade: string[] } })[]) {
      const mayTakeRank = draws.roles[0] === 'owner';
      const came = await changesBy(draws.roles, limits, () =>
        crawl(turnsOf(draws.roles, draws), () => restorePeople(mayTakeRank)),
      );
      expect({ seed, ...came }).toEqual({ seed, ...NOTHING });
    }
  },
);
