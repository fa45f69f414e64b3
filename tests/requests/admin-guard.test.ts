import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HIDDEN_TEXT } from '#app/modules/messaging/messages/messages.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import routes from '#app/routes.ts';
import { factsOf, isForAdmins } from '#app/route-facts.ts';
import { routePaths } from '#tests/support/crawler.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

/** The route table has all admin routes, so a new one cannot be missed. */
type AdminRoute = { path: string; hasLoader: boolean };

const ID = '3f0c8a52-6f0e-4c55-9d6f-000000000000';

async function adminRoutes(): Promise<AdminRoute[]> {
  const guarded: AdminRoute[] = [];
  const walk = async (entries: readonly (typeof routes)[number][], under: string) => {
    for (const entry of entries) {
      const path = entry.path === undefined ? under : `${under}/${entry.path}`;
      if (isForAdmins(factsOf(path))) {
        const module = (await import(pathToFileURL(resolve('app', entry.file)).href)) as Record<string, unknown>;
        guarded.push({ path, hasLoader: 'loader' in module });
      }
      await walk(entry.children ?? [], path);
    }
  };
  await walk(routes, '');
  return guarded;
}
const addressOf = (path: string) =>
  path
    .replace('/:page?', '')
    .replace(':file', 'coupons.csv')
    .replace(/:\w+\??/g, ID)
    .replace(/\*/g, 'x');

let shop: RequestShop;
let guarded: AdminRoute[];
let owner: Visitor;
let helper: Visitor;
let guest: Visitor;
let customer: Visitor;

beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Nanda Devi', role: 'helper' });
  guest = shop.visitor();
  ({ visitor: customer } = await signInCustomer(shop));
  guarded = await adminRoutes();
});
afterAll(() => shop.close());

const requestsTo = (path: string): [string, RequestInit][] => [
  [path, {}],
  [`${path}.data`, {}],
  [path, { method: 'POST', body: new URLSearchParams({ active: 'no' }) }],
  [`${path}.data`, { method: 'POST', body: new URLSearchParams({ active: 'no' }) }],
  [path, { method: 'DELETE' }],
  [path, { method: 'PUT', body: new URLSearchParams() }],
];
const plain = (text: string) =>
  text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id').replace(/"(now|today|closesAt)\\?",[^,\]]*/g, '');

test('finds an admin area to guard', () => {
  expect(guarded.length).toBeGreaterThan(25);
  expect(guarded.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/admin', '/admin/users/:id', '/database-test']),
  );
});

describe('to customers and guests', () => {
  const outsiders = (): [who: string, visitor: Visitor, tried: readonly number[]][] => [
    ['a guest', guest, [0, 3]],
    ['a customer', customer, [0, 1, 2, 3, 4, 5]],
  ];

  test('answers every admin address as unknown, for any method', { timeout: 120_000 }, async () => {
    for (const [who, visitor, tried] of outsiders()) {
      const seen = async (address: string, init: RequestInit) => {
        const answer = await visitor.ask(address, init);
        return [answer.status, answer.headers.get('content-type'), plain(await answer.text()).length];
      };
      const nowhere = await Promise.all(requestsTo('/nothing-is-here').map(([address, init]) => seen(address, init)));
      for (const { path } of guarded) {
        const requests = requestsTo(addressOf(path));
        for (const way of tried) {
          const [address, init] = requests[way]!;
          const about = [who, init.method ?? 'GET', address];
          expect([...about, ...(await seen(address, init))]).toEqual([...about, 404, ...nowhere[way]!.slice(1)]);
        }
      }
    }
  });

  test('another spelling of an address is not found', async () => {
    for (const [, visitor] of outsiders())
      for (const [path, status] of [
        ['/ADMIN/users', 404],
        ['/admin//users', 404],
        ['/%61dmin/users', 404],
        ['/admin/users/', 404],
        ['/Database-Test', 404],
        ['/api/sendnotification', 405],
      ] as const)
        expect([path, (await visitor.ask(path)).status]).toEqual([path, status]);
  });
});

test('a guest sees no page that needs a sign-in', async () => {
  const paths = routePaths().filter((path) => factsOf(path).for === 'signed-in');
  expect(paths).toContain('/profile/security');
  for (const path of paths) {
    const { status } = await guest.ask(addressOf(path));
    expect([path, status]).toEqual([path, expect.toSatisfy((status: number) => status >= 300)]);
  }
});

describe('to a helper', () => {
  test('every page for owners is not found, and others are available', { timeout: 120_000 }, async () => {
    for (const { path, hasLoader } of guarded) {
      const address = addressOf(path);
      if (factsOf(path).for === 'owners') {
        for (const [way, init] of requestsTo(address)) {
          const about = [init.method ?? 'GET', way];
          expect([...about, (await helper.ask(way, init)).status]).toEqual([...about, 404]);
        }
      } else if (hasLoader && !path.includes(':')) {
        // If only the module refuses helpers, the address still needs the fact, so that its form is not read.
        expect([address, (await helper.ask(address)).status]).toEqual([address, (await owner.ask(address)).status]);
      }
    }
  });

  test('an email about an account is not found at any address', async () => {
    const [mail] = await shop.database
      .insert(messages)
      .values({
        key: 'password-reset:1',
        channel: 'email',
        template: 'password-reset',
        recipient: 'owner@example.in',
        subject: 'Set a new password',
        bodyText: 'reset-password?token=opens-the-account',
        bodyHtml: '<a href="/reset-password?token=opens-the-account">Set a new password</a>',
        state: 'unsent',
      })
      .returning();
    const address = `/admin/messages/${mail!.id}`;
    for (const path of [address, `${address}.data`, `${address}/mail`, `${address}/mail.data`, '/admin/messages'])
      expect([path, (await helper.get(path)).text]).toEqual([path, expect.not.stringContaining('token=')]);
    expect((await helper.get(address)).text).toContain(HIDDEN_TEXT);
    expect((await owner.get(address)).text).toContain('token=opens-the-account');
    await helper.post(address, { key: crypto.randomUUID() });
    expect((await helper.get(address)).text).not.toContain('token=');
  });

  test('every page for owners is available to the owner', { timeout: 120_000 }, async () => {
    for (const { path, hasLoader } of guarded) {
      const address = addressOf(path);
      if (!hasLoader || address.includes(ID) || /(tax|accountant)\/:file$/.test(path) || factsOf(path).for !== 'owners')
        continue;
      expect([address, (await owner.ask(address)).status]).toEqual([address, 200]);
    }
  });
});
