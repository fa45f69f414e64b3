import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asc, eq, ne } from 'drizzle-orm';
import { formatDay } from '#app/basics/india.ts';
import { rupees } from '#app/basics/money.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { setPassword } from '#app/modules/identity/sign-in/credentials.server.ts';
import { verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { acceptRequest, cancelRequest, closeQuietRequests, rejectRequest, reopenRequest } from './answers.server.ts';
import { getRequest, listedRequests, listRequests, promisedFinish } from './read-requests.server.ts';
import { conversationPictures, orderRequests, quotes, requestMessages, stageUpdates } from './tables.server.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import { sweepOldRecords } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { emailListeners } from '#app/module-lists.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { orderListeners } from '#app/modules/orders/orders/listeners.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { getOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { giveReference, settleByBank, verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import type { Events } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { insertPicture } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { NEW_QUOTE } from './messages.ts';
import { newestMessageOf } from './request-page.ts';
import {
  askForRequest,
  linkTokenOf,
  newQuote,
  openLink,
  type RequestChanges,
} from '#tests/support/customer-request.ts';
import { openForBuyers } from '#app/modules/store/closing/closing.server.ts';
import { opening } from '#app/modules/store/closing/tables.server.ts';
import { asLive, prepareOpening } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import type { RequestAccess } from './request.ts';
import { requestListeners } from './listeners.server.ts';
import { acceptQuote, askChange, type NewQuote, sendQuote } from './quotes.server.ts';
import {
  answerApproval,
  changeReadyDay,
  confirmFabric,
  noteFabricLeft,
  receiveFabric,
  recordStage,
  undoStage,
} from './stages.server.ts';
import { forgetRequests, removeRequestsBefore } from './personal-data.server.ts';
import { getRequestPage } from './request-page.server.ts';
import {
  joinAccount,
  linkOf,
  openByLink,
  openForStudio,
  openOwn,
  revokeLink,
  shopOfCustomer,
} from './access.server.ts';
import { setPhotoConsent } from './shop-photos.server.ts';
import { countWaitingForStudio, waitingForStudio } from './waiting-for-studio.server.ts';
import { markSeen, replyToRequest, sendMessage, takeUnseenMessages } from './conversations.server.ts';
import { uploadKeyOf } from './pictures.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const key = () => crypto.randomUUID();

async function ask(changes: RequestChanges = {}) {
  const asked = await askForRequest(shop, { fabricSource: 'client_provided', ...changes });
  return { ...asked, token: await linkTokenOf(shop, asked.requestId) };
}
const own = (requestId: string, n = 1) => openOwn(shop.as.customer(n), requestId);

const offer = (changes: Partial<NewQuote> = {}): NewQuote =>
  newQuote({
    lines: [
      { kind: 'painting', title: 'Lamps along both borders', amount: rupees(9000) },
      { kind: 'stitching', title: '', amount: rupees(1500) },
      { kind: 'shipping', title: '', amount: rupees(250) },
    ],
    included: 'One change of colours',
    advance: rupees(5375),
    asksApproval: true,
    ...changes,
  });

async function quoted(changes: Partial<NewQuote> = {}, request: RequestChanges = {}) {
  const asked = await ask(request);
  await sendQuote(shop.as.admin(), asked.studio, offer(changes));
  const [quote] = (await getRequestPage(shop.as.admin(), asked.studio)).quotes;
  return { ...asked, quoteId: quote!.id };
}
const newestOf = async (access: RequestAccess) => newestMessageOf(await getRequestPage(shop.as.customer(), access));
const accept = (as: Shop, access: RequestAccess, quoteId: string) =>
  acceptQuote(as, access, { quoteId, name: 'Asha Rawat', shippingAddress: ADDRESS });

async function agreed(changes: Partial<NewQuote> = {}, request: RequestChanges = {}) {
  const made = await quoted(changes, request);
  const customer = await own(made.requestId);
  const accepted = await accept(shop.as.customer(), customer, made.quoteId);
  if (!accepted.ok) throw new Error(accepted.reason);
  return { ...made, customer, orderId: accepted.value.orderId };
}
const pay = (orderId: string, amount: number) =>
  inTransaction(shop.as.admin(), (shop) =>
    settleByBank(shop, { orderId, amount: rupees(amount), reference: newReference(), reason: 'Found in the bank' }),
  );
const stage = (studio: RequestAccess, name: Parameters<typeof recordStage>[2]['stage']) =>
  recordStage(shop.as.admin(), studio, { key: key(), stage: name, note: '', asksApproval: false });

describe('a custom order is visible to', () => {
  test('its signed-in customer and the studio only', async () => {
    const { requestId } = await ask();
    expect(await own(requestId)).toMatchObject({ side: 'customer', by: 'account' });
    await expect(own(requestId, 2)).rejects.toThrow('Not found');
    await expect(openOwn(shop.as.guest(), requestId)).rejects.toThrow();
    await expect(openForStudio(shop.as.customer(), requestId)).rejects.toThrow('Not found');
    await expect(openForStudio(shop.as.admin(), 'x')).rejects.toThrow('Not found');
  });

  test('anyone with the link until revoked; new links open nothing older', async () => {
    const { requestId, studio, token } = await ask();
    expect(await openLink(shop.as.guest(), token)).toMatchObject({ requestId, side: 'customer', by: 'email-link' });
    const [id, proof] = token.split('.') as [string, string];
    for (const wrong of ['', 'x', id, `${id}.`, `${id}.${proof.slice(0, -2)}`, `AAAA.${proof}`, `${id}.${proof}A`])
      await expect(openLink(shop.as.guest(), wrong)).rejects.toThrow('Not found');
    await revokeLink(shop.as.admin(), studio, { isReplaced: true });
    await expect(openLink(shop.as.guest(), token)).rejects.toThrow('Not found');
    const anew = (await linkOf(shop.as.shop(), requestId, 'email'))!.split('/').at(-1)!;
    expect(await openLink(shop.as.guest(), anew)).toMatchObject({ requestId });
    await revokeLink(shop.as.admin(), studio, { isReplaced: false });
    expect(await linkOf(shop.as.shop(), requestId, 'email')).toBeUndefined();
    await expect(openLink(shop.as.guest(), anew)).rejects.toThrow('Not found');
    await expect(revokeLink(shop.as.customer(), await own(requestId), { isReplaced: true })).rejects.toThrow(
      'Not found',
    );
  });
});

test('accepts links under earlier listed secrets, and signs with the current one', async () => {
  const { requestId, token } = await ask();
  const earlier = shop.config.sessionSecret!;
  const under = (sessionSecret: string, earlierSessionSecrets: string[]): Shop => ({
    ...shop.as.guest(),
    config: { ...shop.config, sessionSecret, earlierSessionSecrets },
  });
  const changed = under('another secret that only tests have', [earlier]);
  expect(await openLink(changed, token)).toMatchObject({ requestId, by: 'email-link' });
  const anew = (await linkOf({ ...changed, actor: { kind: 'shop' } }, requestId, 'email'))!.split('/').at(-1)!;
  const dropped = under('another secret that only tests have', []);
  expect(await openLink(dropped, anew)).toMatchObject({ requestId });
  await expect(openLink(dropped, token)).rejects.toThrow('Not found');
});

test('a link opens in one spelling only', async () => {
  const { token } = await ask();
  const [id, proof] = token.split('.') as [string, string];
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spellings = (half: string) =>
    alphabet
      .split('')
      .map((last) => half.slice(0, -1) + last)
      .filter((each) => each !== half);
  for (const proofs of spellings(proof)
    .slice(0, 12)
    .map((each) => `${id}.${each}`))
    await expect(openLink(shop.as.guest(), proofs)).rejects.toThrow('Not found');
  for (const ids of spellings(id).filter((each) => Buffer.from(each, 'base64url').equals(Buffer.from(id, 'base64url'))))
    await expect(openLink(shop.as.guest(), `${ids}.${proof}`)).rejects.toThrow('Not found');
});

test('delays repeated wrong links, and never blocks a right one', async () => {
  const { requestId, token } = await ask();
  for (let n = 0; n < 30; n += 1) await expect(openLink(shop.as.guest(), `${token}x`)).rejects.toThrow('Not found');
  for (const wrong of [`${token}x`, '', 'x.y', token.toLowerCase()])
    expect(await openByLink(shop.as.guest(), wrong)).toMatchObject({
      reason: 'too-many',
      data: { retryAfterSeconds: expect.any(Number) as number },
    });
  for (const channel of ['email', 'shared'] as const)
    expect(await openLink(shop.as.guest(), await linkTokenOf(shop, requestId, channel))).toMatchObject({ requestId });
  shop.later(1);
  await expect(openLink(shop.as.guest(), `${token}x`)).rejects.toThrow('Not found');
});

test('an emailed link ends when the customer’s email changes', async () => {
  const made = await agreed();
  const asked = await ask({ userId: null, email: 'Customer1@bisvar.example' });
  const shared = await linkTokenOf(shop, made.requestId, 'shared');
  shop.later(1);
  await verifyEmail(shop.as.shop(), signedIn(shop.as.customer()).userId, 'moved@bisvar.example');
  for (const { token, requestId, studio } of [made, asked]) {
    await expect(openLink(shop.as.guest(), token)).rejects.toThrow('Not found');
    expect(await openLink(shop.as.guest(), await linkTokenOf(shop, requestId))).toMatchObject({ by: 'email-link' });
    await sendQuote(shop.as.admin(), studio, offer());
    await sendMessage(shop.as.admin(), studio, { key: key(), body: 'Hello' });
    shop.later(5);
    await hear('conversations.message-unseen', { requestId, sender: 'studio' });
  }
  expect(await openLink(shop.as.guest(), shared)).toMatchObject({ by: 'shared-link' });
  const mails = await shop.database.select().from(messages);
  expect(mails.map(({ recipient }) => recipient)).toEqual(['moved@bisvar.example', 'moved@bisvar.example']);
});

describe('the conversation', () => {
  test('stores a message once, with read time and whose turn is next', async () => {
    const { requestId, studio } = await ask();
    const customer = await own(requestId);
    expect(await getRequestPage(shop.as.customer(), customer)).toMatchObject({
      state: 'asked',
      waiting: { for: 'studio', what: 'answer' },
    });
    const message = { key: key(), body: '  Which red? ' };
    for (const _ of [1, 2]) expect(await sendMessage(shop.as.admin(), studio, message)).toMatchObject({ ok: true });
    expect(await sendMessage(shop.as.admin(), studio, { key: key(), body: ' ' })).toMatchObject({
      reason: 'empty-message',
    });
    await expect(sendMessage(shop.as.customer(), customer, message)).rejects.toThrow('Not found');
    shop.later(1);
    await markSeen(shop.as.customer(), customer, await newestOf(customer));
    const page = await getRequestPage(shop.as.admin(), studio);
    expect(page.timeline).toMatchObject([
      { kind: 'message', body: 'Which red?', isMine: true, seenAt: shop.clock.now },
    ]);
    expect(page.waiting).toEqual({ for: 'studio', what: 'quote', until: null });
    expect((await getRequest(shop.as.admin(), requestId)).repliedAt).not.toBeNull();
  });

  test('marks messages read up to the newest shown', async () => {
    const { requestId, studio } = await ask();
    const customer = await own(requestId);
    const send = async (body: string) => {
      await sendMessage(shop.as.admin(), studio, { key: key(), body });
      shop.later(1);
    };
    await send('Which red?');
    await send('And how long?');
    const shown = await newestOf(customer);
    await sendMessage(shop.as.customer(), customer, { key: key(), body: 'Like a brick' });
    await send('Thank you');
    const unseen = async () => {
      const { timeline } = await getRequestPage(shop.as.customer(), customer);
      return timeline.flatMap((entry) =>
        entry.kind === 'message' && !entry.isMine && !entry.seenAt ? [entry.body] : [],
      );
    };
    const other = await ask();
    await sendMessage(shop.as.admin(), other.studio, { key: key(), body: 'Another piece' });
    const foreign = await newestOf(await own(other.requestId));
    for (const upTo of [undefined, foreign, key()]) await markSeen(shop.as.customer(), customer, upTo);
    expect(await unseen()).toEqual(['Which red?', 'And how long?', 'Thank you']);
    await markSeen(shop.as.customer(), customer, shown);
    expect(await unseen()).toEqual(['Thank you']);
    shop.later(5);
    await hear('conversations.message-unseen', { requestId, sender: 'studio' });
    const [mail] = await shop.database.select().from(messages);
    expect(mail!.bodyText).toContain('Thank you');
    expect(mail!.bodyText).not.toContain('Which red?');
  });

  test('keeps text added to a message whose sending was unknown', async () => {
    const { requestId } = await ask();
    const customer = await own(requestId);
    const message = { key: key(), body: 'Yes' };
    const more = { ...message, body: 'Yes, but in red' };
    await sendMessage(shop.as.customer(), customer, message);
    shop.later(1);
    for (const _ of [1, 2]) expect(await sendMessage(shop.as.customer(), customer, more)).toMatchObject({ ok: true });
    shop.later(1);
    await shop.database.insert(conversationPictures).values({
      uploadKey: uploadKeyOf(requestId, message.key),
      position: 0,
      filePath: 'conversations/one.webp',
      mimeType: 'image/webp',
      fileSize: 100,
    });
    for (const _ of [1, 2])
      expect(await sendMessage(shop.as.customer(), customer, message)).toMatchObject({ ok: true });
    const { timeline } = await getRequestPage(shop.as.customer(), customer);
    expect(timeline.map((entry) => entry.kind === 'message' && [entry.body, entry.pictures.length])).toEqual([
      ['Yes', 0],
      ['Yes, but in red', 0],
      ['Yes', 1],
    ]);
  });

  test('lists show whose turn it is, as its page does', async () => {
    const waitingInList = async (requestId: string, as = shop.as.admin()) =>
      (await listedRequests(as, [requestId])).get(requestId)!.waiting;
    const agreesWithPage = async (
      { requestId, studio }: { requestId: string; studio: RequestAccess },
      what: string,
    ) => {
      const { waiting } = await getRequestPage(shop.as.admin(), studio);
      expect(waiting).toMatchObject({ what });
      expect(await waitingInList(requestId)).toEqual(waiting);
      expect(await waitingInList(requestId, shop.as.customer())).toEqual(waiting);
    };
    const asked = await ask();
    await agreesWithPage(asked, 'answer');
    await agreesWithPage(await quoted(), 'quote-answer');
    const made = await agreed();
    await agreesWithPage(made, 'advance');
    await pay(made.orderId, 5375);
    await agreesWithPage(made, 'fabric');
    await receiveFabric(shop.as.admin(), made.studio, { key: key(), centimetres: 250, marks: '' });
    await agreesWithPage(made, 'fabric-confirmation');
    await confirmFabric(shop.as.customer(), made.customer);
    await recordStage(shop.as.admin(), made.studio, { key: key(), stage: 'design', note: '', asksApproval: true });
    await agreesWithPage(made, 'approval');
    expect((await listedRequests(shop.as.customer(2), [made.requestId])).size).toBe(0);
  });

  test('emails messages unread for five minutes, together and once', async () => {
    const { requestId, studio } = await ask();
    const unseen = () => takeUnseenMessages(shop.as.shop(), { requestId, sender: 'studio' });
    await sendMessage(shop.as.admin(), studio, { key: key(), body: 'First' });
    shop.later(4);
    await sendMessage(shop.as.admin(), studio, { key: key(), body: 'Second' });
    expect(await unseen()).toEqual([]);
    shop.later(1);
    expect(await unseen()).toMatchObject([{ body: 'First' }, { body: 'Second' }]);
    shop.later(10);
    expect(await unseen()).toEqual([]);
    expect(await shop.announced('conversations.message-unseen')).toHaveLength(2);
  });

  test('refuses customer messages after rejection, and reopens a closed request', async () => {
    const { requestId } = await ask();
    await rejectRequest(shop.as.admin(), requestId);
    const write = async () => sendMessage(shop.as.customer(), await own(requestId), { key: key(), body: 'Please' });
    expect(await write()).toMatchObject({ reason: 'not-now' });

    const late = await quoted();
    shop.later(29 * 24 * 60);
    expect(await closeQuietRequests(shop.as.shop())).toBe(1);
    expect(await closeQuietRequests(shop.as.shop())).toBe(0);
    const customer = await own(late.requestId);
    expect((await getRequestPage(shop.as.customer(), customer)).state).toBe('closed');
    await sendMessage(shop.as.customer(), customer, { key: key(), body: 'Is it too late?' });
    expect((await getRequestPage(shop.as.customer(), customer)).state).toBe('quoted');
  });

  test('stays open while the customer waits or the studio just wrote', async () => {
    const unanswered = await quoted();
    shop.later(60);
    await sendMessage(shop.as.customer(), await own(unanswered.requestId), { key: key(), body: 'Can it be red?' });
    const mailed = await quoted();
    const reopened = await quoted();
    const quiet = await quoted();
    await rejectRequest(shop.as.admin(), reopened.requestId);
    shop.later(15 * 24 * 60);
    await reopenRequest(shop.as.admin(), reopened.requestId);
    const reply = { key: key(), subject: 'Your request', text: 'Does it still suit you?' };
    await replyToRequest(shop.as.admin(), { requestId: mailed.requestId, ...reply });
    shop.later(14 * 24 * 60);
    expect(await closeQuietRequests(shop.as.shop())).toBe(1);
    expect((await getRequest(shop.as.admin(), quiet.requestId)).status).toBe('closed');
    await sendMessage(shop.as.admin(), unanswered.studio, { key: key(), body: 'Yes' });
    expect(await closeQuietRequests(shop.as.shop())).toBe(0);
  });

  test('the studio opens a closed request again by writing, too', async () => {
    const { studio } = await quoted();
    shop.later(29 * 24 * 60);
    expect(await closeQuietRequests(shop.as.shop())).toBe(1);
    await sendMessage(shop.as.admin(), studio, { key: key(), body: 'We could paint it in spring' });
    expect((await getRequestPage(shop.as.admin(), studio)).state).toBe('quoted');
    expect(await closeQuietRequests(shop.as.shop())).toBe(0);
  });

  test('a requested change is the studio’s turn until the next quote', async () => {
    const { requestId, studio, quoteId } = await quoted();
    expect(await waitingForStudio(shop.as.admin(), 5)).toEqual([]);
    await askChange(shop.as.customer(), await own(requestId), { quoteId, text: 'Smaller lamps' });
    expect(await waitingForStudio(shop.as.admin(), 5)).toMatchObject([{ requestId, what: 'change', until: null }]);
    await sendQuote(shop.as.admin(), studio, offer());
    expect(await waitingForStudio(shop.as.admin(), 5)).toEqual([]);
  });

  test('lists first what has waited for twenty hours', async () => {
    const [first, second] = [await ask(), await ask()];
    await sendMessage(shop.as.customer(), await own(second.requestId), { key: key(), body: 'Hello?' });
    shop.later(19 * 60);
    expect(await waitingForStudio(shop.as.admin(), 5)).toMatchObject([{ isPressing: false }, { isPressing: false }]);
    shop.later(60);
    expect(await waitingForStudio(shop.as.admin(), 5)).toMatchObject([{ isPressing: true }, { isPressing: true }]);
    await sendMessage(shop.as.admin(), first.studio, { key: key(), body: 'Yes' });
    expect(await waitingForStudio(shop.as.admin(), 5)).toMatchObject([
      { requestId: second.requestId, unread: 1, isPressing: true },
      { requestId: first.requestId, what: 'quote', isPressing: false, until: null },
    ]);
  });

  test('the list, its count and its page agree on what waits', async () => {
    const agrees = async (group: 'to-answer' | 'with-customer', requestId: string) => {
      const { requests, counts } = await listRequests(shop.as.admin(), { group });
      expect(requests.map(({ id }) => id)).toEqual([requestId]);
      expect(counts[group]).toBe(1);
      const waits = (await waitingForStudio(shop.as.admin(), 5)).map((each) => each.requestId);
      expect(waits).toEqual(group === 'to-answer' ? [requestId] : []);
      expect(await countWaitingForStudio(shop.as.admin())).toBe(waits.length);
    };
    const { requestId, studio } = await ask();
    await agrees('to-answer', requestId);
    await sendMessage(shop.as.admin(), studio, { key: key(), body: 'In which red?' });
    await agrees('to-answer', requestId);
    await sendQuote(shop.as.admin(), studio, offer({ validDays: 2 }));
    await agrees('with-customer', requestId);
    shop.later(3 * 24 * 60);
    await agrees('to-answer', requestId);
    expect((await getRequestPage(shop.as.admin(), studio)).waiting).toMatchObject({ for: 'studio', what: 'quote' });
  });

  test('a message about accepted work waits for the studio', async () => {
    const { requestId, studio, quoteId } = await quoted();
    expect(await accept(shop.as.customer(), await own(requestId), quoteId)).toMatchObject({ ok: true });
    expect(await countWaitingForStudio(shop.as.admin())).toBe(0);
    await sendMessage(shop.as.customer(), await own(requestId), { key: key(), body: 'Is it red?' });
    expect((await listRequests(shop.as.admin(), { group: 'to-answer' })).requests).toMatchObject([{ id: requestId }]);
    await sendMessage(shop.as.admin(), studio, { key: key(), body: 'Yes' });
    expect(await countWaitingForStudio(shop.as.admin())).toBe(1);
  });

  test('sorts the oldest unanswered for twenty hours first', async () => {
    const waiting = async () => (await waitingForStudio(shop.as.admin(), 5)).map(({ requestId }) => requestId);
    const answered = await ask();
    await sendMessage(shop.as.admin(), answered.studio, { key: key(), body: 'In which red?' });
    await sendMessage(shop.as.customer(), await own(answered.requestId), { key: key(), body: 'In yours' });
    shop.later(60);
    const older = await ask();
    shop.later(60);
    const newer = await ask();
    const inOrder = [answered, older, newer].map(({ requestId }) => requestId);
    expect(await waiting()).toEqual(inOrder);
    shop.later(60);
    await sendMessage(shop.as.customer(), await own(older.requestId), { key: key(), body: 'Hello?' });
    expect(await waiting()).toEqual(inOrder);
    shop.later(19 * 60);
    const fresh = await ask();
    expect(await waiting()).toEqual([older, newer, answered, fresh].map(({ requestId }) => requestId));
  });

  test('only the customer says whether photos may be shown', async () => {
    const { requestId, studio } = await ask();
    await setPhotoConsent(shop.as.customer(), await own(requestId), true);
    expect((await getRequestPage(shop.as.admin(), studio)).photoConsentAt).toEqual(shop.clock.now);
    await expect(setPhotoConsent(shop.as.admin(), studio, false)).rejects.toThrow('Not found');
  });
});

describe('a quote', () => {
  test('is accepted once, and makes one order that waits for its advance', async () => {
    const { requestId, quoteId } = await quoted();
    const customer = await own(requestId);
    const first = await accept(shop.as.customer(), customer, quoteId);
    expect(await accept(shop.as.customer(), customer, quoteId)).toEqual(first);
    const [order] = await shop.database.select().from(orders);
    expect(order).toMatchObject({
      status: 'pending',
      paymentStatus: 'pending',
      subtotal: rupees(10_500),
      shippingCost: rupees(250),
      total: rupees(10_750),
      advance: rupees(5375),
      heldUntil: null,
      userId: signedIn(shop.as.customer()).userId,
    });
    expect(await getRequestPage(shop.as.customer(), customer)).toMatchObject({
      state: 'agreed',
      waiting: { for: 'customer', what: 'advance' },
      order: { payable: rupees(5375), outstanding: rupees(10_750) },
      quotes: [{ standing: 'accepted', acceptedByName: 'Asha Rawat' }],
    });
    expect(await getRequest(shop.as.admin(), requestId)).toMatchObject({ status: 'accepted', orderId: order!.id });
    expect(await shop.announced('commissions.quote-accepted')).toHaveLength(1);
    expect(await sendQuote(shop.as.admin(), await openForStudio(shop.as.admin(), requestId), offer())).toMatchObject({
      reason: 'not-now',
    });
  });

  test('is replaced by a newer one, and changes can be requested', async () => {
    const { requestId, studio, quoteId } = await quoted();
    const customer = await own(requestId);
    const change = { quoteId, text: 'A narrower border, please' };
    for (const _ of [1, 2]) expect(await askChange(shop.as.customer(), customer, change)).toMatchObject({ ok: true });
    expect(await accept(shop.as.customer(), customer, quoteId)).toMatchObject({ reason: 'not-now' });
    const second = offer({ advance: rupees(4000) });
    for (const _ of [1, 2])
      expect(await sendQuote(shop.as.admin(), studio, second)).toMatchObject({ ok: true, value: { version: 2 } });
    expect(await accept(shop.as.customer(), customer, quoteId)).toMatchObject({ reason: 'quote-superseded' });
    expect(await askChange(shop.as.customer(), customer, change)).toMatchObject({ reason: 'quote-superseded' });
    const { quotes } = await getRequestPage(shop.as.customer(), customer);
    expect(quotes.map(({ version, standing }) => [version, standing])).toEqual([
      [2, 'open'],
      [1, 'change-asked'],
    ]);
    expect(await accept(shop.as.customer(), customer, quotes[0]!.id)).toMatchObject({ ok: true });
  });

  test('is created once per key; another quote under it is refused', async () => {
    const { studio } = await ask();
    const first = offer();
    expect(await sendQuote(shop.as.admin(), studio, first)).toMatchObject({ ok: true, value: { version: 1 } });
    expect(await sendQuote(shop.as.admin(), studio, first)).toMatchObject({ ok: true, value: { version: 1 } });
    for (const change of [{ advance: rupees(4000) }, { validDays: 3 }, { included: 'Two changes' }])
      expect(await sendQuote(shop.as.admin(), studio, { ...first, ...change })).toMatchObject({
        reason: 'sent-otherwise',
      });
  });

  test('takes stock on acceptance, and returns it when cancelled', async () => {
    const priced = { medium: 'oil', category: 'Oil Painting', stockCount: 1 } as const;
    const { id: artworkId } = await shop.makeArtwork({ ...priced, price: null });
    const stock = async () => (await getArtwork(shop.as.admin(), artworkId)).stockCount;
    const asked = { kind: 'price-on-request', artworkId, fabricSource: null } as const;
    const [first, second] = [await agreed({}, asked), await quoted({}, asked)];
    expect(await stock()).toBe(0);
    const [order] = await shop.database.select().from(orders).where(eq(orders.id, first.orderId));
    expect(order!.items).toMatchObject([{ artwork_id: artworkId, quantity: 1 }]);
    expect(order!.items[0]).not.toHaveProperty('made_to_order');
    expect(await accept(shop.as.customer(), await own(second.requestId), second.quoteId)).toMatchObject({ ok: true });
    const made = await shop.database.select().from(orders).where(ne(orders.id, first.orderId));
    expect(made).toMatchObject([{ items: [{ artwork_id: artworkId, made_to_order: true }] }]);
    for (const { id: orderId } of [order!, made[0]!])
      await setOrderStatus(shop.as.admin(), { orderId, status: 'cancelled' });
    expect(await stock()).toBe(1);
  });

  test('says on page and email when someone else got the artwork', async () => {
    const { id: artworkId } = await shop.makeArtwork({
      medium: 'oil',
      category: 'Oil Painting',
      stockCount: 1,
      price: null,
    });
    const asked = { kind: 'price-on-request', artworkId, fabricSource: null } as const;
    const second = await quoted({}, asked);
    const customer = await own(second.requestId);
    const isMadeAnew = async (access: RequestAccess) => (await getRequestPage(shop.as.customer(), access)).isMadeAnew;
    expect(await isMadeAnew(customer)).toBe(false);
    const first = await agreed({}, asked);
    expect([await isMadeAnew(first.customer), await isMadeAnew(customer)]).toEqual([false, true]);
    const accepted = await accept(shop.as.customer(), customer, second.quoteId);
    if (!accepted.ok) throw new Error(accepted.reason);
    expect([await isMadeAnew(first.customer), await isMadeAnew(customer)]).toEqual([false, true]);
    for (const { quoteId, orderId } of [first, { ...second, orderId: accepted.value.orderId }])
      await hear('commissions.quote-accepted', { quoteId, orderId });
    const sent = await shop.database.select().from(messages).orderBy(asc(messages.createdAt), asc(messages.id));
    const toBuyers = sent.filter(({ template }) => template === 'quote-accepted');
    const mailAbout = (orderId: string) => toBuyers.find((mail) => mail.orderId === orderId)!.bodyText;
    expect(mailAbout(first.orderId)).toContain('We’ve reserved the piece for you');
    expect(mailAbout(accepted.value.orderId)).toContain(
      'This piece is out of stock, so we’ll make one like it for you',
    );
    const ownerHears = sent
      .filter(({ template }) => template === 'owner-quote-accepted')
      .map(({ bodyText }) => bodyText);
    expect(
      ownerHears.filter((text) => text.includes('The piece is out of stock, so you need to make one')),
    ).toHaveLength(1);
  });

  test('mentions no stock for custom orders and fabric', async () => {
    const made = await agreed();
    const { id: artworkId } = await shop.makeArtwork({
      medium: 'fabric',
      category: 'Fabric Painting',
      price: null,
      stockCount: 0,
    });
    const fabric = await agreed({}, { kind: 'price-on-request', artworkId, fabricSource: null });
    for (const { customer, quoteId, orderId } of [made, fabric]) {
      expect((await getRequestPage(shop.as.customer(), customer)).isMadeAnew).toBe(false);
      await hear('commissions.quote-accepted', { quoteId, orderId });
    }
    const sent = await shop.database.select().from(messages);
    for (const { bodyText } of sent) expect(bodyText).not.toContain('in stock');
    expect(
      sent.filter(({ bodyText }) => bodyText.includes('We’ll start painting when the advance is paid')),
    ).toHaveLength(2);
  });

  test('takes no stock for something yet to be painted', async () => {
    const { id: artworkId } = await shop.makeArtwork({ medium: 'oil', category: 'Oil Painting', stockCount: 1 });
    await agreed({}, { artworkId });
    expect((await getArtwork(shop.as.admin(), artworkId)).stockCount).toBe(1);
    expect(await shop.database.select().from(orders)).toMatchObject([{ items: [{ made_to_order: true }] }]);
  });

  test.each([
    ['in the morning', '2026-11-23T09:00:00+05:30'],
    ['a minute before midnight', '2026-11-23T23:59:00+05:30'],
    ['a minute after midnight', '2026-11-23T00:01:00+05:30'],
    ['on another day in UTC than in India', '2026-11-23T02:00:00+05:30'],
  ])('sent %s, is valid through its last day in India', async (_, at) => {
    shop.clock.now = new Date(at);
    const { requestId, quoteId } = await quoted({ validDays: 2 });
    const customer = await own(requestId);
    const [sent] = (await getRequestPage(shop.as.customer(), customer)).quotes;
    expect(formatDay(sent!.validUntil)).toBe('25 November 2026');
    shop.clock.now = new Date('2026-11-25T23:59:59+05:30');
    expect((await getRequestPage(shop.as.customer(), customer)).quotes).toMatchObject([{ standing: 'open' }]);
    shop.clock.now = new Date('2026-11-26T00:00:00+05:30');
    expect(await accept(shop.as.customer(), customer, quoteId)).toMatchObject({ reason: 'quote-expired' });
  });

  test('expires', async () => {
    const { requestId, quoteId } = await quoted({ validDays: 2 });
    shop.later(3 * 24 * 60);
    const customer = await own(requestId);
    expect(await accept(shop.as.customer(), customer, quoteId)).toMatchObject({ reason: 'quote-expired' });
    expect(await getRequestPage(shop.as.customer(), customer)).toMatchObject({
      waiting: { for: 'studio', what: 'quote' },
      quotes: [{ standing: 'lapsed' }],
    });
    expect(await shop.database.$count(orders)).toBe(0);
    expect(await askChange(shop.as.customer(), customer, { quoteId, text: NEW_QUOTE })).toMatchObject({ ok: true });
    expect((await getRequestPage(shop.as.customer(), customer)).state).toBe('asked');
  });

  test('is closed with its request, and open when that is restored', async () => {
    const { requestId } = await quoted();
    const standing = async () =>
      (await getRequestPage(shop.as.customer(), await own(requestId))).quotes.map((quote) => quote.standing);
    await rejectRequest(shop.as.admin(), requestId);
    expect(await standing()).toEqual(['ended']);
    await reopenRequest(shop.as.admin(), requestId);
    expect(await standing()).toEqual(['open']);
    await acceptRequest(shop.as.admin(), { requestId, quantity: 1, price: rupees(4000), shippingAddress: ADDRESS });
    expect(await standing()).toEqual(['ended']);
  });

  test('waits until a live shop opens, and is its first order', async () => {
    const { requestId, quoteId } = await quoted();
    const customer = await own(requestId);
    const buyer = asLive(shop.as.customer());
    expect(await accept(buyer, customer, quoteId)).toMatchObject({ reason: 'not-open' });
    expect(await shop.database.$count(orders)).toBe(0);
    await prepareOpening(asLive(shop.as.admin()));
    expect(await openForBuyers(asLive(shop.as.admin()))).toMatchObject({ ok: true });
    expect(await accept(buyer, customer, quoteId)).toMatchObject({ ok: true });
    expect(await shop.database.select().from(opening)).toMatchObject([{ firstOrderAt: shop.clock.now }]);
  });

  const join = async (as: Shop, access: RequestAccess) => {
    await joinAccount(as, access);
    for (const found of await shop.announced('orders.account-found'))
      await hear('orders.account-found', found as Events['orders.account-found'], orderListeners);
  };
  const accountOfOrder = async (requestId: string) =>
    (await shop.database.select().from(orders).where(eq(orders.draftKey, requestId)))[0]!.userId;
  const setVerified = (email: string, emailVerified: boolean) =>
    shop.database.update(authUsers).set({ emailVerified }).where(eq(authUsers.email, email));
  const emailOf = (n: number) => `customer${n}@bisvar.example`;
  const givePassword = (n: number) =>
    setPassword(shop.as.shop(), signedIn(shop.as.customer(n)).userId, 'a hash that opens nothing');
  const passwordsOf = (n: number) =>
    shop.database
      .select()
      .from(authAccounts)
      .where(eq(authAccounts.userId, signedIn(shop.as.customer(n)).userId));

  test('by a copied link joins no account, whatever its email address', async () => {
    await givePassword(3);
    await givePassword(4);
    await setVerified(emailOf(4), false);
    const before = await shop.database.$count(authUsers);
    for (const request of [
      { userId: null, email: emailOf(3) },
      { userId: null, email: emailOf(4) },
      { userId: null, email: 'new@example.in' },
      { email: emailOf(1) },
    ]) {
      const { requestId, quoteId } = await quoted({}, request);
      const access = await openLink(shop.as.guest(), await linkTokenOf(shop, requestId, 'shared'));
      await expect(shopOfCustomer(shop.as.guest(), access)).rejects.toThrow('Not found');
      expect(await accept(shop.as.guest(), access, quoteId)).toMatchObject({ ok: true });
      await join(shop.as.guest(), access);
      expect(await accountOfOrder(requestId)).toBeNull();
    }
    expect(await shop.database.$count(authUsers)).toBe(before);
    expect(await passwordsOf(4)).toHaveLength(1);
    const [account] = await shop.database
      .select()
      .from(authUsers)
      .where(eq(authUsers.email, emailOf(4)));
    expect(account!.emailVerified).toBe(false);
  });

  test('by an emailed link joins the sender’s account, or an unclaimed one', async () => {
    const asked = await quoted();
    const unknown = await quoted({}, { userId: null, email: 'New@Example.in' });
    const open = await quoted({}, { userId: null, email: emailOf(4) });
    await setVerified(emailOf(4), false);
    for (const { token, quoteId, requestId } of [asked, unknown, open]) {
      const access = await openLink(shop.as.guest(), token);
      expect(await accept(shop.as.guest(), access, quoteId)).toMatchObject({ ok: true });
      const userId = await accountOfOrder(requestId);
      expect(await getRequest(shop.as.admin(), requestId)).toMatchObject({ userId });
      const [account] = await shop.database.select().from(authUsers).where(eq(authUsers.id, userId!));
      expect(account).toMatchObject({ emailVerified: true });
    }
    const emails = (await shop.database.select().from(authUsers)).map(({ email }) => email);
    expect(emails).toContain('new@example.in');
  });

  test('by an emailed link joins no password account before sign-in', async () => {
    for (const [n, isVerified] of [
      [3, true],
      [4, false],
    ] as const) {
      await givePassword(n);
      await setVerified(emailOf(n), isVerified);
      const { requestId, token, quoteId } = await quoted({}, { userId: null, email: emailOf(n) });
      const access = await openLink(shop.as.guest(), token);
      expect(await accept(shop.as.guest(), access, quoteId)).toMatchObject({ ok: true });
      await join(shop.as.guest(), access);
      await join(shop.as.customer(5), access);
      expect(await accountOfOrder(requestId)).toBeNull();
      expect(await passwordsOf(n)).toHaveLength(1);
      await setVerified(emailOf(n), true);
      await join(shop.as.customer(n), await own(requestId, n));
      expect(await accountOfOrder(requestId)).toBe(signedIn(shop.as.customer(n)).userId);
    }
  });

  test('joins an account when its emailed link is opened later', async () => {
    const { requestId, token, quoteId } = await quoted({}, { userId: null, email: 'later@example.in' });
    const shared = await openLink(shop.as.guest(), await linkTokenOf(shop, requestId, 'shared'));
    await accept(shop.as.guest(), shared, quoteId);
    expect(await accountOfOrder(requestId)).toBeNull();
    const emailed = await openLink(shop.as.guest(), token);
    for (const _ of [1, 2]) await join(shop.as.guest(), emailed);
    const [account] = await shop.database.select().from(authUsers).where(eq(authUsers.email, 'later@example.in'));
    expect(await accountOfOrder(requestId)).toBe(account!.id);
  });

  test('every email has the link while its account is unclaimed', async () => {
    const { token, quoteId, requestId } = await quoted({}, { userId: null, email: 'paying@example.in' });
    const accepted = await accept(shop.as.guest(), await openLink(shop.as.guest(), token), quoteId);
    const orderId = accepted.ok ? accepted.value.orderId : '';
    await shop.database
      .update(orders)
      .set({ shippingAddress: { ...ADDRESS, email: 'paying@example.in' }, customerEmail: 'paying@example.in' })
      .where(eq(orders.id, orderId));
    await pay(orderId, 5375);
    await hear('orders.confirmed', { orderId });
    await pay(orderId, 10_000);
    await hear('ledger.refund-owed', { orderId, amount: 100 });
    const about = async (template: string) =>
      (await shop.database.select().from(messages).where(eq(messages.template, template)))[0]!.bodyText;
    expect(await about('order-placed')).toContain(`/commission/${token}/pay`);
    expect(await about('refund-owed')).toContain(`/commission/${token}`);
    for (const template of ['order-placed', 'refund-owed']) expect(await about(template)).not.toContain('/profile');
    await shop.database.update(orders).set({ customerEmail: 'other@example.in' }).where(eq(orders.id, orderId));
    await shop.database.delete(messages);
    await hear('orders.confirmed', { orderId });
    expect(await about('order-placed')).not.toContain(await linkTokenOf(shop, requestId));
  });

  test('can be paid with the link, which reaches no other order', async () => {
    const { requestId, quoteId } = await quoted({}, { userId: null, email: emailOf(3) });
    const other = await agreed();
    const access = await openLink(shop.as.guest(), await linkTokenOf(shop, requestId, 'shared'));
    const accepted = await accept(shop.as.guest(), access, quoteId);
    if (!accepted.ok) throw new Error(accepted.reason);
    const holder = await shopOfCustomer(shop.as.guest(), access);
    const give = (orderId: string) => giveReference(holder, { orderId, paymentReferenceId: newReference() });
    expect(await give(accepted.value.orderId)).toMatchObject({ ok: true });
    await expect(give(other.orderId)).rejects.toThrow('Not found');
    await expect(getOrder(holder, other.orderId)).rejects.toThrow('Not found');
    await expect(shopOfCustomer(shop.as.admin(), other.studio)).rejects.toThrow('Not found');
  });

  test('joins the signed-in account, whatever happened to the sender’s address', async () => {
    const made = [];
    for (const n of [2, 3]) {
      const email = `customer${n}@bisvar.example`;
      const asked = await quoted({}, { userId: null, email });
      shop.later(1);
      const { userId } = signedIn(shop.as.customer(n));
      await verifyEmail(shop.as.shop(), userId, `moved${n}@bisvar.example`);
      made.push({ ...asked, n, userId });
    }
    await verifyEmail(shop.as.shop(), signedIn(shop.as.customer(4)).userId, 'customer3@bisvar.example');
    for (const { n, userId, requestId, quoteId } of made) {
      expect(await accept(shop.as.customer(n), await own(requestId, n), quoteId)).toMatchObject({ ok: true });
      expect(await getRequest(shop.as.admin(), requestId)).toMatchObject({ userId });
      expect(await shop.database.select().from(orders).where(eq(orders.draftKey, requestId))).toMatchObject([
        { userId },
      ]);
    }
  });

  test('accepting without a quote starts work, at the full price in advance', async () => {
    const { requestId, studio } = await ask();
    await acceptRequest(shop.as.admin(), { requestId, quantity: 1, price: rupees(4000), shippingAddress: ADDRESS });
    expect(await getRequestPage(shop.as.admin(), studio)).toMatchObject({
      state: 'agreed',
      order: { advance: rupees(4000), payable: rupees(4000) },
      cancelling: { cancellationFee: 0, refunded: 0 },
    });
  });
});

describe('the work', () => {
  test('goes from fabric to shipping, and cannot skip painting', async () => {
    const { requestId, studio, customer, orderId } = await agreed();
    const page = () => getRequestPage(shop.as.customer(), customer);
    expect(await stage(studio, 'painting')).toMatchObject({ reason: 'advance-missing' });
    await pay(orderId, 5375);
    expect(await stage(studio, 'painting')).toMatchObject({ reason: 'fabric-missing' });
    expect((await page()).waiting).toMatchObject({ what: 'fabric' });

    const parcel = { key: key(), centimetres: 540, marks: 'A stain at one end' };
    for (const _ of [1, 2]) expect(await receiveFabric(shop.as.admin(), studio, parcel)).toMatchObject({ ok: true });
    expect(await page()).toMatchObject({
      state: 'fabric-in',
      waiting: { for: 'customer', what: 'fabric-confirmation' },
    });
    expect(await stage(studio, 'painting')).toMatchObject({ reason: 'fabric-missing' });
    const other = { ...parcel, centimetres: 450 };
    expect(await receiveFabric(shop.as.admin(), studio, other)).toMatchObject({ reason: 'sent-otherwise' });
    await confirmFabric(shop.as.customer(), customer);
    expect(await undoStage(shop.as.admin(), studio)).toMatchObject({ reason: 'not-now' });
    expect(await stage(studio, 'painting')).toMatchObject({ reason: 'approval-missing' });

    await stage(studio, 'design');
    const designs = async () =>
      shop.database.select().from(stageUpdates).where(eq(stageUpdates.stage, 'design')).orderBy(stageUpdates.createdAt);
    const [first] = await designs();
    const answer = { updateId: first!.id, approves: false, changeWanted: 'Smaller lamps' };
    expect(await answerApproval(shop.as.customer(), customer, answer)).toMatchObject({ ok: true });
    shop.later(5);
    await stage(studio, 'design');
    expect(await answerApproval(shop.as.customer(), customer, answer)).toMatchObject({ reason: 'not-now' });
    const yes = { updateId: (await designs())[1]!.id, approves: true, changeWanted: '' };
    for (const _ of [1, 2]) expect(await answerApproval(shop.as.customer(), customer, yes)).toMatchObject({ ok: true });

    expect(await stage(studio, 'ready')).toMatchObject({ reason: 'not-now' });
    for (const name of ['painting', 'painting', 'stitching', 'ready'] as const) {
      shop.later(5);
      expect(await stage(studio, name)).toMatchObject({ ok: true });
    }
    expect(await page()).toMatchObject({
      state: 'ready',
      waiting: { for: 'customer', what: 'balance' },
      missing: { dispatch: 'balance-missing' },
      order: { payable: rupees(5375) },
    });
    expect(await noteFabricLeft(shop.as.admin(), studio, { centimetres: 541 })).toMatchObject({ reason: 'not-now' });
    expect(await noteFabricLeft(shop.as.admin(), studio, { centimetres: 40 })).toMatchObject({ ok: true });
    await pay(orderId, 5375);
    expect(await page()).toMatchObject({ waiting: { what: 'dispatch' }, missing: { dispatch: null } });
    expect(await openOwn(shop.as.customer(), requestId)).toMatchObject({ side: 'customer' });
  });

  test.each([
    [true, { service: true, hsn: '9988', gst_rate: 5 }],
    [false, { hsn: '6307', gst_rate: 12 }],
  ])('is billed as a service when the quote says so: %s', async (isService, expected) => {
    const { fabric } = DEFAULT_SETTINGS.gst;
    await updateSettings(shop.as.admin(), { gst: { ...DEFAULT_SETTINGS.gst, fabric: { ...fabric, rate: 12 } } });
    const { orderId } = await agreed({ isService });
    const [item] = (await getOrder(shop.as.admin(), orderId)).items;
    expect(item).toMatchObject(expected);
    expect(item!.service).toBe(isService ? true : undefined);
  });

  test('gets a new date after the promised one, with a message', async () => {
    const { studio, customer, orderId } = await agreed({ earliestFinish: '2026-12-05', asksApproval: false });
    const page = () => getRequestPage(shop.as.customer(), customer);
    const change = (day: string) => changeReadyDay(shop.as.admin(), studio, { key: key(), day });
    expect((await page()).readyDay).toBe('2026-12-05');
    expect(await promisedFinish(shop.as.shop(), orderId)).toBe('2026-12-05');
    shop.later(20 * 24 * 60);
    expect(await promisedFinish(shop.as.shop(), orderId)).toBeUndefined();
    expect(await change('2026-12-05')).toMatchObject({ reason: 'past-day' });
    for (let times = 0; times < 2; times += 1) expect(await change('2026-12-24')).toMatchObject({ ok: true });
    const { readyDay, timeline } = await page();
    expect(readyDay).toBe('2026-12-24');
    const messages = timeline.filter((entry) => entry.kind === 'message');
    expect(messages).toMatchObject([{ sender: 'studio', body: 'Your piece will be ready by 24 December 2026.' }]);
    await expect(changeReadyDay(shop.as.customer(), customer, { key: key(), day: '2026-12-30' })).rejects.toThrow();
    await cancelRequest(shop.as.admin(), studio, { reason: '' });
    expect(await change('2026-12-30')).toMatchObject({ reason: 'not-now' });
  });

  test('a stage is undone within a minute, and no later', async () => {
    const { studio, customer, orderId } = await agreed({ asksApproval: false }, { fabricSource: 'purchase_for_me' });
    await pay(orderId, 5375);
    const state = async () => (await getRequestPage(shop.as.customer(), customer)).state;
    await stage(studio, 'fabric-in');
    shop.later(2);
    await stage(studio, 'painting');
    expect(await undoStage(shop.as.admin(), studio)).toMatchObject({ ok: true });
    expect(await state()).toBe('fabric-in');
    expect(await undoStage(shop.as.admin(), studio)).toMatchObject({ reason: 'not-now' });
    await expect(undoStage(shop.as.customer(), customer)).rejects.toThrow('Not found');
  });

  test('fabric recorded again under the same key stays confirmed', async () => {
    const { studio, customer, orderId } = await agreed();
    await pay(orderId, 5375);
    const parcel = { key: key(), centimetres: 540, marks: '' };
    await receiveFabric(shop.as.admin(), studio, parcel);
    await confirmFabric(shop.as.customer(), customer);
    expect(await receiveFabric(shop.as.admin(), studio, parcel)).toMatchObject({ ok: true });
    expect((await getRequestPage(shop.as.customer(), customer)).fabric?.confirmedAt).not.toBeNull();
  });

  test('withdrawing fabric keeps earlier fabric as confirmed', async () => {
    const { studio, customer, orderId } = await agreed();
    await pay(orderId, 5375);
    await receiveFabric(shop.as.admin(), studio, { key: key(), centimetres: 540, marks: 'A stain' });
    await confirmFabric(shop.as.customer(), customer);
    const { fabric } = await getRequestPage(shop.as.customer(), customer);
    shop.later(5);
    await receiveFabric(shop.as.admin(), studio, { key: key(), centimetres: 700, marks: '' });
    expect(await undoStage(shop.as.admin(), studio)).toMatchObject({ ok: true });
    expect((await getRequestPage(shop.as.customer(), customer)).fabric).toEqual(fabric);
    expect(fabric).toMatchObject({ receivedCm: 540, marks: 'A stain' });
    expect(fabric?.confirmedAt).not.toBeNull();
  });

  test('withdrawing painting returns to its previous stage', async () => {
    const { studio, customer, orderId } = await agreed({ asksApproval: false });
    await pay(orderId, 5375);
    await stage(studio, 'design');
    shop.later(5);
    await receiveFabric(shop.as.admin(), studio, { key: key(), centimetres: 540, marks: '' });
    await confirmFabric(shop.as.customer(), customer);
    shop.later(5);
    await stage(studio, 'painting');
    await undoStage(shop.as.admin(), studio);
    expect((await getRequestPage(shop.as.customer(), customer)).state).toBe('design');
  });

  test('fabric is confirmed as shown, unless the work has ended', async () => {
    const { studio, customer, orderId } = await agreed();
    await pay(orderId, 5375);
    await receiveFabric(shop.as.admin(), studio, { key: key(), centimetres: 540, marks: '' });
    const seen = (await getRequestPage(shop.as.customer(), customer)).fabric!.receivedAt!;
    shop.later(1);
    await receiveFabric(shop.as.admin(), studio, { key: key(), centimetres: 340, marks: 'Torn' });
    const confirm = (at?: Date) => confirmFabric(shop.as.customer(), customer, at && { receivedAt: at });
    expect(await confirm(seen)).toMatchObject({ reason: 'not-now' });
    await cancelRequest(shop.as.admin(), studio, { reason: '' });
    expect(await confirm()).toMatchObject({ reason: 'not-now' });
  });

  test('is not cancelled at a price other than the one shown', async () => {
    const { studio, customer, orderId } = await agreed({ asksApproval: false }, { fabricSource: 'purchase_for_me' });
    await pay(orderId, 5375);
    const { cancellationFee } = (await getRequestPage(shop.as.customer(), customer)).cancelling!;
    await stage(studio, 'painting');
    const cancel = () => cancelRequest(shop.as.customer(), customer, { reason: '', cancellationFee });
    expect(await cancel()).toMatchObject({ reason: 'not-now' });
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing' });
    await undoStage(shop.as.admin(), studio);
    expect(await cancel()).toMatchObject({ ok: true });
  });

  test.each([
    ['its customer before painting', 'customer', false, 537.5],
    ['its customer once painting has begun', 'customer', true, 5375],
    ['the studio, whenever', 'studio', true, 0],
  ] as const)('cancelled by %s keeps the amount in the quote', async (_who, side, isPainting, cancellationFee) => {
    const { studio, customer, orderId } = await agreed({ asksApproval: false }, { fabricSource: 'purchase_for_me' });
    await pay(orderId, 5375);
    if (isPainting) await stage(studio, 'painting');
    const [as, access] = side === 'studio' ? [shop.as.admin(), studio] : [shop.as.customer(), customer];
    const shown = (await getRequestPage(as, access)).cancelling;
    const cancelled = await cancelRequest(as, access, { reason: '' });
    expect(cancelled).toEqual({
      ok: true,
      value: { cancellationFee: rupees(cancellationFee), refunded: rupees(5375 - cancellationFee) },
    });
    expect(cancelled).toMatchObject({ value: shown! });
    expect(await shop.orderRow(orderId)).toMatchObject({
      status: 'cancelled',
      cancellationFee: rupees(cancellationFee),
    });
    expect((await getRequestPage(as, access)).state).toBe('cancelled');
    expect(await cancelRequest(as, access, { reason: '' })).toMatchObject({ reason: 'not-now' });
  });
});

async function hear<Name extends keyof Events & string>(
  name: Name,
  payload: Events[Name],
  listeners: readonly Listener[] = emailListeners,
) {
  for (const listener of listeners)
    if (listener.on === name)
      await (listener.handle as (...given: unknown[]) => Promise<void>)(shop.as.shop(), payload, {
        id: key(),
        attempt: 1,
      });
}

test('emails each step once, to the side concerned', async () => {
  const { requestId, studio, quoteId, orderId } = await agreed({ asksApproval: false });
  await pay(orderId, 5375);
  await receiveFabric(shop.as.admin(), studio, { key: key(), centimetres: 540, marks: 'A stain' });
  const [update] = await shop.database.select().from(stageUpdates);
  await sendMessage(shop.as.admin(), studio, { key: key(), body: 'It is here' });
  shop.later(5);
  for (const _ of [1, 2]) {
    await hear('commissions.quote-sent', { quoteId });
    await hear('commissions.quote-accepted', { quoteId, orderId });
    await hear('commissions.stage-reached', { updateId: update!.id });
    await hear('conversations.message-unseen', { requestId, sender: 'studio' });
  }
  await hear('commissions.cancelled', {
    requestId,
    by: 'customer',
    cancellationFee: rupees(100),
    refunded: rupees(5275),
  });
  const sent = await shop.database.select().from(messages);
  expect(new Map(sent.map(({ template, recipient }) => [template, recipient]))).toEqual(
    new Map([
      ['commission-message', 'customer1@bisvar.example'],
      ['commission-stage', 'customer1@bisvar.example'],
      ['owner-commission-cancelled', 'hello@bisvar.example'],
      ['owner-quote-accepted', 'hello@bisvar.example'],
      ['quote-accepted', 'customer1@bisvar.example'],
      ['quote-sent', 'customer1@bisvar.example'],
    ]),
  );
  expect(sent).toHaveLength(6);
  const textOf = (name: string) => sent.find(({ template }) => template === name)!.bodyText;
  expect(textOf('commission-message')).toContain('It is here');
  expect(textOf('quote-sent')).toMatch(/₹10,750[\s\S]*\/commission\//);
  expect(textOf('owner-commission-cancelled')).toContain('₹5,275');
});

test('emails a cancellation after an unfound balance', async () => {
  const { studio, orderId } = await agreed({ asksApproval: false }, { fabricSource: 'purchase_for_me' });
  await pay(orderId, 5375);
  await giveReference(shop.as.customer(), { orderId, paymentReferenceId: newReference() });
  await verifyPayment(shop.as.admin(), { orderId, verification: 'rejected', reason: 'Not in the bank' });
  await cancelRequest(shop.as.admin(), studio, { reason: '' });
  for (const _ of [1, 2]) await hear('orders.status-changed', { orderId, from: 'processing', to: 'cancelled' });
  const sent = await shop.database.select().from(messages);
  expect(sent.map(({ template }) => template)).toEqual(['order-cancelled']);
});

test('emails and shows the reason for a cancellation until it is restored', async () => {
  const { studio, customer, orderId } = await agreed({ asksApproval: false }, { fabricSource: 'purchase_for_me' });
  await pay(orderId, 5375);
  await cancelRequest(shop.as.admin(), studio, { reason: 'The dyer has closed' });
  await hear('orders.status-changed', { orderId, from: 'processing', to: 'cancelled' });
  const [mail] = await shop.database.select().from(messages);
  expect(mail).toMatchObject({ template: 'order-cancelled' });
  expect(mail!.bodyText).toContain('The dyer has closed');
  const reasonOn = async () => (await getRequestPage(shop.as.customer(), customer)).rejectionReason;
  expect(await reasonOn()).toBe('The dyer has closed');
  await setOrderStatus(shop.as.admin(), { orderId, status: 'processing', reason: 'It opened again' });
  const restored = { orderId, from: 'cancelled', to: 'processing' } as const;
  await hear('orders.status-changed', restored, requestListeners);
  expect(await reasonOn()).toBeNull();
  await cancelRequest(shop.as.customer(), customer, { reason: 'Too late for me' });
  await hear('orders.status-changed', restored, requestListeners);
  expect(await reasonOn()).toBeNull();
});

test('emails no stage once the work is cancelled', async () => {
  const { studio, orderId } = await agreed({ asksApproval: false }, { fabricSource: 'purchase_for_me' });
  await pay(orderId, 5375);
  await stage(studio, 'painting');
  const [update] = await shop.database.select().from(stageUpdates);
  await cancelRequest(shop.as.admin(), studio, { reason: '' });
  await hear('commissions.stage-reached', { updateId: update!.id });
  expect(await shop.database.$count(messages)).toBe(0);
});

test('sends no question that was answered before the email was written', async () => {
  const { studio, customer, orderId } = await agreed();
  await pay(orderId, 5375);
  await receiveFabric(shop.as.admin(), studio, { key: key(), centimetres: 540, marks: '' });
  const [cloth] = await shop.database.select().from(stageUpdates);
  await confirmFabric(shop.as.customer(), customer);
  await hear('commissions.stage-reached', { updateId: cloth!.id });
  await stage(studio, 'design');
  const updates = await shop.database.select().from(stageUpdates);
  const design = updates.find((update) => update.stage === 'design')!;
  await answerApproval(shop.as.customer(), customer, { updateId: design.id, approves: true, changeWanted: '' });
  await hear('commissions.stage-reached', { updateId: design.id });
  expect(await shop.database.$count(messages)).toBe(0);
});

test('fabric bought by the studio needs no confirmation', async () => {
  const { studio, orderId } = await agreed({ asksApproval: false }, { fabricSource: 'purchase_for_me' });
  await pay(orderId, 5375);
  await stage(studio, 'fabric-in');
  const [update] = await shop.database.select().from(stageUpdates);
  await hear('commissions.stage-reached', { updateId: update!.id });
  const [mail] = await shop.database.select().from(messages);
  expect(mail!.bodyText).not.toContain('confirm it');
});

test('emails a second rejection after a restoration', async () => {
  const { requestId } = await ask();
  for (const reason of ['No cloth', 'No time']) {
    await rejectRequest(shop.as.admin(), requestId, reason);
    shop.later(1);
    for (const _ of [1, 2]) await hear('order-requests.rejected', { requestId });
    await reopenRequest(shop.as.admin(), requestId);
  }
  const sent = await shop.database.select().from(messages);
  expect(sent.map(({ bodyText }) => /No cloth|No time/.exec(bodyText)?.[0])).toEqual(['No cloth', 'No time']);
});

test('emails the studio each requested change of quote and design once', async () => {
  const asked = await quoted();
  const customer = await own(asked.requestId);
  await askChange(shop.as.customer(), customer, { quoteId: asked.quoteId, text: 'A narrower border' });
  const { studio, customer: other } = await agreed();
  await stage(studio, 'design');
  const [design] = await shop.database.select().from(stageUpdates);
  const answer = { updateId: design!.id, approves: false, changeWanted: 'Smaller lamps' };
  await answerApproval(shop.as.customer(), other, answer);
  for (const _ of [1, 2])
    for (const name of ['commissions.change-asked', 'commissions.design-declined'] as const)
      for (const payload of await shop.announced(name)) await hear(name, payload as Events[typeof name]);
  const sent = await shop.database.select().from(messages);
  expect(sent.map(({ template, recipient }) => [template, recipient])).toEqual([
    ['owner-change-asked', 'hello@bisvar.example'],
    ['owner-change-asked', 'hello@bisvar.example'],
  ]);
  expect(sent[0]!.bodyText).toContain('A narrower border');
  expect(sent[1]!.bodyText).toContain('Smaller lamps');
});

test('deletes photos of a custom order after two years', async () => {
  const files: string[] = [];
  shop.suppliers.storage = {
    put: async () => {},
    open: async () => undefined,
    remove: async (names) => void files.push(...names),
  };
  const [old, young] = [await agreed(), await agreed()];
  const shown = await Promise.all(
    [old, young].map(async ({ requestId }) => {
      await setPhotoConsent(shop.as.customer(), await own(requestId), true);
      const { number } = await getRequest(shop.as.admin(), requestId);
      const name = `commission-${number}-${key()}`;
      return insertPicture(shop.database, { originalFilename: `cropped-${name}.webp` }, name);
    }),
  );
  const [other] = (await shop.makeArtwork()).images;
  const { id } = await shop.makeArtwork({ images: [other!, ...shown] });
  await shop.database
    .update(orderRequests)
    .set({ createdAt: new Date('2024-11-20') })
    .where(eq(orderRequests.id, old.requestId));
  await sweepOldRecords(shop.as.shop());
  for (const payload of await shop.announced('commissions.removed'))
    for (const _ of [1, 2])
      await hear('commissions.removed', payload as Events['commissions.removed'], requestListeners);
  const { pictures } = await getArtwork(shop.as.admin(), id);
  expect(pictures.map(({ url }) => url)).toEqual([other, shown[1]]);
  const left = (await shop.database.select().from(mediaGallery)).map(({ publicUrl }) => publicUrl);
  expect([left.includes(shown[0]!), left.includes(shown[1]!)]).toEqual([false, true]);
  expect(files).toContain(shown[0]!.split('/').at(-1));
});

test('a crop is deleted when the customer withdraws consent', async () => {
  const { requestId, customer } = await agreed();
  await setPhotoConsent(shop.as.customer(), customer, true);
  const { number } = await getRequest(shop.as.admin(), requestId);
  const names = [1, 2].map(() => `commission-${number}-${key()}`);
  for (const name of names) await insertPicture(shop.database, { originalFilename: `${name}.webp` }, name);
  let wasCut = false;
  shop.suppliers.storage = {
    put: async () => {},
    open: async () => undefined,
    // One photo is deleted while the other is being cropped.
    remove: async () => {
      if (wasCut) return;
      wasCut = true;
      const originalFilename = `cropped-${names[1]}.webp`;
      await insertPicture(shop.database, { originalFilename }, `cropped-${names[1]}`);
    },
  };
  await setPhotoConsent(shop.as.customer(), customer, false);
  await hear('commissions.photo-consent-withdrawn', { requestId }, requestListeners);
  const left = (await shop.database.select().from(mediaGallery)).map(({ originalFilename }) => originalFilename);
  expect(left.filter((name) => name.includes(number))).toEqual([]);
});

test('an erased person’s request loses texts, names and link', async () => {
  const { requestId, customer, studio, token } = await agreed();
  await setPhotoConsent(shop.as.customer(), customer, true);
  await sendMessage(shop.as.admin(), studio, { key: key(), body: 'A secret' });
  await inTransaction(shop.as.shop(), async (shop) => {
    await forgetRequests(shop, '00000000-0000-4000-8000-000000000001');
  });
  expect(await shop.database.select().from(requestMessages)).toMatchObject([{ body: '' }]);
  expect(await shop.database.select().from(quotes)).toMatchObject([{ acceptedByName: 'Deleted account' }]);
  expect(await shop.announced('commissions.photo-consent-withdrawn')).toEqual([{ requestId }]);
  await expect(openLink(shop.as.guest(), token)).rejects.toThrow('Not found');
  shop.later(1);
  await inTransaction(shop.as.shop(), async (inner) => {
    await removeRequestsBefore(inner, shop.clock.now);
  });
  expect(await shop.database.$count(requestMessages)).toBe(0);
});
