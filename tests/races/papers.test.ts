import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import {
  issueMissingInvoices,
  issueReceipts,
} from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import {
  createOrder,
  issueFirstInvoice,
  lockOrder,
  setOrderStatus,
  transition,
} from '#app/modules/orders/orders/orders.server.ts';
import { lineGross, type DocumentKind } from '#app/modules/orders/invoices/paper.ts';
import { paperCounters, papers } from '#app/modules/orders/invoices/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { ADDRESS, checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

describe.each(bothDatabases)('documents on the %s database', (kind, open) => {
  let shop: TestShop;
  beforeAll(async () => void (shop = await openTestShop(open)));
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const CUSTOMERS = 50;
  const everyCustomer = Array.from({ length: CUSTOMERS }, (_, at) => at + 1);
  const numbers = async () =>
    (await shop.database.select({ number: papers.number }).from(papers).orderBy(papers.number)).map(
      ({ number }) => number,
    );
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
  const readyToOrder = (artworks: string[]) =>
    Promise.all(
      everyCustomer.map(async (n) => {
        const context = shop.as.customer(n);
        await putIntoCart(context, artworks[n % artworks.length]!);
        return { shop: context, checkout: await checkoutOf(context) };
      }),
    );
  const place = async (context: Shop, checkout: Parameters<typeof placeOrder>[1]) => {
    const answer = await placeOrder(context, checkout);
    if (!answer.ok) throw new Error(answer.reason);
    return answer.value;
  };

  test('a hundred issued at once are numbered 1 to 100, each once', async () => {
    const artworks = await Promise.all(upTo(3).map(async () => (await shop.makeArtwork({ stockCount: 500 })).id));
    for (let round = 0; round < 2; round++) {
      const ready = await readyToOrder(artworks);
      await Promise.all(ready.map(({ shop: context, checkout }) => place(context, checkout)));
    }
    expect(await numbers()).toEqual(upTo(100));
    expect(await shop.database.select().from(paperCounters)).toMatchObject([{ lastNumbers: { invoice: 100 } }]);
  });

  const payPart = (orderId: string) =>
    inTransaction(shop.as.shop(), async (inside) => {
      const part = { orderId, customerId: null, amount: rupees(100), reference: newReference() };
      const paid = await recordPayment(inside, { ...part, source: 'gateway', verification: 'matched' });
      if (!paid.ok) throw new Error(paid.reason);
      return { id: paid.value.paymentId, orderId };
    });
  const regular = {
    status: 'regular',
    gstin: '05ABCDE1234F1Z6',
    pricesExcludeGst: false,
    ownStateOnly: false,
  } as const;
  const unregistered = { ...regular, status: 'unregistered', gstin: null } as const;
  const composition = { ...regular, status: 'composition' } as const;
  const MANY = 100;
  const makeOrders = async (heldUntil?: Date) => {
    const artworks = await Promise.all([1, 2].map(() => shop.makeArtwork()));
    return inTransaction(shop.as.shop(), async (inside) => {
      const made = [];
      for (let at = 0; at < MANY; at += 1) {
        const items = artworks.map(({ id, title }, place) => ({
          artwork_id: id,
          title,
          price: paise(33_333 + at * 7 + place),
          quantity: place + 2,
          image: '/media/none.webp',
          made_to_order: true as const,
          gst_rate: [5, 18][place]!,
          hsn: '9701',
        }));
        const subtotal = paise(items.reduce((all, { price, quantity }) => all + price * quantity, 0));
        const totals = {
          subtotal,
          discountAmount: paise(1_111 + at),
          shippingCost: paise(15_001),
          codCharge: paise(0),
          gstAmount: paise(0),
        };
        const order = await createOrder(inside, {
          userId: signedIn(shop.as.customer()).userId,
          items,
          couponCode: 'ODD',
          totals: { ...totals, total: paise(subtotal - totals.discountAmount + totals.shippingCost) },
          shippingAddress: { ...ADDRESS, state: at % 2 ? 'Kerala' : 'Uttarakhand' },
          payment: { method: 'manual', reference: null, isClaimed: true },
          heldUntil,
        });
        await issueFirstInvoice(inside, order!, await getSettings(inside));
        made.push(order!);
      }
      return made;
    });
  };
  const issued = async (kind: DocumentKind, { gstin }: { gstin: string | null }) =>
    shop.database
      .select()
      .from(papers)
      .where(and(eq(papers.kind, kind), gstin === null ? isNull(papers.gstin) : eq(papers.gstin, gstin)))
      .orderBy(papers.number);

  const onServer = kind === 'server' ? test : () => undefined;
  onServer(
    'a hundred of each kind at once: no gap, no double, the order’s total, and credit notes that undo their invoices',
    async () => {
      const later = new Date(shop.clock.now.getTime() + 900_000);
      for (const [seller, invoiceKind] of [
        [unregistered, 'invoice'],
        [composition, 'bill-of-supply'],
        [regular, 'tax-invoice'],
      ] as const) {
        await updateSettings(shop.as.shop(), { seller });
        const waiting = await makeOrders(later);
        if (seller.status !== 'composition') {
          const receiptKind = seller.status === 'regular' ? 'receipt-voucher' : 'receipt';
          const paid = await Promise.all(waiting.map(({ id }) => payPart(id)));
          const asked = [...waiting, ...waiting.slice(0, 10)];
          await Promise.all(asked.map(({ id }) => issueReceipts(shop.as.shop(), id)));
          expect((await issued(receiptKind, seller)).map(({ number }) => number)).toEqual(upTo(MANY));
          if (receiptKind === 'receipt-voucher') {
            const refundOf = { amount: rupees(100), reason: 'test' };
            await Promise.all(
              paid.map(({ id: paymentId, orderId }) =>
                refundOrder(shop.as.admin(), { ...refundOf, orderId, paymentId, key: crypto.randomUUID() }),
              ),
            );
            expect((await issued('refund-voucher', seller)).map(({ number }) => number)).toEqual(upTo(MANY));
          }
        }

        const moveAll = (event: { type: 'confirm' | 'cancel'; to: 'processing' | 'cancelled' }) =>
          Promise.all(
            waiting.map(({ id }) =>
              inTransaction(shop.as.shop(), async (inside) => transition(inside, await lockOrder(inside, id), event)),
            ),
          );
        await moveAll({ type: 'confirm', to: 'processing' });
        const invoices = await issued(invoiceKind, seller);
        expect(invoices.map(({ number }) => number)).toEqual(upTo(MANY));
        // The advance of a regular seller was refunded, which lowers the price by that amount.
        const refunded = seller.status === 'regular' ? rupees(100) : 0;
        const totals = new Map(waiting.map(({ id, total }) => [id, total - refunded]));
        for (const { orderId, total, content } of invoices) {
          expect(total).toBe(totals.get(orderId));
          expect(content.lines.reduce((all, line) => all + lineGross(line), 0)).toBe(total);
        }
        const notesBefore = (await issued('credit-note', seller)).length;
        await moveAll({ type: 'cancel', to: 'cancelled' });
        const notes = await issued('credit-note', seller);
        expect(notes.map(({ number }) => number)).toEqual(upTo(notesBefore + MANY));
        const undone = new Map(notes.map((note) => [note.correctsId, note.content]));
        for (const { id, content } of invoices) {
          const { lines, total } = undone.get(id)!;
          expect({ lines, total }).toEqual({
            lines: content.lines.map((line, of) => ({ ...line, of })),
            total: content.total,
          });
        }
      }
    },
  );

  test('orders that are rolled back in between leave no gap', async () => {
    const artwork = (await shop.makeArtwork({ stockCount: 500, price: rupees(3_000) })).id;
    const ready = await readyToOrder([artwork]);
    const settled = await Promise.allSettled(
      ready.map(({ shop: context, checkout }) =>
        inTransaction(context, async (inside) => {
          await place(inside, checkout);
          if (Math.random() < 0.5) throw new Error('rolled back');
        }),
      ),
    );
    const stood = settled.filter(({ status }) => status === 'fulfilled').length;
    expect(await numbers()).toEqual(upTo(stood));
    for (const each of settled)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ message: 'rolled back' });
  });

  test('issues each late invoice once despite concurrent requests and status changes', async () => {
    const artwork = (await shop.makeArtwork({ stockCount: 500 })).id;
    const ready = await readyToOrder([artwork]);
    const placed = await Promise.all(ready.map(({ shop: context, checkout }) => place(context, checkout)));
    await shop.owner.transaction(async (owner) => {
      await owner.execute('set local session_replication_role = replica');
      await owner.execute('truncate papers, paper_counters');
    });
    await Promise.all([
      ...upTo(5).map(() => issueMissingInvoices(shop.as.shop())),
      ...placed.map(({ id: orderId }) =>
        setOrderStatus(shop.as.admin(), { orderId, status: 'delivered', shipUnverified: true, reason: 'test' }),
      ),
    ]);
    expect(await numbers()).toEqual(upTo(CUSTOMERS));
    expect(await shop.database.select().from(orders).where(eq(orders.status, 'delivered'))).toHaveLength(CUSTOMERS);
  });
});
