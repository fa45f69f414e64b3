import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { insertRequest, rejectRequest } from '#app/modules/order-requests/order-requests.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { recordPayment } from '#app/modules/ledger/ledger.server.ts';
import { notificationListeners } from '#app/modules/notifications/listeners.server.ts';
import { messages } from '#app/modules/notifications/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import type { Events } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  acceptQuote,
  answerApproval,
  askChange,
  cancelCommission,
  confirmFabric,
  forgetCommissions,
  getCommission,
  linkOf,
  markSeen,
  openByLink,
  openForStudio,
  openOwn,
  receiveFabric,
  recordStage,
  removeCommissionsBefore,
  revokeLink,
  sendMessage,
  sendQuote,
} from './commissions.server.ts';
import { quotes, requestMessages } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const key = () => crypto.randomUUID();
const TOTAL = rupees(4200);
const OFFER = {
  lines: [
    { kind: 'painting' as const, title: 'Saree', amount: rupees(4000) },
    { kind: 'shipping' as const, title: 'Parcel', amount: rupees(200) },
  ],
  included: '',
  freeChanges: 2,
  earliestFinish: '2026-12-24',
  validDays: 14,
  advance: rupees(2100),
  asksApproval: false,
  keptBeforePainting: 20,
  keptOncePainting: 100,
  workHours: 8,
};

/** A request of the first customer with both sides' access; `byMail` is one that nobody sent from an account. */
async function ask(changes: Partial<Parameters<typeof insertRequest>[1]> = {}) {
  const artwork = await shop.makeArtwork({ medium: 'fabric', stockCount: 0 });
  const sent = await insertRequest(shop.as.shop(), {
    key: key(),
    artworkId: artwork.id,
    userId: signedIn(shop.as.customer()).userId,
    kind: 'custom',
    name: 'Asha Rawat',
    email: 'customer1@bisvar.example',
    phone: '9876543210',
    message: 'A saree',
    ...changes,
  });
  const id = sent!.requestId;
  const studio = await openForStudio(shop.as.admin(), id);
  const customer = await openByLink(shop.as.guest(), await tokenOf(id));
  return { id, studio, customer };
}
const tokenOf = async (id: string) => (await linkOf(shop.as.shop(), id))!.split('/').at(-1)!;
type Asked = Awaited<ReturnType<typeof ask>>;

async function quoted(asked: Asked, changes: Partial<typeof OFFER> = {}) {
  const sent = await sendQuote(shop.as.admin(), asked.studio, { ...OFFER, key: key(), ...changes });
  expect(sent.ok).toBe(true);
  return (await getCommission(shop.as.admin(), asked.studio)).quotes[0]!.id;
}
const accept = ({ customer }: Asked, quoteId: string) =>
  acceptQuote(shop.as.guest(), customer, { quoteId, name: 'Asha Rawat', shippingAddress: ADDRESS });
async function agreed(changes: Parameters<typeof ask>[0] = {}, offer: Partial<typeof OFFER> = {}) {
  const asked = await ask(changes);
  const accepted = await accept(asked, await quoted(asked, offer));
  if (!accepted.ok) throw new Error(accepted.reason);
  return { ...asked, orderId: accepted.value.orderId };
}
async function pay(orderId: string, amount: number) {
  const { userId: customerId } = await shop.orderRow(orderId);
  const payment = { orderId, customerId, amount: paise(amount), source: 'gateway', verification: 'matched' } as const;
  const paid = await inTransaction(shop.as.shop(), (shop) =>
    recordPayment(shop, { ...payment, reference: key().replaceAll('-', '').slice(0, 20).toUpperCase() }),
  );
  expect(paid.ok).toBe(true);
}
const record = ({ studio }: Asked, stage: 'design' | 'painting' | 'ready', asksApproval = false) =>
  recordStage(shop.as.admin(), studio, { key: key(), stage, note: '', asksApproval });
const say = (access: Asked['studio'], body: string, itsKey = key()) =>
  sendMessage(access.side === 'studio' ? shop.as.admin() : shop.as.guest(), access, { key: itsKey, body });
async function hear<Name extends keyof Events & string>(name: Name, payload: Events[Name]) {
  for (const listener of notificationListeners)
    if (listener.on === name)
      await (listener.handle as (...given: unknown[]) => Promise<void>)(shop.as.shop(), payload, {
        id: key(),
        attempt: 1,
      });
}

