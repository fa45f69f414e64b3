import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsOf } from '#app/route-facts.ts';
import { mediaGallery } from '#app/modules/media/tables.server.ts';
import { SAMPLE_ARTWORKS } from '#samples/sample-artworks.ts';
import { fillSampleShop } from '#samples/sample-shop.ts';
import { findIn, type HostileRequest, hostileRequests, routePaths } from '#tests/support/crawler.ts';
import { randomFrom } from '#tests/support/random.ts';
import { makeAdmin, openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

const MAX_MS = 30_000;
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 2_000);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed);

/** What is told of nobody but to themselves and to the owner: of the sample's customers that nobody here is. */
const SECRETS =
  /meera@|vikram@|farida@|joseph@|9845011223|9811044556|9820077889|9447012345|Sampige Road|Lajpat Nagar|Carter Road|Princess Street/;
/** Rows that neither a guest nor somebody new may touch, without what the shop itself changes as it goes. */
const PROTECTED = [
  'user_profiles', 'customer_addresses', 'customer_settings', 'orders', 'order_history', 'order_notes', 'payments', 'refunds', 'cart',
  'wishlist', 'coupons', 'settings', 'artworks', 'media_gallery', 'shipment_events', 'papers', 'quotes', 'commissions',
  'bank_statement_lines', 'invitations',
]; // prettier-ignore
/** What the studio alone makes; and of that, what an owner alone does. */
const OF_THE_STUDIO = [
  'coupons',
  'settings',
  'artworks',
  'media_gallery',
  'quotes',
  'bank_statement_lines',
  'invitations',
  'shipment_events',
];
const OF_OWNERS = ['coupons', 'settings', 'bank_statement_lines'];
const IGNORED_COLUMNS = ['updated_at', 'stock_count', 'in_stock', 'held_until', 'used_count', 'admin_role', 'is_admin'];

type Role = 'guest' | 'stranger' | 'customer' | 'helper' | 'owner';
let shop: RequestShop;
let people: Record<Exclude<Role, 'guest'>, Visitor>;
let ids: string[];
let strangerId: string;

beforeAll(async () => {
  // What breaks writes why into the test's output.
  shop = await openRequestShop({ LOG_LEVEL: 'error' });
  // In place of the pictures themselves, which take longer than all else.
  await shop.database.insert(mediaGallery).values(
    SAMPLE_ARTWORKS.flatMap(({ pictures }) => pictures).map(([name]) => ({
      filename: `${name}.webp`, originalFilename: `${name}.webp`, filePath: `${name}.webp`, publicUrl: `/media/${name}.webp`,
      fileSize: 1000, mimeType: 'image/webp' as const, width: 1200, height: 1500, widths: [400],
    })), // prettier-ignore
  );
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
  people = { stranger: stranger.visitor, customer: asha, helper: helper.visitor, owner: owner.visitor };
  const found = await shop.database.execute<{ id: string }>(
    sql`select id from user_profiles where email = ${stranger.email}`,
  );
  strangerId = found.rows[0]!.id;
  const { rows } = await shop.database.execute<{ id: string }>(
    sql.raw(
    ['orders', 'artworks', 'user_profiles', 'order_requests', 'messages', 'payments', 'media_gallery', 'coupons', 'contact_messages', 'customer_addresses', 'return_requests', 'quotes']
      .map((table) => `(select id::text from ${table} order by id limit 8)`).join(' union all ')), // prettier-ignore
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => shop?.close());

let asked = 0;
/** From an address of its own each time, or the limits would soon be all there is to meet. */
const ask = async (role: Role, { method, path, headers, body }: HostileRequest) => {
  const own = role === 'guest' ? [] : [...people[role].cookies].map(([name, value]) => `${name}=${value}`);
  const cookie = [...own, headers.cookie].filter(Boolean).join('; ');
  const request = new Request(`http://shop.test${path}`, {
    method: method === 'TRACE' ? 'GET' : method,
    headers: {
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Mozilla/5.0 (a test)',
      ...headers,
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body }),
  });
  // As the server hands it on; nobody can make one.
  if (method === 'TRACE') Object.defineProperty(request, 'method', { value: 'TRACE' });
  asked += 1;
  const remoteAddress = `2001:db8:${(asked >> 8).toString(16)}:${(asked & 255).toString(16)}::1`;
  return shop.app.fetch(request, { incoming: { socket: { remoteAddress } } } as never);
};

/** Who was signed out, demoted or switched off on the way comes back. */
async function keepPeople(): Promise<() => Promise<void>> {
  const { rows: sessions } = await shop.database.execute(sql`select * from auth_sessions`);
  const { rows: profiles } = await shop.database.execute<{ id: string }>(
    sql`select id, is_admin, admin_role from user_profiles where id in (select user_id from auth_sessions)`,
  );
  return async () => {
    await shop.database.execute(sql`
      update user_profiles set is_admin = kept.is_admin, admin_role = kept.admin_role, deactivated_at = null, deletion_due_at = null
      from json_populate_recordset(null::user_profiles, ${JSON.stringify(profiles)}::json) kept where kept.id = user_profiles.id`);
    await shop.database.execute(sql`
      insert into auth_sessions select * from json_populate_recordset(null::auth_sessions, ${JSON.stringify(sessions)}::json)
      on conflict do nothing`);
  };
}

/** The rows of these tables that aren't the stranger's own, as text. */
async function rowsOf(tables: readonly string[]): Promise<Record<string, string[]>> {
  const left = IGNORED_COLUMNS.map((name) => ` - '${name}'`).join('');
  const read = async (table: string) => {
    const { rows } = await shop.database.execute<{ row: string }>(
      sql.raw(`select (to_jsonb(t)${left})::text as row from ${table} t order by 1`),
    );
    return [table, rows.map(({ row }) => row).filter((row) => !row.includes(strangerId))];
  };
  return Object.fromEntries(await Promise.all(tables.map(read))) as Record<string, string[]>;
}

/** What guests and somebody new find at every address that takes no id, and the owner besides. */
async function findPages() {
  const pages: { path: string; html: string }[] = [];
  const paths = routePaths();
  for (const [role, wanted] of [
    ['customer', /^(?!\/(admin|database-test|api|logout))/],
    ['guest', /^\/(login|reset-password|cart|track-order|custom-order|contact)?$/],
    ['owner', /^\/admin/],
  ] as const)
    for (const path of paths.filter((path) => wanted.test(path)))
      for (const id of path.endsWith(':id') ? ids.filter((_, n) => n % 8 === 0) : [ids[0]!]) {
        const address = path.replace('/:group?', '').replace(/:\w+\??|\*/g, id);
        const response = await ask(role, { method: 'GET', path: address, headers: { accept: 'text/html' } });
        if (response.status === 200 && response.headers.get('content-type')?.startsWith('text/html'))
          pages.push({ path: address, html: await response.text() });
      }
  return findIn(pages);
}

/** A stream of live updates never ends. */
async function read(response: Response): Promise<{ status: number; text: string }> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? '' : await response.text() };
}

