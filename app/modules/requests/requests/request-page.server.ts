// Not filtered by owner: a `RequestAccess` has opened this request.
import { and, asc, eq, sql } from 'drizzle-orm';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { asksForArtwork, mayHappen, missingFor, type RequestAccess } from './request.ts';
import type { TimelineEntry } from './request-page.ts';
import { conversationPictures, orderRequestImages, orderRequests, requestMessages } from './tables.server.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { linkOf } from './access.server.ts';
import { uploadKeyOf } from './pictures.server.ts';
import { settleCancelling } from './answers.server.ts';
import {
  type QuoteRow,
  readRecord,
  type RequestRecord,
  type StageRow,
  undoUntilOf,
  waitingOf,
} from './internal/state.server.ts';

export async function getRequestPage(shop: Shop, access: RequestAccess) {
  const { requestId, side, by } = access;
  const [record, [shown], messages, pictures, inspiration, found, { contact }, link] = await Promise.all([
    readRecord(shop, requestId),
    readArtwork(shop, requestId),
    shop.database
      .select()
      .from(requestMessages)
      .where(eq(requestMessages.requestId, requestId))
      .orderBy(asc(requestMessages.createdAt), asc(requestMessages.id)),
    shop.database
      .select({ id: conversationPictures.id, key: conversationPictures.uploadKey })
      .from(conversationPictures)
      .where(eq(conversationPictures.requestId, requestId))
      .orderBy(asc(conversationPictures.position)),
    shop.database
      .select({ id: orderRequestImages.id })
      .from(orderRequestImages)
      .where(eq(orderRequestImages.requestId, requestId))
      .orderBy(asc(orderRequestImages.position)),
    shop.database
      .select({
        id: payments.id,
        at: payments.createdAt,
        amount: payments.amount,
        verification: payments.verification,
      })
      .from(payments)
      .innerJoin(orderRequests, eq(orderRequests.orderId, payments.orderId))
      .where(and(eq(orderRequests.id, requestId), eq(payments.status, 'success'))),
    getSettings(shop),
    side === 'studio' ? linkOf(shop, requestId, 'shared') : undefined,
  ]);
  const { request, order, balance, versions, stages, accepted, state, ready } = record;
  const { received } = balance;
  const payment = order && orderPayment(order, balance);
  const picturesOf = (key: string) =>
    pictures.filter((each) => each.key === uploadKeyOf(requestId, key)).map(({ id }) => ({ id }));
  const isOwnFabric = request.fabricSource === 'client_provided';
  return {
    id: request.id,
    number: request.number,
    kind: request.kind,
    side,
    by,
    createdAt: request.createdAt,
    artwork: shown?.artwork ?? null,
    customer: { name: request.name, email: record.email, phone: request.phone },
    asked: {
      message: request.message,
      fabricSource: request.fabricSource,
      fabricNotes: request.fabricNotes,
      designStyle: request.designStyle,
      wantStitching: request.wantStitching,
      measurements: request.measurements,
      neededBy: request.neededBy,
      inspiration,
    },
    state,
    isMadeAnew: isMadeAnew(record, shown),
    undoUntil: side === 'studio' ? undoUntilOf(record, shop.now) : null,
    /** The promised day of accepted work. Null if there is none or the work is finished. */
    readyDay: readyDayOf(record),
    waiting: waitingOf(record, { now: shop.now, replyWithinHours: contact.replyWithinHours }),
    missing: {
      painting: missingFor('start-painting', ready) ?? null,
      dispatch: missingFor('dispatch', ready) ?? null,
    },
    rejectionReason: request.rejectionReason,
    timeline: timelineOf({
      side,
      messages,
      versions,
      stages,
      found,
      picturesOf,
      orderNumber: order?.orderNumber ?? '',
    }),
    quotes: versions.map((quote, at) =>
      toQuote(quote, { isNewest: at === 0, isPending: request.status === 'pending', now: shop.now }),
    ),
    order: order && {
      id: order.id,
      orderNumber: order.orderNumber,
      status: order.status,
      total: order.total,
      advance: order.advance,
      received,
      outstanding: outstanding(balance),
      payable: payment!.payable,
      verification: order.verification,
      awaitsCheck: payment!.state === 'awaiting-confirmation',
    },
    /** The customer's own fabric in centimetres. Null when the studio buys the fabric. */
    fabric: isOwnFabric
      ? {
          expectedCm: request.fabricExpectedCm,
          receivedCm: request.fabricReceivedCm,
          marks: request.fabricMarks,
          receivedAt: request.fabricReceivedAt,
          confirmedAt: request.fabricConfirmedAt,
          leftCm: request.fabricLeftCm,
        }
      : null,
    /**
     * The amounts that the shop would keep and refund if the order were cancelled now. Null when cancelling is not
     * possible.
     */
    cancelling: order && mayHappen('cancel', state) ? settleCancelling({ state, side, received }, accepted) : null,
    photoConsentAt: request.photoConsentAt,
    /** Shown only to the studio; null while links are revoked. */
    link: link ?? null,
  };
}

