import type { RequestState, Waiting } from '#app/modules/requests/requests/request.ts';
import type { orderRequests, stageUpdates } from '#app/modules/requests/requests/tables.server.ts';
import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import { orderPayment, type PaymentFacts } from '#app/modules/orders/orders/order-payment.ts';
import type { QuoteRow } from './state.server.ts';

/** What is read of a request to say for whom it waits. `design`: the newest that was shown. */
export type WaitingRows = {
  request: Pick<
    typeof orderRequests.$inferSelect,
    'createdAt' | 'repliedAt' | 'fabricSource' | 'fabricReceivedAt' | 'fabricConfirmedAt'
  >;
  order: PaymentFacts | null;
  balance: Balance;
  newestQuote: Pick<QuoteRow, 'validUntil'> | undefined;
  design: Pick<typeof stageUpdates.$inferSelect, 'asksApproval' | 'approvedAt' | 'changeWanted'> | undefined;
};

/** For whom a request waits in this state, and until when where that was promised; null where nobody has anything to do. */
export function waitingOf(
  state: RequestState,
  { request, order, balance, newestQuote, design }: WaitingRows,
  { now, replyWithinHours }: { now: Date; replyWithinHours: number },
): Waiting | null {
  const studio = (what: Waiting['what'], until: Date | null = null): Waiting => ({ for: 'studio', what, until });
  const customer = (what: Waiting['what'], until: Date | null = null): Waiting => ({ for: 'customer', what, until });
  const payment = order && orderPayment(order, balance);
  const isOwnFabric = request.fabricSource === 'client_provided';
  switch (state) {
    case 'asked':
      if (request.repliedAt) return studio('quote');
      return studio('answer', new Date(request.createdAt.getTime() + replyWithinHours * 3_600_000));
    case 'quoted': {
      const validUntil = newestQuote?.validUntil ?? null;
      return validUntil && validUntil <= now ? studio('quote') : customer('quote-answer', validUntil);
    }
    case 'agreed':
    case 'fabric-in':
    case 'design':
      if (payment?.state === 'awaiting-confirmation') return studio('payment-check');
      if (payment && !payment.hasAdvance) return customer('advance');
      if (isOwnFabric && !request.fabricReceivedAt) return customer('fabric');
      if (isOwnFabric && !request.fabricConfirmedAt) return customer('fabric-confirmation');
      if (design?.asksApproval && !design.approvedAt && design.changeWanted === null) return customer('approval');
      return studio('work');
    case 'painting':
    case 'stitching':
      return studio('work');
    case 'ready':
      if (payment?.state === 'awaiting-confirmation') return studio('payment-check');
      return payment && payment.payable > 0 ? customer('balance') : studio('dispatch');
    case 'dispatched':
    case 'delivered':
    case 'rejected':
    case 'withdrawn':
    case 'closed':
    case 'cancelled':
      return null;
  }
}
