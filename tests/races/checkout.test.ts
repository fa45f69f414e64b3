import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { count, eq, sum } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { insertArtwork } from '#tests/support/artworks.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

const SHOPPERS = 50;

type Shopper = { userId: string; cookie: string };
type Answer = { status: number; location: string | null; text: string };

describe.each(bothDatabases)('over HTTP on the %s database', (_kind, open) => {
  let shop: RequestShop;
  let server: Server;
  let base: string;
  let shoppers: Shopper[];

  beforeAll(async () => {
    shop = await openRequestShop({}, open);
    server = createAdaptorServer({
      fetch: (request, bindings) => shop.app.fetch(request, bindings as never),
    }) as Server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    shoppers = [];
    for (let at = 0; at < SHOPPERS; at += 1) {
      const account = await signUp(shop.systemContext(), {
        name: `Shopper ${at}`,
        email: `shopper${at}@example.in`,
        password: 'bindu-and-lotus',
      });
      if (!account.ok) throw new Error(account.reason);
      shoppers.push({
        userId: account.value.userId,
        cookie: account.value.cookies.map((line) => line.split(';')[0]).join('; '),
      });
    }
  }, 180_000);
  beforeEach(async () => {
    await shop.database.delete(cart);
  });
  afterAll(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    await shop?.close();
  });

  const ask = async (
    { cookie }: Shopper,
    body?: URLSearchParams,
    more: string[] = [],
  ): Promise<Answer & { html: string }> => {
    const response = await fetch(`${base}/checkout`, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      body,
      headers: {
        cookie: [cookie, ...more].join('; '),
        'sec-fetch-site': 'same-origin',
        origin: base,
        accept: 'text/html',
      },
    });
    const html = await response.text();
    return { status: response.status, location: response.headers.get('location'), html, text: textOf(html) };
  };
  const askUntilAnswered = async (shopper: Shopper, form: URLSearchParams): Promise<Answer> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(shopper, form);
      if (answer.status !== 503 || tries === 5) return answer;
      await wait(5_000);
    }
  };
  const anArtwork = (stockCount: number) => insertArtwork(shop.database, { stockCount });
  const stockOf = async (id: string) =>
    (await shop.database.select().from(artworks).where(eq(artworks.id, id)))[0]!.stockCount;
  const ordersSince = async (before: number) =>
    (await shop.database.select({ all: count() }).from(orders))[0]!.all - before;

  async function filledIn(shopper: Shopper, artworkId: string, code?: string): Promise<URLSearchParams> {
    await shop.database.insert(cart).values({ userId: shopper.userId, artworkId, quantity: 1 });
    const about = Object.entries({ ...ADDRESS, paymentReferenceId: newReference() }).filter(
      ([name]) => name !== 'country',
    );
    const fill = (html: string) => new URLSearchParams([...new Map([...fieldsOf(html), ...about])]);
    let page = await ask(shopper);
    if (code) {
      const tried = fill(page.html);
      tried.set(TYPED_COUPON, code);
      tried.set('intent', 'apply-coupon');
      page = await ask(shopper, tried);
    }
    expect(page.status).toBe(200);
    return fill(page.html);
  }
  const all = <Value>(work: (shopper: Shopper) => Promise<Value>, most = SHOPPERS) =>
    Promise.all(shoppers.slice(0, most).map(work));

  test('fifty shoppers for stock 5: 5 orders, 45 stored references', async () => {
    const artwork = await anArtwork(5);
    const before = await ordersSince(0);
    const forms = await all((shopper) => filledIn(shopper, artwork.id));
    const answers = await Promise.all(shoppers.map((shopper, at) => ask(shopper, forms[at])));
    expect(answers.map((answer) => answer.status)).toEqual(shoppers.map(() => 303));
    const leadsTo = (start: string) => answers.filter((answer) => answer.location?.startsWith(start)).length;
    expect([leadsTo('/profile/orders?placed='), leadsTo('/checkout?payment=')]).toEqual([5, 45]);
    expect([await ordersSince(before), await stockOf(artwork.id)]).toEqual([50, 0]);
    const owed = await shop.database
      .select({ reference: payments.referenceId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(orders.status, 'cancelled'));
    expect(owed).toHaveLength(45);
  });

  test('thirty shoppers with a 3-use coupon: 3 discounts, 27 informed first', async () => {
    await saveCoupon(shop.systemContext(), {
      code: 'THREE',
      discountPercentage: 20,
      usageLimit: 3,
      validFrom: null,
      validUntil: null,
    });
    const artwork = await anArtwork(100);
    const before = await ordersSince(0);
    const forms = await all((shopper) => filledIn(shopper, artwork.id, 'THREE'), 30);
    const answers = await Promise.all(forms.map((form, at) => askUntilAnswered(shoppers[at]!, form)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array.from({ length: 3 }, () => 303), ...Array.from({ length: 27 }, () => 409)]);
    const refused = answers.filter((answer) => answer.status === 409);
    for (const { text } of refused) expect(text).toContain('Coupon usage limit reached');
    expect(await ordersSince(before)).toBe(3);
    expect(
      await shop.database
        .select({ discount: sum(orders.discountAmount) })
        .from(orders)
        .where(eq(orders.couponCode, 'THREE')),
    ).toEqual([{ discount: '60000' }]);
    expect(await shop.database.select({ used: coupons.usedCount }).from(coupons)).toEqual([{ used: 3 }]);
    expect(await stockOf(artwork.id)).toBe(97);
  });

  test('one checkout posted ten times: one order, ten equal answers', async () => {
    const artwork = await anArtwork(100);
    const before = await ordersSince(0);
    const paid = (await shop.database.select().from(payments)).length;
    const form = await filledIn(shoppers[0]!, artwork.id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(shoppers[0]!, form)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 303));
    expect(new Set(answers.map((answer) => answer.location)).size).toBe(1);
    expect([
      await ordersSince(before),
      (await shop.database.select().from(payments)).length - paid,
      await stockOf(artwork.id),
    ]).toEqual([1, 1, 99]);
  });
});
