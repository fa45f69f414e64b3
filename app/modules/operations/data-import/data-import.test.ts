import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { done, refused } from '#app/basics/result.ts';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { orderBalances, payments } from '#app/modules/orders/ledger/tables.server.ts';
import type { RemotePictures } from '#app/modules/catalogue/media/provider.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import {
  issueMissingInvoices,
  ordersWithInvoice,
} from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { overview } from '#app/modules/orders/reports/reports.server.ts';
import { signIn } from '#app/modules/identity/sign-in/sign-in.server.ts';
import {
  acceptInvitation,
  findInvitation,
  makeInvitationLink,
} from '#app/modules/identity/users/invitations.server.ts';
import { invitations } from '#app/modules/identity/users/tables.server.ts';
import { wishlist } from '#app/modules/catalogue/wishlist/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import {
  artworkId,
  makeBackend,
  orderId,
  personId,
  PICTURES_HOST,
  type Tables,
  writeCsvFiles,
} from '#tests/support/hosted-backend.ts';
import { asLive } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { moveIn } from './data-import.server.ts';
import { readSourceFolder } from './read-source.server.ts';
import { formatReport, type MoveReport } from './report.ts';
import type { Source } from './source.ts';

const SIZE = { people: 12, orders: 60, pictures: 6 };
const backend = () => makeBackend(SIZE);

let shop: TestShop;
let directory: string;
let bytes: Uint8Array;
let fetched: string[];
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.storage = await openStorage(shop.config);
  directory = await mkdtemp(join(tmpdir(), 'bisvar-moving-'));
  bytes = await sharp({ create: { width: 8, height: 10, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  await shop.empty();
  fetched = [];
});
afterAll(async () => {
  await shop.close();
  await rm(directory, { recursive: true, force: true });
});

async function sourceOf(tables: Tables): Promise<Source> {
  const folder = await mkdtemp(join(directory, 'tables-'));
  for (const [name, text] of writeCsvFiles(tables)) await writeFile(join(folder, name), text);
  return readSourceFolder(folder);
}

const remote = (gone = 'nothing', host = PICTURES_HOST): RemotePictures => ({
  serves: (address) => URL.parse(address)?.hostname === host,
  fetch: async (address) => {
    fetched.push(address);
    return address.includes(gone)
      ? refused('not-found' as const, { message: `${address} isn’t there` })
      : done({ bytes, filename: 'picture.png' });
  },
});

async function move(source: Source, options: Parameters<typeof moveIn>[2] = {}): Promise<MoveReport> {
  const moved = await moveIn(shop.as.shop(), source, { remote: remote(), ...options });
  if (!moved.ok) throw new Error([...formatReport(moved.data)].join('\n'));
  return moved.value;
}
const countsOf = ({ tables }: MoveReport) => Object.fromEntries(tables.map(({ table, counts }) => [table, counts]));
const detailsOf = ({ tables }: MoveReport, name: string) => tables.find(({ table }) => table === name)!.details;
const allAre = (report: MoveReport, outcome: 'added' | 'unchanged') =>
  report.tables
    .filter(({ read, counts }) => counts[outcome] !== read)
    .map(({ table, details }) => ({ table, details }));

describe('a whole backend', () => {
  test('imports everything with equal sums and no messages; a repeat changes nothing', async () => {
    const { tables, totals } = backend();
    const source = await sourceOf(tables);
    const asked = await move(source, { dryRun: true });
    expect(fetched).toEqual([]);
    expect(await shop.database.$count(orders)).toBe(0);
    expect(await shop.database.$count(mediaGallery)).toBe(0);

    const report = await move(source);
    expect(allAre(report, 'added')).toEqual([]);
    expect(countsOf(report)).toEqual(countsOf(asked));
    expect(report.totals).toEqual(asked.totals);
    expect(report.totals).toEqual([
      { of: 'people', count: { read: 12, refused: 0, written: 12 } },
      {
        of: 'orders',
        count: { read: 60, refused: 0, written: 60 },
        amount: { read: totals.ordersTotal, refused: 0, written: totals.ordersTotal },
      },
      {
        of: 'payments',
        count: { read: totals.payments, refused: 0, written: totals.payments },
        amount: { read: totals.paymentsTotal, refused: 0, written: totals.paymentsTotal },
      },
    ]);
    expect(await checkLedger(shop.as.shop())).toEqual([]);
    expect((await overview(shop.as.admin())).money!.revenue).toBe(totals.revenue);
    expect(await shop.database.select().from(outbox)).toEqual([]);
    expect(fetched).toHaveLength(6);

    const again = await move(source);
    expect(allAre(again, 'unchanged')).toEqual([]);
    expect(again.totals).toEqual(report.totals);
    expect(fetched).toHaveLength(6);
    expect(await shop.database.$count(mediaGallery)).toBe(6);
  });

  test('lists files that are no tables, and refuses duplicates', async () => {
    const folder = await mkdtemp(join(directory, 'csv-'));
    await writeFile(join(folder, 'notes.csv'), 'a\n1\n');
    await writeFile(join(folder, 'users.csv'), 'id\n1\n');
    expect((await readSourceFolder(folder)).unread).toEqual(['notes.csv']);
    await writeFile(join(folder, 'auth.users.csv'), 'id\n1\n');
    await expect(readSourceFolder(folder)).rejects.toThrow('there is another file for users');
  });

  test('names a short row, and refuses an unclosed quoted cell', async () => {
    const folder = await mkdtemp(join(directory, 'csv-'));
    await writeFile(join(folder, 'cart.csv'), 'id,quantity\n1\n2,"3\n"\n4,5\n');
    const { tables } = await readSourceFolder(folder);
    expect(tables.get('cart')!.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'It has a different number of cells than the table’s heading'],
      [3, undefined],
      [5, undefined],
    ]);
    await writeFile(join(folder, 'cart.csv'), 'id,quantity\n1,"2\n');
    await expect(readSourceFolder(folder)).rejects.toThrow('cart.csv: Quote Not Closed');
  });
});

