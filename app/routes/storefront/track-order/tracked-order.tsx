import { useState } from 'react';
import { Form, useNavigation, href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatDay, weekdayAndDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { TRACKING_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import type { Parcel, Tracking } from '#app/modules/orders/orders/tracking.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { BoughtItem } from '#app/ui/shop/line-item.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import { RefundNote } from '#app/ui/shop/refund-note.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import { OrderTimeline } from './order-timeline.tsx';
import type { Route } from './+types/track-order.ts';

export function Refusal({ message, entered }: { message?: string; entered: string }) {
  return (
    <section className="grid gap-4 border-line border-t pt-7" aria-labelledby="result">
      <div className="track-head">
        <h2 id="result" tabIndex={-1}>
          {message ? 'One moment' : TRACKING_MESSAGES['not-found']}
        </h2>
        <p className="max-w-read text-ink-2 wrap-anywhere">{message ?? TRACKING_MESSAGES.notFoundText(entered)}</p>
      </div>
      <div>
        <ButtonLink look="secondary" to={href('/contact')}>
          Contact Support
        </ButtonLink>
      </div>
    </section>
  );
}

type Span = Found['promises']['refundBusinessDays'];

export type Searched = NonNullable<Route.ComponentProps['loaderData']['searched']>;

type Found = Extract<Searched, { found: true }>;

type Refused = Extract<Searched, { found: false }>;

export function Result({ revealed, refused, ...found }: Found & { revealed?: Found; refused?: Refused }) {
  const { tracking, promises } = found;
  const drawn = useChanged(tracking);
  useLiveUpdates(['order'], { id: tracking.id });
  // A signed-in visitor needs no digits.
  const shownOrder = tracking.parcel ? found : (revealed ?? found);
  const { pictures, refund } = shownOrder;
  const { parcel } = shownOrder.tracking;
  const cancelled = tracking.status === 'cancelled';
  const [text, emphasis] = headingOf(tracking);
  return (
    <section className="grid gap-4 border-line border-t pt-7" aria-labelledby="result">
      <div className="track-head">
        <p>
          <OrderStatusBadge status={tracking.status} greyCancelled />
          <span className="meta num" translate="no">
            Order {tracking.orderNumber}, placed {formatDay(tracking.orderDate)}
          </span>
        </p>
        <h2 id="result" tabIndex={-1}>
          {text} {emphasis ? <em className="whitespace-nowrap">{emphasis}</em> : null}
        </h2>
        <span className="sr-only" role="status">
          {drawn ? `Your order was updated: ${tracking.status}. ${text} ${emphasis ?? ''}` : ''}
        </span>
      </div>
      {cancelled ? (
        <Note tone="alert">
          {tracking.isReturnedToSender
            ? 'The courier couldn’t deliver the parcel and returned it to us. This order was cancelled'
            : 'This order was cancelled'}
          {tracking.cancelledAt ? ` on ${formatDay(tracking.cancelledAt)}` : ''}.{' '}
          {refundText(parcel, refund, promises.refundBusinessDays)}
        </Note>
      ) : null}
      {parcel && refund ? <RefundNote refund={refund} /> : null}
      <div className="track-columns">
        {cancelled ? (
          <div />
        ) : (
          <OrderTimeline
            steps={tracking.steps}
            expected={tracking.estimatedDelivery}
            readyFrom={found.readyFrom}
            drawn={drawn}
          />
        )}
        <aside className="track-side" aria-label="The parcel">
          {parcel ? (
            <>
              <InThisParcel parcel={parcel} pictures={pictures} />
              <section>
                <h3 id="where" tabIndex={-1}>
                  {tracking.status === 'delivered' ? 'Delivered to' : 'Delivering to'}
                </h3>
                <address className="not-italic">
                  {[parcel.name, ...parcel.address].map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                </address>
                <p className="meta mt-1.5 flex gap-2">
                  <Icon name="lock" small />
                  <span>Only visible to you.</span>
                </p>
              </section>
            </>
          ) : (
            <AskDigits orderNumber={tracking.orderNumber} refused={refused} />
          )}
          <ButtonLink look="secondary" full to={href('/contact')}>
            Contact Support
          </ButtonLink>
        </aside>
      </div>
    </section>
  );
}

function refundText(parcel: Found['tracking']['parcel'], refund: Found['refund'], businessDays: Span): string {
  if (!parcel) return `We send any refund within ${formatSpan(businessDays, 'business day')}.`;
  const { lookedFor, cancellationFee } = parcel;
  if (cancellationFee > 0)
    return `We keep ${formatRupees(cancellationFee)} of the payment, under the terms you accepted.`;
  if (refund?.owed || !lookedFor) return '';
  return `We’re checking for your payment of ${formatRupees(lookedFor.amount)} with the reference ending in ${lookedFor.ending}. If we find it, we’ll refund it within ${formatSpan(businessDays, 'business day')}.`;
}

function AskDigits({ orderNumber, refused }: { orderNumber: string; refused: Refused | undefined }) {
  const navigation = useNavigation();
  return (
    <section aria-labelledby="where">
      <h3 id="where">Delivery address</h3>
      <Form method="post" className="grid gap-3" preventScrollReset>
        <input type="hidden" name="order" value={orderNumber} />
        <Field
          label="Last 4 digits of the phone number"
          name="phoneDigits"
          hint="The one you gave for delivery."
          error={refused && (refused.message ?? TRACKING_MESSAGES['not-found'])}
          answer={refused}
          inputMode="numeric"
          pattern="[0-9]{4}"
          title="4 digits"
          maxLength={4}
          autoComplete="off"
          required
        />
        <Button look="secondary" busy={navigation.formData?.has('phoneDigits') ?? false}>
          Show address
        </Button>
      </Form>
    </section>
  );
}

function InThisParcel({ parcel, pictures }: { parcel: Parcel; pictures: Found['pictures'] }) {
  return (
    <section>
      <h3>In this parcel</h3>
      <ul>
        {parcel.items.map((item) => (
          <BoughtItem key={item.variant_id ?? item.artwork_id} picture={pictures[item.image]} item={item} />
        ))}
      </ul>
      <TotalRows
        rows={totalRows(parcel.totals, {
          discount: parcel.hasCoupon ? 'Coupon discount' : undefined,
          shipped: parcel.handedOver ? 'None' : undefined,
        })}
      />
      {parcel.paid ? <p className="meta num mt-1.5">{paidText(parcel.paid)}</p> : null}
    </section>
  );
}

const paidText = ({ received, payable, isAdvance }: NonNullable<Parcel['paid']>): string =>
  [
    received > 0 && `Paid ${formatRupees(received)}`,
    payable > 0 && `${isAdvance ? 'advance' : 'balance'} of ${formatRupees(payable)} to pay`,
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());

function useChanged({ status, steps }: Tracking): boolean {
  const now = `${status} ${steps.filter((step) => step.completed).length}`;
  const [first] = useState(now);
  return now !== first;
}

function headingOf(tracking: Tracking): [text: string, emphasis?: string] {
  const { status, actualDelivery, estimatedDelivery: by, steps } = tracking;
  switch (status) {
    case 'cancelled':
      return [tracking.isReturnedToSender ? 'Returned to the studio' : 'Cancelled'];
    case 'delivered':
      return actualDelivery ? ['Delivered on', formatDay(actualDelivery)] : ['Delivered'];
    case 'pending':
      return [
        tracking.unpaid
          ? 'Waiting for payment'
          : tracking.isUnconfirmed
            ? 'We’re checking your payment'
            : tracking.awaitsCall
              ? 'We’ll call you to confirm'
              : 'Order received',
      ];
    case 'processing':
      if (tracking.isUnconfirmed) return ['We’re confirming your payment'];
      return [tracking.madeToOrder ? 'Being made' : 'Being packed'];
    case 'shipped': {
      if (steps.some((step) => step.status === 'Out for Delivery' && step.completed)) return ['Out for delivery'];
      if (!by) return ['On its way'];
      const [weekday, day] = weekdayAndDay(by);
      return [`Arriving by ${weekday},`, day];
    }
  }
}
