// Not filtered by owner: a `RequestAccess` has opened this request.
import { attachPictures, detachPictures } from './pictures.server.ts';
import { lastSent, type LockedRequest, lockRequest, publishRequest, readRecord } from './internal/state.server.ts';
import { eq } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import {
  isOver,
  isStillToPaint,
  mayHappen,
  missingFor,
  type NotYet,
  type RequestAccess,
  type Stage,
  STAGE_EVENTS,
  statesAfter,
} from './request.ts';
import { formatDay } from '#app/basics/india.ts';
import { writeToOtherSide } from './conversations.server.ts';
import type { SentBefore } from './messages.ts';
import { type FabricBefore, orderRequests, stageUpdates } from './tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, inTransaction, type Shop } from '#app/platform/shop.server.ts';

/** A stage can be undone for this long. Its email waits until then. */
export const UNDO_SECONDS = 60;

type Update = { key: string; stage: Stage; note: string; asksApproval: boolean };
type StageRefusal = Refused<NotYet | 'not-now', undefined> | Refused<'sent-otherwise', SentBefore>;

/**
 * Records a stage with photos, once per key. Painting needs the advance, the customer's fabric and any promised
 * approval.
 */
export async function recordStage(
  shop: Shop,
  { requestId, side }: RequestAccess,
  update: Update,
): Promise<Result<undefined, StageRefusal>> {
  if (side !== 'studio' || !isUuid(update.key)) throw notFound();
  return inTransaction(shop, async (shop) => {
    await lockRequest(shop, requestId);
    const written = await insertStage(shop, requestId, update);
    return written.ok ? done() : written;
  });
}

async function insertStage(
  shop: Shop,
  requestId: string,
  { key, stage, note, asksApproval, fabricBefore }: Update & { fabricBefore?: FabricBefore },
): Promise<Result<boolean, StageRefusal>> {
  const [earlier] = await shop.database.select().from(stageUpdates).where(eq(stageUpdates.key, key));
  if (earlier && earlier.requestId !== requestId) throw notFound();
  if (earlier?.stage === stage && earlier.note === note) return done(false);
  if (earlier) return refused('sent-otherwise', await lastSent(shop, requestId, 'stage'));
  const event = STAGE_EVENTS[stage];
  const { state, ready, accepted } = await readRecord(shop, requestId);
  // Recording the same stage again is allowed as an update. Fabric may also arrive after the design began.
  if (state !== stage && !mayHappen(event, state)) return refused('not-now');
  const missing = missingFor(event, ready);
  if (missing) return refused(missing);
  const asks = stage === 'design' && (asksApproval || accepted?.asksApproval === true);
  const [written] = await shop.database
    .insert(stageUpdates)
    .values({
      key,
      requestId,
      stage,
      note,
      asksApproval: asks,
      fabricBefore,
      recordedBy: actorId(shop),
      createdAt: shop.now,
    })
    .returning({ id: stageUpdates.id });
  await attachPictures(shop, { requestId, key });
  const reached = statesAfter(state, event).includes(stage);
  if (reached) await setStage(shop, requestId, stage);
  await audit(shop, {
    action: 'commission.stage',
    table: 'stage_updates',
    id: written!.id,
    after: { requestId, stage },
  });
  await announce(shop, 'commissions.stage-reached', { updateId: written!.id }, { afterSeconds: UNDO_SECONDS });
  await publishRequest(shop, requestId);
  return done(true);
}

/** Fabric that arrives after the design began does not change the stage. */
const stageAfter = (updates: readonly { stage: Stage }[]): Stage | null =>
  updates.reduce<Stage | null>(
    (at, { stage }) => (statesAfter(at ?? 'agreed', STAGE_EVENTS[stage]).includes(stage) ? stage : at),
    null,
  );