describe('who may see a commission', () => {
  test('the studio, who sent it and who holds the link; everybody else is told that it is not there', async () => {
    const { id } = await ask();
    expect(await openOwn(shop.as.customer(), id)).toMatchObject({ side: 'customer', by: 'account' });
    await expect(openOwn(shop.as.customer(2), id)).rejects.toThrow(NotFound);
    await expect(openForStudio(shop.as.customer(), id)).rejects.toThrow(NotFound);
    await expect(linkOf(shop.as.customer(), id)).rejects.toThrow(NotFound);
    const token = await tokenOf(id);
    for (const wrong of ['', 'x', `${token}x`, token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')), `.${token}`])
      await expect(openByLink(shop.as.guest(), wrong)).rejects.toThrow(NotFound);
  });

  test('a revoked link is like one that never was, and a new one does not bring it back', async () => {
    const { id, studio, customer } = await ask();
    const old = await tokenOf(id);
    await expect(revokeLink(shop.as.guest(), customer, { anew: false })).rejects.toThrow(NotFound);
    await revokeLink(shop.as.admin(), studio, { anew: false });
    expect(await linkOf(shop.as.shop(), id)).toBeUndefined();
    await expect(openByLink(shop.as.guest(), old)).rejects.toThrow(NotFound);
    await revokeLink(shop.as.admin(), studio, { anew: true });
    await expect(openByLink(shop.as.guest(), old)).rejects.toThrow(NotFound);
    expect(await openByLink(shop.as.guest(), await tokenOf(id))).toMatchObject({ requestId: id });
  });

  test('after thirty wrong links from an address none opens from there for a while', async () => {
    const { id } = await ask();
    const token = await tokenOf(id);
    for (let n = 0; n < 30; n += 1) await expect(openByLink(shop.as.guest(), `${token}x`)).rejects.toThrow(NotFound);
    await expect(openByLink(shop.as.guest(), token)).rejects.toThrow(NotFound);
    shop.later(1);
    expect(await openByLink(shop.as.guest(), token)).toMatchObject({ requestId: id });
  });
});

describe('the conversation', () => {
  test('takes a message once for its key, and neither nothing nor one to what was rejected', async () => {
    const { id, studio, customer } = await ask();
    const once = key();
    expect(await say(customer, 'In blue?', once)).toMatchObject({ ok: true });
    expect(await say(customer, 'In blue?', once)).toMatchObject({ ok: true });
    expect(await shop.database.$count(requestMessages)).toBe(1);
    await expect(say(studio, 'Mine', once)).rejects.toThrow(NotFound);
    expect(await say(customer, '  ')).toMatchObject({ ok: false, reason: 'empty-message' });
    await rejectRequest(shop.as.admin(), id);
    expect(await say(customer, 'Why?')).toMatchObject({ ok: false, reason: 'not-now' });
    expect(await say(studio, 'Because')).toMatchObject({ ok: true });
  });

  test('writing to a closed request opens it again', async () => {
    const { id, customer } = await ask();
    await shop.database.update(orderRequests).set({ status: 'closed' }).where(eq(orderRequests.id, id));
    await say(customer, 'I am back');
    expect((await getCommission(shop.as.guest(), customer)).state).toBe('asked');
  });

  test('what is unseen for five minutes is mailed once with what followed, and nothing that was seen', async () => {
    const { id, studio, customer } = await ask();
    await say(studio, 'First words');
    shop.later(3);
    await say(studio, 'Second words');
    shop.later(2);
    const event = { requestId: id, sender: 'studio' } as const;
    await hear('commissions.message-unseen', event);
    shop.later(3);
    await hear('commissions.message-unseen', event);
    const sent = await shop.database.select().from(messages);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.recipient).toBe('customer1@bisvar.example');
    for (const part of ['First words', 'Second words', '/commission/']) expect(sent[0]!.bodyText).toContain(part);
    await say(customer, 'Seen in time');
    await markSeen(shop.as.admin(), studio);
    shop.later(5);
    await hear('commissions.message-unseen', { requestId: id, sender: 'customer' });
    expect(await shop.database.$count(messages)).toBe(1);
  });
});

describe('a quote', () => {
  test('accepted twice and at once is one order of exactly its total, waiting for its advance', async () => {
    const asked = await ask();
    const quoteId = await quoted(asked);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(asked, quoteId)));
    expect(new Set(answers.map((answer) => answer.ok && answer.value.orderId)).size).toBe(1);
    const [order, another] = await shop.database.select().from(orders);
    expect(another).toBeUndefined();
    expect(order).toMatchObject({ total: TOTAL, advance: OFFER.advance, shippingCost: rupees(200), status: 'pending' });
    expect(await sendQuote(shop.as.admin(), asked.studio, { ...OFFER, key: key() })).toMatchObject({ ok: false });
  });

  test('that was superseded, asked to be changed or has lapsed makes no order', async () => {
    const asked = await ask();
    const first = await quoted(asked);
    const second = await quoted(asked);
    expect(await accept(asked, first)).toMatchObject({ ok: false, reason: 'quote-superseded' });
    expect((await askChange(shop.as.guest(), asked.customer, { quoteId: second, text: 'Red' })).ok).toBe(true);
    expect((await accept(asked, second)).ok).toBe(false);
    const third = await quoted(asked);
    shop.later(14 * 24 * 60);
    expect(await accept(asked, third)).toMatchObject({ ok: false, reason: 'quote-expired' });
    expect(await shop.database.$count(orders)).toBe(0);
    await expect(sendQuote(shop.as.guest(), asked.customer, { ...OFFER, key: key() })).rejects.toThrow(NotFound);
    await expect(
      acceptQuote(shop.as.admin(), asked.studio, { quoteId: third, name: 'A', shippingAddress: ADDRESS }),
    ).rejects.toThrow(NotFound);
  });

  test('accepted by link makes an account whose address is proven', async () => {
    await agreed({ userId: null, email: 'new@example.in' });
    const [made] = await shop.database.select().from(authUsers).where(eq(authUsers.email, 'new@example.in'));
    expect(made).toMatchObject({ emailVerified: true });
  });
});