const readyDayOf = ({ request, accepted, state }: RequestRecord): string | null =>
  mayHappen('cancel', state) && state !== 'ready' ? (request.readyDay ?? accepted?.earliestFinish ?? null) : null;

const readArtwork = (shop: Shop, requestId: string) =>
  shop.database
    .select({
      artwork: {
        id: artworks.id,
        title: artworks.title,
        image: sql<string>`coalesce(${artworks.images}[${artworks.mainImageIndex} + 1], ${artworks.images}[1], '')`,
        category: artworks.category,
        medium: artworks.medium,
        price: artworks.price,
      },
      // Accepting takes the piece from stock under the same conditions.
      canBeTaken: sql<boolean>`${artworks.stockCount} > 0 and not ${artworks.hasVariants}
        and (${artworks.status} = 'published' or ${artworks.price} is null)`,
    })
    .from(orderRequests)
    .innerJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .where(eq(orderRequests.id, requestId));

type Shown = Awaited<ReturnType<typeof readArtwork>>[number];

function isMadeAnew({ request, order, state }: RequestRecord, shown: Shown | undefined): boolean {
  if (!shown || !asksForArtwork(request.kind, shown.artwork.medium)) return false;
  return order ? order.items.some((item) => item.made_to_order) : state === 'quoted' && !shown.canBeTaken;
}

type Asked = { isNewest: boolean; isPending: boolean; now: Date };

function toQuote(row: QuoteRow, asked: Asked) {
  const { requestId: _requestId, createdBy: _by, changeAskedAt, ...quote } = row;
  return { ...quote, standing: standingOf(row, asked), changeAsked: changeAskedAt ? row.changeAsked : null };
}

type Standing = 'open' | 'lapsed' | 'ended' | 'superseded' | 'change-asked' | 'accepted';

function standingOf(quote: QuoteRow, { isNewest, isPending, now }: Asked): Standing {
  if (quote.acceptedAt) return 'accepted';
  if (quote.changeAskedAt) return 'change-asked';
  if (!isNewest) return 'superseded';
  if (quote.validUntil <= now) return 'lapsed';
  return isPending ? 'open' : 'ended';
}

function timelineOf({
  side,
  messages,
  versions,
  stages,
  found,
  picturesOf,
  orderNumber,
}: {
  side: RequestAccess['side'];
  messages: (typeof requestMessages.$inferSelect)[];
  versions: QuoteRow[];
  stages: StageRow[];
  found: { id: string; at: Date; amount: QuoteRow['total']; verification: 'unverified' | 'matched' | 'rejected' }[];
  picturesOf: (key: string) => { id: string }[];
  orderNumber: string;
}): TimelineEntry[] {
  const messageEntries = messages.map(({ id, key, sender, body, createdAt, seenAt }): TimelineEntry => {
    const isMine = sender === side;
    return { kind: 'message', id, at: createdAt, sender, isMine, body, pictures: picturesOf(key), seenAt };
  });
  const offered = versions.flatMap((quote): TimelineEntry[] => {
    const { id, version, total, createdAt, changeAsked, changeAskedAt, acceptedAt, acceptedByName } = quote;
    return [
      { kind: 'quote', id, at: createdAt, version, total },
      ...(changeAskedAt
        ? [{ kind: 'change-asked' as const, id: `${id} change`, at: changeAskedAt, version, text: changeAsked ?? '' }]
        : []),
      ...(acceptedAt
        ? [
            {
              kind: 'accepted' as const,
              id: `${id} accepted`,
              at: acceptedAt,
              version,
              byName: acceptedByName ?? '',
              orderNumber,
            },
          ]
        : []),
    ];
  });
  const worked = stages.map(
    ({ id, key, stage, note, asksApproval, approvedAt, changeWanted, createdAt }): TimelineEntry => ({
      kind: 'stage',
      id,
      at: createdAt,
      stage,
      note,
      pictures: picturesOf(key),
      asksApproval,
      approvedAt,
      changeWanted,
    }),
  );
  const paid = found
    .filter(({ verification }) => verification !== 'rejected')
    .map(({ id, at, amount, verification }): TimelineEntry => {
      return { kind: 'payment', id, at, amount, isFound: verification === 'matched' };
    });
  return [...messageEntries, ...offered, ...worked, ...paid].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