/** Asks `count` times in turn as these people; answers what went wrong, in words. */
async function crawl(
  roles: readonly Role[],
  count: number,
  next: () => HostileRequest,
  restorePeople: () => Promise<void>,
) {
  const problems = new Set<string>();
  for (let turn = 0; turn < count; turn += 1) {
    if (turn % 25 === 0) await restorePeople();
    const role = roles[turn % roles.length]!;
    const request = next();
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
    if (answer.status >= 500) problems.add(`${answer.status}: ${about}`);
    if (SECRETS.test(answer.text) && role !== 'helper' && role !== 'owner') problems.add(`told of another: ${about}`);
  }
  return [...problems];
}

test(
  'hostile requests to every route break nothing, tell nobody of another and change nothing that is another’s',
  { timeout: 120_000 + REQUESTS * 40 },
  async () => {
    const found = await findPages();
    expect(found.forms.length).toBeGreaterThan(40);
    const restorePeople = await keepPeople();
    const crawlAs = (roles: readonly Role[], paths: readonly string[], share: number) =>
      crawl(roles, Math.round(REQUESTS * share), hostileRequests(random, found, { paths, ids }), restorePeople);
    const paths = routePaths();
    // To outsiders the admin area is one unknown address: a part of it will do.
    const forEverybody = paths.filter((path, n) => !factsOf(path).for || n % 8 === 0);

    const before = await rowsOf(PROTECTED);
    const byOutsiders = await crawlAs(['guest', 'stranger'], forEverybody, 0.4);
    const after = await rowsOf(PROTECTED);
    const changed = PROTECTED.flatMap((table) => before[table]!.filter((row) => !after[table]!.includes(row)));
    const made = OF_THE_STUDIO.flatMap((table) => after[table]!.filter((row) => !before[table]!.includes(row)));
    expect({ seed, byOutsiders, changed, made }).toEqual({ seed, byOutsiders: [], changed: [], made: [] });

    const ownersBefore = await rowsOf(OF_OWNERS);
    const byOthers = await crawlAs(['customer', 'helper'], paths, 0.3);
    expect({ seed, byOthers }).toEqual({ seed, byOthers: [] });
    expect(await rowsOf(OF_OWNERS)).toEqual(ownersBefore);

    expect({ seed, byTheOwner: await crawlAs(['owner'], paths, 0.3) }).toEqual({ seed, byTheOwner: [] });
  },
);