function withCell(table: string, row: number, column: string, value: string | null) {
  const { tables } = backend();
  const { columns, rows } = tables.get(table)!;
  rows[row]![columns.indexOf(column)] = value;
  return sourceOf(tables);
}

describe('a row that cannot be imported', () => {
  test('names table, line and reason, and imports the others', async () => {
    const broken: [table: string, row: number, column: string, value: string | null, reason: string][] = [
      ['auth.users', 3, 'email', 'no address', 'email: no address: Email is invalid'],
      ['public.orders', 0, 'total', '1.00', 'total isn’t the subtotal less discount, plus shipping and GST'],
      ['public.orders', 1, 'total', '1.005', 'total is not an amount in rupees and whole paise: 1.005'],
      ['public.orders', 2, 'items', '{', 'items is not JSON'],
      ['public.orders', 3, 'status', 'lost', 'status is not one of'],
      ['public.payments', 40, 'order_id', 'gone', 'Its order is not in any file'],
      ['public.payments', 41, 'amount', 'much', 'amount is not an amount'],
      ['public.coupons', 0, 'discount_percentage', '101', 'up to 100'],
      ['public.artworks', 1, 'title', null, 'title'],
      ['public.order_requests', 5, 'status', 'open', 'status is not one of'],
      ['public.cart', 0, 'quantity', '0', 'quantity is below 1'],
      ['public.wishlist', 2, 'user_id', 'nobody', 'Its person is not in any file'],
    ];
    const { tables } = backend();
    for (const [name, row, column, value] of broken) {
      const { columns, rows } = tables.get(name)!;
      rows[row]![columns.indexOf(column)] = value;
    }
    const lineOf = (name: string, row: number) => {
      const { columns, rows } = tables.get(name)!;
      const [before] = writeCsvFiles(new Map([[name, { columns, rows: rows.slice(0, row) }]])).values();
      return before!.split('\n').length + 1;
    };
    const report = await move(await sourceOf(tables));
    for (const [name, row, , , reason] of broken) {
      const refused = detailsOf(report, name.replace(/^\w+\./, '')).filter(({ outcome }) => outcome === 'refused');
      expect(refused).toContainEqual(
        expect.objectContaining({ line: lineOf(name, row), reason: expect.stringContaining(reason) }),
      );
      const own = refused.filter(({ reason }) => !/^Its (person|order|piece) (was|is|does)/.test(reason));
      expect([name, own.length]).toEqual([
        name,
        broken.filter(([other, , , , why]) => other === name && !why.startsWith('Its')).length,
      ]);
    }
    expect(await checkLedger(shop.as.shop())).toEqual([]);
  });

  test('matches a person by their confirmed address, with their orders', async () => {
    const report = await move(await withCell('auth.users', 3, 'email', 'CUSTOMER1@bisvar.example'));
    expect(detailsOf(report, 'users')).toEqual([
      expect.objectContaining({
        id: personId(3),
        outcome: 'kept',
        reason: 'An account here has the same email address',
      }),
    ]);
    const theirs = await shop.database.$count(orders, eq(orders.userId, '00000000-0000-4000-8000-000000000001'));
    expect(theirs).toBeGreaterThan(0);
  });

  test('holds an order until its refused person is corrected', async () => {
    const broken = await move(await withCell('auth.users', 3, 'email', 'no address'));
    const waiting = detailsOf(broken, 'orders').filter(({ outcome }) => outcome === 'refused');
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting[0]!.reason).toBe('Its person was refused: correct that row first');
    const mended = await move(await sourceOf(backend().tables));
    expect(countsOf(mended).orders).toMatchObject({ added: waiting.length, refused: 0 });
  });

  test('imports an order of an unknown person without an account', async () => {
    const report = await move(await withCell('public.orders', 7, 'user_id', 'f0000000-0000-4000-9000-000000000000'));
    expect(detailsOf(report, 'orders')).toEqual([
      expect.objectContaining({
        outcome: 'added',
        reason: 'Its person is not in any file or was deleted there, so it belongs to no account',
      }),
    ]);
    const [order] = await shop.database
      .select()
      .from(orders)
      .where(eq(orders.id, orderId(7)));
    expect(order!.userId).toBe(null);
  });

  test('finds rows that only the database refuses', async () => {
    await saveCoupon(shop.as.admin(), { code: 'HOLI5', discountPercentage: 7 });
    const report = await move(await sourceOf(backend().tables));
    expect(countsOf(report).coupons).toMatchObject({ added: 1, refused: 1 });
    expect(detailsOf(report, 'coupons')[0]!.reason).toContain('The database rejected it: duplicate key');
  });

  test('names a lost picture, and uses the other or refuses the artwork', async () => {
    const source = await sourceOf(backend().tables);
    const report = await move(source, { remote: remote('/0-abc') });
    expect(report.pictures).toMatchObject({
      stored: 5,
      failed: [{ reason: expect.stringContaining('0-abc.png isn’t there') }],
    });
    expect(detailsOf(report, 'artworks')).toEqual([
      expect.objectContaining({ id: artworkId(0), outcome: 'added', reason: '1 of its 2 pictures are missing' }),
    ]);
    await shop.empty();
    const without = await moveIn(shop.as.shop(), source, {});
    expect(without.ok && countsOf(without.value).artworks).toMatchObject({ refused: 3 });
  });
});