/** Undoes the newest stage within a minute, before its email is sent. Refused after the customer's answer. */
export async function undoStage(
  shop: Shop,
  { requestId, side }: RequestAccess,
): Promise<Result<undefined, Refused<'not-now', undefined>>> {
  if (side !== 'studio') throw notFound();
  return inTransaction(shop, async (shop) => {
    const { fabricConfirmedAt } = await lockRequest(shop, requestId);
    const { stages, state } = await readRecord(shop, requestId);
    const newestStage = stages.at(-1);
    const isFresh = newestStage && shop.now.getTime() - newestStage.createdAt.getTime() <= UNDO_SECONDS * 1000;
    if (!isFresh || newestStage.approvedAt || newestStage.changeWanted !== null) return refused('not-now');
    if (newestStage.stage === 'fabric-in' && fabricConfirmedAt) return refused('not-now');
    if (state === 'dispatched' || state === 'delivered' || state === 'cancelled') return refused('not-now');
    await detachPictures(shop, { requestId, key: newestStage.key });
    await shop.database.delete(stageUpdates).where(eq(stageUpdates.id, newestStage.id));
    await setStage(shop, requestId, stageAfter(stages.slice(0, -1)));
    if (newestStage.stage === 'fabric-in')
      await shop.database
        .update(orderRequests)
        .set(fabricAt(newestStage.fabricBefore))
        .where(eq(orderRequests.id, requestId));
    await audit(shop, {
      action: 'commission.stage-undone',
      table: 'order_requests',
      id: requestId,
      before: { stage: newestStage.stage },
    });
    await publishRequest(shop, requestId);
    return done();
  });
}

/** Changes the promised day of accepted work and emails the customer, once per key. Refuses past days. */
export async function changeReadyDay(
  shop: Shop,
  access: RequestAccess,
  { key, day }: { key: string; day: string },
): Promise<Result<undefined, Refused<'not-now' | 'past-day', undefined>>> {
  if (access.side !== 'studio') throw notFound();
  if (isOver(shop, day)) return refused('past-day');
  return inTransaction(shop, async (shop) => {
    const { readyDay } = await lockRequest(shop, access.requestId);
    const { state, accepted } = await readRecord(shop, access.requestId);
    if (!mayHappen('cancel', state) || state === 'ready') return refused('not-now');
    if ((readyDay ?? accepted?.earliestFinish) === day) return done();
    await shop.database.update(orderRequests).set({ readyDay: day }).where(eq(orderRequests.id, access.requestId));
    await writeToOtherSide(shop, access, { key, body: `Your piece will be ready by ${formatDay(day)}.` });
    await audit(shop, {
      action: 'commission.ready-day',
      table: 'order_requests',
      id: access.requestId,
      before: { readyDay: readyDay ?? accepted?.earliestFinish ?? null },
      after: { readyDay: day },
    });
    return done();
  });
}

/** Approves the newest design or asks for changes, once. Customers only. */
export async function answerApproval(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { updateId, approves, changeWanted }: { updateId: string; approves: boolean; changeWanted: string },
): Promise<Result<undefined, Refused<'not-now', undefined>>> {
  if (side !== 'customer') throw notFound();
  return inTransaction(shop, async (shop) => {
    await lockRequest(shop, requestId);
    const { state, design } = await readRecord(shop, requestId);
    if (design?.id !== updateId || !design.asksApproval) return refused('not-now');
    if (approves && design.approvedAt) return done();
    if (design.approvedAt || design.changeWanted !== null) return refused('not-now');
    if (state !== 'design') return refused('not-now');
    await shop.database
      .update(stageUpdates)
      .set(approves ? { approvedAt: shop.now } : { changeWanted })
      .where(eq(stageUpdates.id, design.id));
    await announce(shop, approves ? 'commissions.design-approved' : 'commissions.design-declined', { updateId });
    await publishRequest(shop, requestId);
    return done();
  });
}

const NO_MORE_FABRIC = new Set(['dispatched', 'delivered', 'cancelled', 'rejected', 'withdrawn', 'closed']);

export async function expectFabric(
  shop: Shop,
  { requestId }: RequestAccess,
  { centimetres }: { centimetres: number },
): Promise<Result<undefined, Refused<'not-now', undefined>>> {
  return inTransaction(shop, async (shop) => {
    const { fabricReceivedAt } = await lockRequest(shop, requestId);
    if (fabricReceivedAt || NO_MORE_FABRIC.has((await readRecord(shop, requestId)).state)) return refused('not-now');
    await setFabric(shop, requestId, { fabricExpectedCm: centimetres });
    return done();
  });
}

