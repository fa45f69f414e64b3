// Races every two writes of one request, and compares the outcome with both serial orders. The writes come from the
// state table, so new events are included.
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { deleteArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import {
  REQUEST_LIFE,
  type RequestAccess,
  type RequestEvent,
  type RequestState,
  type Stage,
  STAGES,
} from '#app/modules/requests/requests/request.ts';
import { acceptQuote, askChange, sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import {
  answerApproval,
  confirmFabric,
  expectFabric,
  noteFabricLeft,
  receiveFabric,
  recordStage,
  undoStage,
} from '#app/modules/requests/requests/stages.server.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { setPhotoConsent } from '#app/modules/requests/requests/shop-photos.server.ts';
import { orderRequests, quotes, requestMessages, stageUpdates } from '#app/modules/requests/requests/tables.server.ts';
import { openOwn } from '#app/modules/requests/requests/access.server.ts';
import { sendMessage } from '#app/modules/requests/requests/conversations.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import {
  acceptRequest,
  cancelRequest,
  closeQuietRequests,
  rejectRequest,
  reopenRequest,
  withdrawRequest,
} from '#app/modules/requests/requests/answers.server.ts';
import type { OrderStatus } from '#app/modules/orders/orders/order.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { giveReference, settleByBank } from '#app/modules/payments/payments/payments.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { openServerDatabase } from '#tests/support/both-databases.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { askForRequest, linkTokenOf, newQuote, openLink } from '#tests/support/customer-request.ts';
import { listed, orderSnapshot, withoutIds } from '#tests/support/order-snapshot.ts';
import { bringTo, drawPairs, racePairs, timeFor, type Write } from '#tests/support/raced-pairs.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const DRAWN = 12;
const STEP_MINUTES = 0.2;
const LONG_AGO_MS = 30 * 24 * 3_600_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(openServerDatabase);
});
afterAll(() => shop?.close());

const FORMS = [...STAGES, 'quote', 'another quote', 'message', 'answer', 'cloth'] as const;

type Scene = {
  requestId: string;
  mine: Shop;
  guest: Shop;
  owner: Shop;
  customer: RequestAccess;
  linked: RequestAccess;
  studio: RequestAccess;
  artworkId: string;
  quoteId: string;
  designId: string;
  orderId: string;
  keys: Record<(typeof FORMS)[number], string>;
  references: { given: string; banked: string };
};

const sendsQuote =
  (form: 'quote' | 'another quote'): Write<Scene> =>
  ({ owner, studio, keys }) =>
    sendQuote(owner, studio, newQuote({ key: keys[form], asksApproval: true }));
const sentLongAgo: Write<Scene> = (scene) =>
  sendsQuote('quote')({ ...scene, owner: { ...scene.owner, now: new Date(scene.owner.now.getTime() - LONG_AGO_MS) } });
const accepts: Write<Scene> = ({ mine, customer, quoteId }) =>
  acceptQuote(mine, customer, { quoteId, name: 'Asha Rawat', shippingAddress: ADDRESS });
const acceptedAsItIs: Write<Scene> = ({ owner, requestId }) =>
  acceptRequest(owner, { requestId, quantity: 1, price: rupees(4000), shippingAddress: ADDRESS });
const receives: Write<Scene> = ({ owner, studio, keys }) =>
  receiveFabric(owner, studio, { key: keys.cloth, centimetres: 540, marks: 'A stain' });
const confirms: Write<Scene> = ({ mine, customer }) => confirmFabric(mine, customer);
const reaches =
  (stage: Stage): Write<Scene> =>
  ({ owner, studio, keys }) =>
    recordStage(owner, studio, { key: keys[stage], stage, note: '', asksApproval: false });
const answersDesign =
  (approves: boolean): Write<Scene> =>
  ({ mine, customer, designId: updateId }) =>
    answerApproval(mine, customer, { updateId, approves, changeWanted: approves ? '' : 'Smaller' });
const settles: Write<Scene> = ({ owner, orderId, references }) =>
  inTransaction(owner, (owner) =>
    settleByBank(owner, { orderId, amount: rupees(5000), reference: references.banked, reason: 'Found in the bank' }),
  );
const setStatus =
  (status: OrderStatus): Write<Scene> =>
  ({ owner, orderId }) =>
    setOrderStatus(owner, { orderId, status, reason: 'because' });
const cancels: Write<Scene> = ({ mine, customer }) => cancelRequest(mine, customer, { reason: '' });
const closes: Write<Scene> = ({ owner }) => closeQuietRequests({ ...owner, actor: { kind: 'shop' } });