describe('pictures', () => {
  test('fetches nothing without a host, in a dry run, or elsewhere', async () => {
    const source = await sourceOf(backend().tables);
    await moveIn(shop.as.shop(), source, {});
    await move(source, { dryRun: true });
    const elsewhere = await move(source, { remote: remote('nothing', 'elsewhere.example') });
    expect(elsewhere.pictures.failed).toHaveLength(6);
    expect(fetched).toEqual([]);
  });

  test('beside the tables are imported from there', async () => {
    const source = await sourceOf(backend().tables);
    const attachments = [0, 1, 2, 3, 4, 5].map((n) => ({ path: `${n}-abc.png`, read: async () => bytes }));
    const moved = await moveIn(shop.as.shop(), source, { attachments });
    expect(moved.ok && [moved.value.pictures.stored, allAre(moved.value, 'added')]).toEqual([6, []]);
  });

  describe('of one name', () => {
    const [first, second] = ['a/1.jpg', 'b/1.jpg'].map((path) => `https://${PICTURES_HOST}/${path}`);
    const sourceWith = async (...images: string[]) => {
      const folder = await mkdtemp(join(directory, 'alike-'));
      const rows = images.map((image, n) => `${artworkId(n)},Lamp ${n},120.50,Handcraft,${image}`);
      await writeFile(join(folder, 'artworks.csv'), ['id,title,price,category,images', ...rows].join('\n'));
      return readSourceFolder(folder);
    };
    const file = async (path: string, width: number) => {
      const picture = await sharp({ create: { width, height: 10, channels: 3, background: '#2040c0' } })
        .png()
        .toBuffer();
      return { path, read: async () => picture };
    };

    test('are each imported from their own folder', async () => {
      const attachments = [await file('b/1.jpg', 12), await file('a/1.jpg', 8)];
      await moveIn(shop.as.shop(), await sourceWith(first!, second!), { attachments });
      const rows = await shop.database
        .select({ title: artworks.title, width: mediaGallery.width })
        .from(artworks)
        .innerJoin(mediaGallery, sql`${mediaGallery.publicUrl} = ${artworks.images}[1]`)
        .orderBy(artworks.title);
      expect(rows).toEqual([
        { title: 'Lamp 0', width: 8 },
        { title: 'Lamp 1', width: 12 },
      ]);
    });

    test('fetches missing pictures, or names them without a host', async () => {
      const attachments = [await file('1.jpg', 8)];
      const source = await sourceWith(first!, second!);
      const moved = await moveIn(shop.as.shop(), source, { attachments });
      expect(moved.ok && moved.value.pictures.failed).toEqual(
        [first, second].map((address) => ({
          address,
          reason: expect.stringMatching(/^Several pictures are named 1\.jpg, and no host was named/),
        })),
      );
      await move(source, { attachments });
      expect(fetched).toEqual([first, second]);
    });

    test('are missing if the library has them from another address', async () => {
      const attachments = [await file('1.jpg', 8)];
      await moveIn(shop.as.shop(), await sourceWith(first!), { attachments });
      const other = await moveIn(shop.as.shop(), await sourceWith(second!), {});
      expect(other.ok && other.value.pictures.failed).toMatchObject([{ address: second }]);
    });
  });
});