/** Records fabric in centimetres, with marks and photos, once per key. Refused after painting begins. */
export async function receiveFabric(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { key, centimetres, marks }: { key: string; centimetres: number; marks: string },
): Promise<Result<undefined, Refused<'sent-otherwise', SentBefore> | Refused<'not-now', undefined>>> {
  if (side !== 'studio' || !isUuid(key)) throw notFound();
  return inTransaction(shop, async (shop) => {
    const before = await lockRequest(shop, requestId);
    if (!isStillToPaint((await readRecord(shop, requestId)).state)) return refused('not-now');
    const update = { key, stage: 'fabric-in', note: marks, asksApproval: false } as const;
    const written = await insertStage(shop, requestId, { ...update, fabricBefore: fabricBefore(before) });
    if (!written.ok) return written.reason === 'sent-otherwise' ? written : refused('not-now');
    if (!written.value && before.fabricReceivedCm !== centimetres)
      return refused('sent-otherwise', await lastSent(shop, requestId, 'stage'));
    if (!written.value) return done();
    const came = { fabricReceivedCm: centimetres, fabricMarks: marks, fabricReceivedAt: shop.now };
    await setFabric(shop, requestId, { ...came, fabricConfirmedAt: null });
    return done();
  });
}

/**
 * Confirms the fabric. Refused when more fabric has arrived since `receivedAt`, or after painting begins. Customers
 * only.
 */
export async function confirmFabric(
  shop: Shop,
  { requestId, side }: RequestAccess,
  seen: { receivedAt?: Date | undefined } = {},
): Promise<Result<undefined, Refused<'not-now', undefined>>> {
  if (side !== 'customer') throw notFound();
  return inTransaction(shop, async (shop) => {
    const { fabricReceivedAt, fabricConfirmedAt } = await lockRequest(shop, requestId);
    if (!fabricReceivedAt) return refused('not-now');
    if (seen.receivedAt && seen.receivedAt.getTime() !== fabricReceivedAt.getTime()) return refused('not-now');
    if (fabricConfirmedAt) return done();
    if (!isStillToPaint((await readRecord(shop, requestId)).state)) return refused('not-now');
    await setFabric(shop, requestId, { fabricConfirmedAt: shop.now });
    await announce(shop, 'commissions.fabric-confirmed', { requestId });
    return done();
  });
}

export async function noteFabricLeft(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { centimetres }: { centimetres: number },
): Promise<Result<undefined, Refused<'not-now', undefined>>> {
  if (side !== 'studio') throw notFound();
  return inTransaction(shop, async (shop) => {
    const { fabricReceivedCm } = await lockRequest(shop, requestId);
    if (fabricReceivedCm === null || centimetres > fabricReceivedCm) return refused('not-now');
    await setFabric(shop, requestId, { fabricLeftCm: centimetres });
    return done();
  });
}

const setStage = (shop: Shop, requestId: string, stage: Stage | null) =>
  shop.database.update(orderRequests).set({ stage }).where(eq(orderRequests.id, requestId));

async function setFabric(
  shop: Shop,
  requestId: string,
  changes: Partial<typeof orderRequests.$inferInsert>,
): Promise<void> {
  await shop.database.update(orderRequests).set(changes).where(eq(orderRequests.id, requestId));
  await publishRequest(shop, requestId);
}

const fabricBefore = (row: LockedRequest): FabricBefore | undefined =>
  row.fabricReceivedAt && row.fabricReceivedCm !== null
    ? {
        centimetres: row.fabricReceivedCm,
        marks: row.fabricMarks,
        receivedAt: row.fabricReceivedAt.toISOString(),
        confirmedAt: row.fabricConfirmedAt?.toISOString() ?? null,
      }
    : undefined;

const fabricAt = (before: FabricBefore | null) => ({
  fabricReceivedCm: before?.centimetres ?? null,
  fabricMarks: before?.marks ?? '',
  fabricReceivedAt: before ? new Date(before.receivedAt) : null,
  fabricConfirmedAt: before?.confirmedAt ? new Date(before.confirmedAt) : null,
});