const EVENTS: Record<RequestEvent, Record<string, Write<Scene>>> = {
  'send-quote': { 'a quote is sent': sendsQuote('quote'), 'another quote is sent': sendsQuote('another quote') },
  'ask-change': {
    'a change is asked for': ({ mine, customer, quoteId }) => askChange(mine, customer, { quoteId, text: 'Smaller' }),
  },
  accept: {
    'is accepted': accepts,
    'is accepted by its link': ({ guest, linked, quoteId }) =>
      acceptQuote(guest, linked, { quoteId, name: 'Asha Rawat', shippingAddress: ADDRESS }),
    'is accepted as it is': acceptedAsItIs,
  },
  reject: { 'is rejected': ({ owner, requestId }) => rejectRequest(owner, requestId) },
  withdraw: { 'is withdrawn': ({ mine, requestId }) => withdrawRequest(mine, requestId) },
  close: { 'went quiet': closes },
  reopen: {
    'is taken up again': ({ owner, requestId }) => reopenRequest(owner, requestId),
    'is accepted as it is': acceptedAsItIs,
  },
  'receive-fabric': { 'its cloth came': receives, 'its cloth is a stage': reaches('fabric-in') },
  'start-design': { 'its design is shown': reaches('design') },
  'start-painting': { 'is painted': reaches('painting') },
  'start-stitching': { 'is stitched': reaches('stitching') },
  finish: { 'is ready': reaches('ready') },
  dispatch: { 'is sent': setStatus('shipped') },
  deliver: { 'is delivered': setStatus('delivered') },
  cancel: {
    'is cancelled by its customer': cancels,
    'is cancelled by the studio': ({ owner, studio }) => cancelRequest(owner, studio, { reason: '' }),
    'its order is cancelled': setStatus('cancelled'),
  },
  restore: { 'its cancellation is taken back': setStatus('processing') },
  'set-back': { 'is set back': setStatus('processing') },
};

const OTHER_WRITES: Record<string, Write<Scene>> = {
  'its customer writes': ({ mine, customer, keys }) =>
    sendMessage(mine, customer, { key: keys.message, body: 'When?' }),
  'the studio writes': ({ owner, studio, keys }) => sendMessage(owner, studio, { key: keys.answer, body: 'Soon' }),
  'its cloth is expected': ({ mine, customer }) => expectFabric(mine, customer, { centimetres: 550 }),
  'its piece is deleted': ({ owner, artworkId }) => deleteArtworks(owner, [artworkId]),
};

const OTHER_WRITES_OF_WORK: Record<string, Write<Scene>> = {
  'the bank has money': settles,
  'a reference is given': ({ mine, orderId, references }) =>
    giveReference(mine, { orderId, paymentReferenceId: references.given }),
  'its cloth is confirmed': confirms,
  'its design is approved': answersDesign(true),
  'its design is to be changed': answersDesign(false),
  'its newest stage is taken back': ({ owner, studio }) => undoStage(owner, studio),
  'what is left of its cloth is noted': ({ owner, studio }) => noteFabricLeft(owner, studio, { centimetres: 40 }),
  'its photos may be shown': ({ mine, customer }) => setPhotoConsent(mine, customer, true),
};

const AGREED = [sendsQuote('quote'), accepts];
const PAID = [...AGREED, settles];
const CLOTH_IN = [...PAID, receives];
const DESIGNED = [...CLOTH_IN, confirms, reaches('design')];
const APPROVED = [...DESIGNED, answersDesign(true)];
const PAINTED = [...APPROVED, reaches('painting')];
const READY = [...PAINTED, reaches('ready'), settles];
const SENT = [...READY, setStatus('shipped')];

const STARTS: Record<RequestState, Record<string, readonly Write<Scene>[]>> = {
  asked: { asked: [] },
  quoted: { quoted: [sendsQuote('quote')], 'quoted long ago': [sentLongAgo] },
  agreed: { agreed: AGREED, 'agreed, its advance paid': PAID },
  'fabric-in': { 'its cloth is in': CLOTH_IN },
  design: { 'its design is shown': DESIGNED, 'its design is approved': APPROVED },
  painting: { 'is painted': PAINTED },
  stitching: { 'is stitched': [...PAINTED, reaches('stitching')] },
  ready: { 'is ready': READY },
  dispatched: { 'is sent': SENT },
  delivered: { 'is delivered': [...SENT, setStatus('delivered')] },
  rejected: { 'is rejected': [sendsQuote('quote'), EVENTS.reject['is rejected']!] },
  withdrawn: { 'is withdrawn': [EVENTS.withdraw['is withdrawn']!] },
  closed: { 'is closed': [sentLongAgo, closes] },
  cancelled: { 'is cancelled': [...PAINTED, cancels] },
};
const starts = new Map(
  Object.entries(STARTS).flatMap(([state, named]) =>
    Object.entries(named).map(([start, steps]) => [start, { state: state as RequestState, steps }] as const),
  ),
);