describe('the work', () => {
  test('is not painted before advance, confirmed cloth and approved design are there', async () => {
    const work = await agreed({ fabricSource: 'client_provided' }, { asksApproval: true });
    expect(await record(work, 'painting')).toMatchObject({ reason: 'advance-missing' });
    await pay(work.orderId, OFFER.advance - 1);
    expect(await record(work, 'painting')).toMatchObject({ reason: 'advance-missing' });
    await pay(work.orderId, 1);
    expect(await record(work, 'painting')).toMatchObject({ reason: 'fabric-missing' });
    expect((await confirmFabric(shop.as.guest(), work.customer)).ok).toBe(false);
    await receiveFabric(shop.as.admin(), work.studio, { key: key(), centimetres: 550, marks: '' });
    expect(await record(work, 'painting')).toMatchObject({ reason: 'fabric-missing' });
    expect((await confirmFabric(shop.as.guest(), work.customer)).ok).toBe(true);
    expect(await record(work, 'painting')).toMatchObject({ reason: 'approval-missing' });
    shop.later(1);
    expect((await record(work, 'design')).ok).toBe(true);
    const page = await getCommission(shop.as.guest(), work.customer);
    const design = page.timeline.find((entry) => entry.kind === 'stage' && entry.stage === 'design')!;
    const answer = { updateId: design.id, approves: true, changeWanted: '' };
    expect((await answerApproval(shop.as.guest(), work.customer, answer)).ok).toBe(true);
    expect((await record(work, 'painting')).ok).toBe(true);
    expect((await getCommission(shop.as.admin(), work.studio)).missing.dispatch).toBe('balance-missing');
    await pay(work.orderId, TOTAL - OFFER.advance);
    expect((await getCommission(shop.as.admin(), work.studio)).missing.dispatch).toBeNull();
  });

  test.each([
    ['customer', false, 420],
    ['customer', true, 2100],
    ['studio', true, 0],
  ] as const)('cancelled by the %s, painted: %s, keeps ₹%d of the advance', async (by, isPainted, kept) => {
    const work = await agreed();
    await pay(work.orderId, OFFER.advance);
    if (isPainted) expect((await record(work, 'painting')).ok).toBe(true);
    const cancelled = await cancelCommission(by === 'studio' ? shop.as.admin() : shop.as.guest(), work[by], {
      reason: '',
    });
    expect(cancelled).toMatchObject({ ok: true, value: { kept: rupees(kept), refunded: rupees(2100 - kept) } });
    expect(await shop.orderRow(work.orderId)).toMatchObject({ status: 'cancelled', kept: rupees(kept) });
    expect((await cancelCommission(shop.as.admin(), work.studio, { reason: '' })).ok).toBe(false);
  });
});

test('each turn of a commission is written to the side that has to know, once', async () => {
  const work = await agreed();
  const [quote] = await shop.database.select().from(quotes);
  const turns = async () => {
    await hear('commissions.quote-sent', { quoteId: quote!.id });
    await hear('commissions.quote-accepted', { quoteId: quote!.id, orderId: work.orderId });
  };
  await turns();
  await turns();
  const cancelled = { requestId: work.id, by: 'customer', kept: rupees(420), refunded: rupees(1680) } as const;
  await hear('commissions.cancelled', cancelled);
  const sent = await shop.database.select().from(messages);
  expect(sent.map(({ template }) => template).toSorted()).toEqual([
    'commission-cancelled',
    'owner-commission-cancelled',
    'owner-quote-accepted',
    'quote-accepted',
    'quote-sent',
  ]);
  expect(sent.find(({ template }) => template === 'commission-cancelled')!.bodyText).toContain('₹1,680');
});

test('with its person a commission loses words and names, and its link; an old one goes wholly', async () => {
  const work = await agreed();
  await say(work.customer, 'A secret wish');
  const token = await tokenOf(work.id);
  await inTransaction(shop.as.shop(), (inner) => forgetCommissions(inner, signedIn(shop.as.customer()).userId));
  expect((await shop.database.select().from(requestMessages))[0]!.body).toBe('');
  expect((await shop.database.select().from(quotes))[0]!.acceptedByName).toBe('Deleted account');
  await expect(openByLink(shop.as.guest(), token)).rejects.toThrow(NotFound);
  shop.later(1);
  await inTransaction(shop.as.shop(), (inner) => removeCommissionsBefore(inner, shop.clock.now));
  expect(await shop.database.$count(requestMessages)).toBe(0);
});
