// Not by owner: of a request that a `RequestAccess` opened.
import { lockRequest, publishRequest, type QuoteRow, readRecord } from './internal/state.server.ts';
import { paise, type Paise } from '#app/basics/money.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import type { RequestAccess } from './access.ts';
import { cancellationFeeOf, type RequestState, mayHappen } from './request.ts';
import { eq } from 'drizzle-orm';
import { orderRequests } from './tables.server.ts';
import { lockOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';

/** What cancelling keeps of what was received, and gives back of it, in paise. Without a quote nothing is kept. */
export function settleCancelling(
  { state, side, received }: { state: RequestState; side: 'customer' | 'studio'; received: Paise },
  quote: Pick<QuoteRow, 'advance' | 'feeBeforePainting' | 'feeOncePainting'> | undefined,
): { cancellationFee: Paise; refunded: Paise } {
  const cancellationFee = quote ? Math.min(received, cancellationFeeOf(state, side, quote)) : 0;
  return { cancellationFee: paise(cancellationFee), refunded: paise(received - cancellationFee) };
}

/**
 * Cancels agreed work and its order: what is kept follows the quote that was accepted, the rest is owed back. Either side, until the
 * parcel has left; nothing is kept where the studio cancels, whose reason the customer reads. Refused where `cancellationFee`, what was said to be kept, isn't what
 * would be kept now.
 */
export async function cancelRequest(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { reason, cancellationFee: seen }: { reason: string; cancellationFee?: Paise | undefined },
): Promise<Result<{ cancellationFee: Paise; refunded: Paise }, Refused<'not-now', undefined>>> {
  return inTransaction(shop, async (shop) => {
    const { orderId, number } = await lockRequest(shop, requestId);
    if (!orderId) return refused('not-now');
    const order = await lockOrder(shop, orderId);
    const { state, balance, accepted } = await readRecord(shop, requestId);
    if (!mayHappen('cancel', state)) return refused('not-now');
    const settled = settleCancelling({ state, side, received: balance.received }, accepted);
    if (seen !== undefined && seen !== settled.cancellationFee) return refused('not-now');
    const why = `${number} cancelled by ${side === 'studio' ? 'the studio' : 'its customer'}${reason ? `: ${reason}` : ''}`;
    await transition(shop, order, { type: 'cancel', reason: why, cancellationFee: settled.cancellationFee });
    const rejectionReason = (side === 'studio' && reason) || null;
    await shop.database.update(orderRequests).set({ rejectionReason }).where(eq(orderRequests.id, requestId));
    await audit(shop, {
      action: 'commission.cancel',
      table: 'order_requests',
      id: requestId,
      before: { state },
      after: { by: side, ...settled },
    });
    await announce(shop, 'commissions.cancelled', { requestId, by: side, ...settled });
    await publishRequest(shop, requestId);
    return done(settled);
  });
}
