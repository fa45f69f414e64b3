import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webPush } from '#app/adapters/push/web-push.server.ts';
import { outboxOnlyEmail } from '#app/adapters/email/outbox-only.ts';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { isReadyForBuyers } from '#app/modules/operations/health/checklist.server.ts';
import { findVisitor } from '#app/modules/identity/sign-in/sessions.server.ts';
import { makeFirstAdmin } from '#app/modules/identity/users/admins.server.ts';
import { signIn } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { findArtworks, getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { SAMPLE_ARTWORKS } from './catalogue/sample-artworks.ts';
import { findCouponProblem } from '#app/modules/orders/coupons/coupon.ts';
import { currentOffer, listCoupons } from '#app/modules/orders/coupons/coupons.server.ts';
import { openMediaFile } from '#app/modules/catalogue/media/media.server.ts';
import { sourceSet } from '#app/modules/catalogue/media/picture.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import { listRequests } from '#app/modules/requests/requests/read-requests.server.ts';
import { ORDER_STATUSES } from '#app/modules/orders/orders/order.ts';
import { listOrders, findMyOrders } from '#app/modules/orders/orders/orders.server.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { readConfig } from '#app/platform/config.server.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { mediaAnswer } from '#app/routes/api/file-answer.ts';
import { openTestDatabase, truncateAll } from '#tests/support/database.ts';
import { fillSampleShop } from './sample-shop.ts';

let opened: OpenedDatabase;
let directory: string;
let shop: Shop;
const SECRET = 'a secret that only tests have, 32+';

beforeAll(async () => {
  opened = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'sample-'));
  const config = readConfig({ DATA_DIR: directory, SESSION_SECRET: SECRET });
  shop = {
    database: opened.database,
    actor: { kind: 'shop' },
    now: new Date(),
    visitorAddress: '127.0.0.1',
    config,
    suppliers: {
      email: outboxOnlyEmail,
      isReadyForBuyers,
      personalData: [],
      payment: {},
      push: webPush(config),
      storage: await openStorage(config),
    },
  };
  await makeFirstAdmin(shop);
  expect(await fillSampleShop(shop)).toBe(true);
});
afterAll(async () => {
  await opened.close();
  await rm(directory, { recursive: true });
});

const counts = async () => {
  const { rows } = await opened.database.execute<Record<string, number>>(sql`
    select (select count(*)::int from artworks) as artworks, (select count(*)::int from media_gallery) as pictures, (select count(*)::int from coupons) as coupons,
      (select count(*)::int from user_profiles) as people, (select count(*)::int from orders) as orders, (select count(*)::int from order_requests) as requests,
      (select count(*)::int from auth_sessions) as sessions, (select count(*)::int from cart) as lines`);
  return rows[0]!;
};

describe('the sample shop', () => {
  test('has its rows, and no sessions', async () => {
    expect(await counts()).toEqual({
      artworks: 15,
      pictures: 29,
      coupons: 5,
      people: 6,
      orders: 12,
      requests: 6,
      sessions: 0,
      lines: 0,
    });
  });

  test('shows fourteen artworks with their stock, under 1 to 14', async () => {
    const { artworks, total, facets } = await findArtworks(shop, { limit: 24 });
    expect(total).toBe(14);
    expect(artworks.slice(0, 5).every(({ featured }) => featured)).toBe(true);
    expect(facets.mediums).toEqual([
      { name: 'handcraft', count: 4 },
      { name: 'skin-care', count: 4 },
      { name: 'fabric', count: 3 },
      { name: 'oil', count: 3 },
    ]);
    for (const { number, title, stockCount } of SAMPLE_ARTWORKS)
      expect(await getArtwork(shop, String(number))).toMatchObject({ title, stockCount });
    expect((await getArtwork(shop, '9')).inStock).toBe(false);
    expect((await getArtwork(shop, '4')).stockCount).toBe(2);
  });

  test('has every picture in every width, with alternative text', async () => {
    for (const { number } of SAMPLE_ARTWORKS) {
      const { pictures } = await getArtwork(shop, String(number));
      expect(pictures).toHaveLength(2);
      for (const picture of pictures) {
        expect(picture).toMatchObject({ width: 1200, widths: [160, 400, 800, 1200] });
        expect(picture.alt).not.toBe('');
        for (const source of [picture.url, ...sourceSet(picture, 'avif').split(', ')]) {
          const answer = mediaAnswer(await openMediaFile(shop, source.split(' ')[0]!.replace('/media/', '')));
          await answer.body?.cancel();
          expect(answer.status).toBe(200);
        }
      }
    }
  });

  test('has past orders in every status, with the customer’s delivered and shipped', async () => {
    const { orders } = await listOrders(shop, {});
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
    expect(new Set(orders.map(({ verification }) => verification))).toEqual(
      new Set(['unverified', 'matched', 'rejected']),
    );
    expect(orders.every(({ createdAt }) => createdAt < shop.now)).toBe(true);
    const signedIn = await signIn(shop, { email: 'customer@bisvar.example', password: 'aipan-customer' });
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const actor = await findVisitor(shop, new Headers({ cookie: signedIn.value.cookies[0]!.split(';')[0]! }));
    const { orders: own } = await findMyOrders({ ...shop, actor });
    expect(own.map(({ status, total }) => [status, total])).toEqual([
      ['shipped', 863_600],
      ['delivered', 1_450_000],
      ['processing', 1_015_000],
      ['delivered', 264_000],
    ]);
  });

  test('has a coupon for every answer, and offers the newest valid one', async () => {
    const today = dayInIndia(shop.now);
    const answers = Object.fromEntries(
      (await listCoupons(shop)).coupons.map((coupon) => [coupon.code, findCouponProblem(coupon, today)]),
    );
    expect(answers).toEqual({
      WELCOME10: undefined,
      MONSOON10: 'expired',
      RAKHI20: 'used-up',
      BASANT12: 'not-yet-active',
      DEEPAWALI15: undefined,
    });
    expect((await currentOffer(shop))?.code).toBe('WELCOME10');
    expect((await listRequests(shop)).requests).toHaveLength(6);
  });

  test('is filled once: a second start changes nothing', async () => {
    const before = await counts();
    expect(await fillSampleShop(shop)).toBe(false);
    expect(await counts()).toEqual(before);
  });

  test('does not change a live shop', async () => {
    expect(await fillSampleShop({ ...shop, config: { ...shop.config, mode: 'live' } })).toBe(false);
  });

  test('continues an interrupted start without storing a picture twice', async () => {
    const stored = await opened.database.select().from(mediaGallery);
    await truncateAll(opened.database);
    await opened.database.insert(mediaGallery).values(stored.slice(2));
    await makeFirstAdmin(shop);
    expect(await fillSampleShop(shop)).toBe(true);
    expect(await counts()).toMatchObject({ artworks: 15, pictures: 29, orders: 12 });
  });
});