describe('imported data', () => {
  test('keeps later changes and deletions made in the shop', async () => {
    const source = await sourceOf(backend().tables);
    await move(source);
    await shop.database
      .update(artworks)
      .set({ title: 'Renamed' })
      .where(eq(artworks.id, artworkId(0)));
    await shop.database
      .update(userProfiles)
      .set({ name: 'Renamed' })
      .where(eq(userProfiles.id, personId(1)));
    await shop.database.delete(wishlist).where(eq(wishlist.userId, personId(0)));
    await shop.database.delete(coupons).where(eq(coupons.code, 'HOLI5'));
    const again = await move(source);
    const left = again.tables.flatMap(({ table, details }) => details.map(({ id, outcome }) => [table, outcome, id]));
    expect(left).toEqual([
      ['users', 'kept', personId(1)],
      ['user_profiles', 'kept', personId(1)],
      ['artworks', 'kept', artworkId(0)],
      ['coupons', 'kept', expect.any(String)],
      ['wishlist', 'kept', expect.stringContaining(personId(0))],
    ]);
    const [artwork] = await shop.database
      .select()
      .from(artworks)
      .where(eq(artworks.id, artworkId(0)));
    expect(artwork!.title).toBe('Renamed');
    expect(await shop.database.$count(coupons)).toBe(1);
  });

  test('keeps orders as they were, with pictures, a note and old invoices', async () => {
    await move(await sourceOf(backend().tables));
    const all = await shop.database
      .select()
      .from(orders)
      .innerJoin(orderBalances, eq(orderBalances.orderId, orders.id));
    const byStatus = Map.groupBy(all, ({ orders }) => orders.status);
    for (const { orders: order, order_balances: balance } of byStatus.get('delivered')!)
      expect([order.verification, balance.received]).toEqual(['matched', order.total]);
    for (const { orders: order, order_balances: balance } of byStatus.get('processing')!)
      expect([order.verification, balance.received, balance.due]).toEqual(['unverified', 0, order.total]);
    for (const { order_balances: balance } of byStatus.get('cancelled')!)
      expect([balance.due, balance.received]).toEqual([0, 0]);
    for (const { orders: order } of all)
      for (const { image } of order.items) expect(image).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/);
    const history = await shop.database.select().from(orderHistory);
    expect(history.every(({ reason }) => reason!.startsWith('Moved in'))).toBe(true);
    // The former backend used one reference twice. The second payment gets a new reference, and the history names the
    // original.
    expect(history.filter(({ reason }) => reason!.includes('Payment reference there')).length).toBeGreaterThan(0);
    expect(await shop.database.$count(payments, sql`reference_id like 'MOVED-%'`)).toBeGreaterThan(0);

    expect(await issueMissingInvoices(shop.as.shop())).toBe(0);
    const ids = all.map(({ orders }) => orders.id);
    expect([...(await ordersWithInvoice(shop.as.shop(), ids))]).toEqual([]);
    const { orders: shipped } = byStatus.get('shipped')![0]!;
    await setOrderStatus(shop.as.admin(), { orderId: shipped.id, status: 'delivered' });
    expect(await shop.database.$count(papers)).toBe(0);
    const { orders: inHand } = byStatus.get('processing')![0]!;
    await setOrderStatus(shop.as.admin(), {
      orderId: inHand.id,
      status: 'shipped',
      shipUnverified: true,
      reason: 'Paid in cash',
    });
    expect(await shop.database.$count(papers)).toBe(1);
    expect(await checkLedger(shop.as.shop())).toEqual([]);
  });

  test('becomes a draft in a live shop while legal details are missing', async () => {
    const { tables } = backend();
    const { columns, rows } = tables.get('public.artworks')!;
    rows[0]![columns.indexOf('medium')] = 'handcraft';
    rows[0]![columns.indexOf('category')] = 'Skin Care';
    const source = await sourceOf(tables);
    const statuses = async () =>
      Object.fromEntries(
        (await shop.database.select({ id: artworks.id, status: artworks.status }).from(artworks)).map((each) => [
          each.id,
          each.status,
        ]),
      );
    const live = await moveIn(asLive(shop.as.shop()), source, { remote: remote() });
    if (!live.ok) throw new Error([...formatReport(live.data)].join('\n'));
    expect(await statuses()).toEqual({
      [artworkId(0)]: 'draft',
      [artworkId(1)]: 'published',
      [artworkId(2)]: 'published',
    });
    expect([...formatReport(live.value)].join('\n')).toContain(
      'Imported as a draft, because legally required details are missing',
    );
    const again = await moveIn(asLive(shop.as.shop()), source, { remote: remote() });
    expect(again.ok && countsOf(again.value).artworks).toMatchObject({ added: 0, unchanged: 3 });

    await shop.empty();
    await move(source);
    expect((await statuses())[artworkId(0)]).toBe('published');
  });

  test('imports people with passwords, rehashes them, and grants no admin', async () => {
    const report = await move(await sourceOf(backend().tables));
    expect(report.formerAdmins).toEqual([expect.stringMatching(/^\w+\.0@example\.in$/)]);
    const [person] = await shop.database
      .select()
      .from(authUsers)
      .where(eq(authUsers.id, personId(0)));
    const hashOf = async () =>
      (
        await shop.database
          .select()
          .from(authAccounts)
          .where(eq(authAccounts.userId, personId(0)))
      )[0]!.password!;
    expect(await hashOf()).toMatch(/^\$2/);
    expect(await signIn(shop.as.guest(), { email: person!.email, password: 'another' })).toMatchObject({ ok: false });
    for (let n = 0; n < 2; n += 1) {
      const signedIn = await signIn(shop.as.guest(), { email: person!.email, password: 'painted-lotus' });
      expect(signedIn).toMatchObject({ ok: true, value: { userId: personId(0) } });
      expect(await hashOf()).toMatch(/^[0-9a-f]{32}:/);
    }
    expect(await shop.database.$count(userProfiles, sql`is_admin and id = ${personId(0)}`)).toBe(0);
    const [unproven] = await shop.database
      .select()
      .from(authUsers)
      .where(eq(authUsers.id, personId(4)));
    expect(unproven!.emailVerified).toBe(false);
    const addressOf = async (n: number) =>
      (
        await shop.database
          .select()
          .from(userProfiles)
          .where(eq(userProfiles.id, personId(n)))
      )[0]!.address;
    expect(await addressOf(1)).toMatchObject({ street: '1, Mall Road', city: 'Almora', zipCode: '263601' });
    expect(await addressOf(2)).toBeNull();
  });

  test('invites people without a password once, and keeps their data', async () => {
    const source = await sourceOf(backend().tables);
    const report = await move(source);
    expect(report).toMatchObject({ invited: 0 });
    expect(report.withoutPassword).toHaveLength(4);
    expect(await move(source, { invite: true })).toMatchObject({ invited: 4 });
    expect(await move(source, { invite: true })).toMatchObject({ invited: 0 });
    expect(await shop.announced('accounts.invited')).toHaveLength(4);

    const { email } = report.withoutPassword[0]!;
    const [invitation] = await shop.database.select().from(invitations).where(eq(invitations.email, email));
    const { link } = (await makeInvitationLink(shop.as.shop(), invitation!.id))!;
    const token = new URL(link).searchParams.get('token')!;
    expect(await findInvitation(shop.as.guest(), token)).toMatchObject({ email });
    expect(await acceptInvitation(shop.as.guest(), { token, name: 'New', password: 'blue-and-ochre' })).toMatchObject({
      ok: true,
    });
    const signedIn = await signIn(shop.as.guest(), { email, password: 'blue-and-ochre' });
    const [account] = await shop.database.select().from(authUsers).where(eq(authUsers.email, email));
    expect(signedIn).toMatchObject({ ok: true, value: { userId: account!.id } });
    expect(account).toMatchObject({ emailVerified: true, id: expect.stringMatching(/^00000001-/) });
  });
});