function namesOf({ state, steps }: { state: RequestState; steps: readonly Write<Scene>[] }): string[] {
  const possible = Object.keys(REQUEST_LIFE[state]) as RequestEvent[];
  const isAgreed = steps.includes(accepts);
  return [...possible.map((event) => EVENTS[event]), OTHER_WRITES, isAgreed ? OTHER_WRITES_OF_WORK : {}].flatMap(
    Object.keys,
  );
}
const WRITES: Record<string, Write<Scene>> = {
  ...OTHER_WRITES,
  ...OTHER_WRITES_OF_WORK,
  ...Object.assign({}, ...Object.values(EVENTS)),
};
const pairs = drawPairs(Object.fromEntries([...starts].map(([start, way]) => [start, namesOf(way)])), DRAWN);

async function makeScene(start: string, nth: number): Promise<Scene> {
  const { state, steps } = starts.get(start)!;
  const mine = shop.as.customer(nth + 1);
  const { userId, email } = signedIn(mine);
  const { requestId, studio } = await askForRequest(shop, { userId, email, fabricSource: 'client_provided' });
  const linked = await openLink(shop.as.guest(), await linkTokenOf(shop, requestId));
  const handles = { requestId, studio, linked, customer: await openOwn(mine, requestId) };
  const now = async (): Promise<Scene> => ({
    ...handles,
    ...(await readIds(requestId)),
    mine: shop.as.customer(nth + 1),
    guest: shop.as.guest(),
    owner: shop.as.admin(),
    keys: Object.fromEntries(FORMS.map((form) => [form, crypto.randomUUID()])) as Scene['keys'],
    references: { given: newReference(), banked: newReference() },
  });
  for (const step of steps) {
    await bringTo([step], await now());
    shop.later(STEP_MINUTES);
  }
  expect((await getRequestPage(shop.as.admin(), studio)).state, start).toBe(state);
  return now();
}

async function readIds(requestId: string) {
  const { database } = shop;
  const [request] = await database.select().from(orderRequests).where(eq(orderRequests.id, requestId));
  const [quote] = await database.select().from(quotes).where(eq(quotes.requestId, requestId));
  const isDesign = and(eq(stageUpdates.requestId, requestId), eq(stageUpdates.stage, 'design'));
  const [design] = await database.select().from(stageUpdates).where(isDesign);
  return {
    artworkId: request!.artworkId!,
    quoteId: quote?.id ?? crypto.randomUUID(),
    designId: design?.id ?? crypto.randomUUID(),
    orderId: request!.orderId ?? crypto.randomUUID(),
  };
}

async function snapshotOf({ requestId, references }: Scene) {
  const { database } = shop;
  const [request] = await database.select().from(orderRequests).where(eq(orderRequests.id, requestId));
  const sent = await database.select().from(quotes).where(eq(quotes.requestId, requestId));
  const updates = await database.select().from(stageUpdates).where(eq(stageUpdates.requestId, requestId));
  const said = await database.select().from(requestMessages).where(eq(requestMessages.requestId, requestId));
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    request: {
      status: request!.status,
      hasOrder: request!.orderId !== null,
      hasArtwork: request!.artworkId !== null,
      isReplied: request!.repliedAt !== null,
      isAnswered: request!.answeredAt !== null,
      byStudio: request!.answeredBy !== null,
    },
    work: {
      stage: request!.stage,
      workHours: request!.workHours,
      cloth: [request!.fabricExpectedCm, request!.fabricReceivedCm, request!.fabricLeftCm],
      marks: request!.fabricMarks,
      isClothIn: request!.fabricReceivedAt !== null,
      isClothConfirmed: request!.fabricConfirmedAt !== null,
      mayBeShown: request!.photoConsentAt !== null,
    },
    quotes: listed(sent, ({ version, total, changeAsked, acceptedVia }) => [version, total, changeAsked, acceptedVia]),
    stages: listed(updates, ({ stage, approvedAt, changeWanted }) => [stage, approvedAt !== null, changeWanted]),
    messages: listed(said, ({ sender, body }) => [sender, body]),
    requestEvents: listed(
      await database
        .select()
        .from(outbox)
        .where(
          or(
            sql`payload->>'requestId' = ${requestId}`,
            inArray(sql`payload->>'quoteId'`, idsOf(sent)),
            inArray(sql`payload->>'updateId'`, idsOf(updates)),
          ),
        ),
      ({ name, payload }) => [name, withoutIds(payload)],
    ),
    ...(request!.orderId && (await orderSnapshot(database, request!.orderId, references))),
  };
}

const findHarm = async (): Promise<string[]> =>
  (await checkLedger(shop.as.admin())).map((difference) => `the books: ${JSON.stringify(difference)}`);

test('any two simultaneous changes of a custom order behave as if serial', { timeout: timeFor(pairs) }, async () => {
  const races = { writes: WRITES, emptyShop: () => shop.empty(), makeScene, snapshotOf, findHarm };
  expect(await racePairs(pairs, races)).toBe('');
});
