import { Link, href } from 'react-router';
import { formatDay, formatMoment, formatTime, dayInIndia } from '#app/basics/india.ts';
import { formatRupees, NOTHING } from '#app/basics/money.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { type OrderStatus, shortId } from '#app/modules/orders/orders/order.ts';
import { isPaidTooLate } from '#app/modules/orders/orders/order-life.ts';
import { awaitsCheck, type OrderPayment, orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import type { OrderWithStatus } from '#app/modules/orders/orders/orders.server.ts';
import { paymentMessages } from '#app/modules/payments/payments/messages.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';
import { ReferenceList } from '#app/ui/shop/reference-list.tsx';
import { RefundNote } from '#app/ui/shop/refund-note.tsx';
import { Personalization } from '#app/ui/shop/personalization.tsx';
import { GiftNote } from '#app/ui/shop/gift-note.tsx';
import { LineItem } from '#app/ui/shop/line-item.tsx';
import { OrderActions } from './order-actions.tsx';
import type { Route } from './+types/orders.ts';
import type { OrderPapers } from './order-papers.server.ts';
import { ReturnNote, ReturnUntil } from './order-papers.tsx';
import type { MyOrder } from './orders.tsx';

export function OrderCard({
  order,
  cancellableUntil,
  mayChange,
  requestId,
  pictures,
  today,
  papers,
  isNew,
  problem,
}: MyOrder & Pick<Route.ComponentProps['loaderData'], 'pictures' | 'today'> & { isNew: boolean; problem?: string }) {
  const heading = `order-${order.id}`;
  return (
    <article
      className="order panel scroll-mt-24"
      id={heading}
      aria-labelledby={`${heading}-title`}
      data-new={isNew || undefined}
    >
      <header>
        <h2 className="num" id={`${heading}-title`}>
          Order <span className="inline-block">{order.orderNumber}</span>{' '}
          <span className="meta inline-block">#{shortId(order.id)}</span>
        </h2>
        <OrderStatusBadge status={order.status} />
        <p className="meta num">
          Placed {dayInIndia(order.createdAt) === today ? formatMoment(order.createdAt) : formatDay(order.createdAt)}
          {' · '}
          <Link className="link" to={href('/profile/orders/:id/policies', { id: order.id })}>
            Policies<span className="sr-only"> it was placed under</span>
          </Link>
        </p>
      </header>
      <div className="order-now">
        {order.status === 'cancelled' ? (
          <span className="order-cancelled">
            <Icon name="close" />
          </span>
        ) : (
          <GrowthMotif stage={STAGES[order.status]} />
        )}
        <p>
          {papers.claims.hasOtherMoney && outstanding(order.balance) > 0
            ? paymentMessages['other-money']
            : statusText(order)}{' '}
          {cancellableUntil ? (
            <span className="meta">
              You can {mayChange ? 'change or cancel' : 'cancel'} until {untilWhen(order, cancellableUntil)}.
            </span>
          ) : null}
          <ReturnUntil papers={papers} />
        </p>
      </div>
      <ul className="order-lines">
        {order.items.map((item) => (
          <LineItem
            key={item.variant_id ?? item.artwork_id}
            picture={pictures[item.image]}
            title={item.title}
            end={
              <b className="num" translate="no">
                {formatRupees(item.lineTotal)}
              </b>
            }
          >
            <b>
              {item.title}&nbsp;×&nbsp;{item.quantity}
            </b>
            <Personalization answers={item.personalization} />
            {item.quantity > 1 ? (
              <span className="meta num" translate="no">
                {formatRupees(item.price)} each
              </span>
            ) : null}
          </LineItem>
        ))}
      </ul>
      <GiftNote order={order} className="m-4 mt-0 lg:mx-6">
        The slip in the parcel shows no prices.
      </GiftNote>
      <div className="order-foot">
        <p className="order-total">
          <span>
            Total <span className="meta font-normal">{totalNote(order, papers)}</span>
          </span>
          <span className="num" translate="no">
            {formatRupees(order.total)}
          </span>
        </p>
        <OrderActions {...{ order, papers, requestId, cancellableUntil, mayChange }} />
      </div>
      {papers.claims.references.length > 0 ? (
        <div className="m-4 mt-0 lg:mx-6">
          <ReferenceList references={papers.claims.references} isCancelled={order.status === 'cancelled'} />
        </div>
      ) : null}
      <ReturnNote papers={papers} />
      {papers.refund ? (
        <div className="m-4 mt-0 lg:mx-6">
          <RefundNote refund={papers.refund} form={{ id: order.id, fields: { orderId: order.id } }} />
        </div>
      ) : null}
      {problem ? (
        <Note tone="alert" className="m-4 mt-0 lg:mx-6">
          {problem}
        </Note>
      ) : null}
    </article>
  );
}

export const untilWhen = (order: Pick<OrderWithStatus, 'createdAt'>, until: Date): string =>
  until.getTime() - order.createdAt.getTime() > 24 * 3_600_000 ? formatMoment(until) : formatTime(until);

const STAGES: Record<Exclude<OrderStatus, 'cancelled'>, 1 | 2 | 3 | 4> = {
  pending: 1,
  processing: 2,
  shipped: 3,
  delivered: 4,
};

function statusText(order: OrderWithStatus): string {
  const payment = orderPayment(order, order.balance);
  if (order.advance !== null && payment.payable > 0) return amountDueText(order, payment);
  switch (order.status) {
    case 'pending':
      return order.heldUntil
        ? `Waiting for payment. We hold the pieces until ${formatTime(order.heldUntil)}. ${PAID_BY_QR}`
        : payment.payAt === 'delivery'
          ? `We’ll call you on ${order.shippingAddress.phone} to confirm your order, then pack it. ${cashNotice(payment)}`.trim()
          : payment.payAt === 'checkout'
            ? `Waiting for payment. ${PAID_BY_QR}`
            : awaitsCheck(order)
              ? CHECKING
              : 'Waiting in the studio.';
    case 'processing':
      return order.verification === 'rejected'
        ? 'We could not find your payment. Please write to us.'
        : payment.state === 'awaiting-confirmation'
          ? 'Order received. We’re confirming your payment.'
          : order.advance !== null && order.items.some((item) => item.made_to_order)
            ? 'Paid. It is being made in the studio.'
            : payment.missing > 0
              ? `${formatRupees(payment.missing)} of ${formatRupees(order.balance.due)} is still missing. Write to us to pay the rest.`
              : `Being packed in the studio. ${cashNotice(payment)}`.trim();
    case 'shipped':
      return `On its way since ${formatDay(order.since)}. ${cashNotice(payment)}`.trim();
    case 'delivered':
      return `Delivered on ${formatDay(order.since)}.`;
    case 'cancelled':
      if (order.returnedToSenderAt)
        return `The courier couldn’t deliver the parcel and returned it on ${formatDay(order.returnedToSenderAt)}.`;
      return [
        isPaidTooLate(order)
          ? `Cancelled on ${formatDay(order.since)}: a piece was sold before your payment arrived.`
          : `Cancelled ${order.byCustomer ? 'by you ' : ''}on ${formatDay(order.since)}.`,
        order.cancellationReason ?? '',
        order.cancellationFee > 0 ? `As agreed, we keep ${formatRupees(order.cancellationFee)} of your payment.` : '',
      ]
        .filter(Boolean)
        .join(' ')
        .trim();
  }
}

const CHECKING = 'We’re checking your payment. Your order goes ahead when we find the payment.';

const PAID_BY_QR = 'Paid by QR already? Choose Pay now and enter the payment reference.';

function amountDueText(order: OrderWithStatus, payment: OrderPayment): string {
  const { due, received } = order.balance;
  const payable = formatRupees(payment.payable);
  const isPaidInPart = received > 0;
  const what = payment.hasAdvance
    ? `Paid ${formatRupees(received)} of ${formatRupees(due)}, balance ${payable}.`
    : isPaidInPart
      ? `Paid ${formatRupees(received)} of ${formatRupees(due)}, ${payable} of the advance to pay.`
      : order.advance === order.total
        ? `${payable} to pay.`
        : `Advance of ${payable} to pay.`;
  if (payment.state === 'awaiting-confirmation') return `${what} We look for your payment in our bank.`;
  return order.verification === 'rejected' ? `${what} We could not find your last payment.` : what;
}

const cashNotice = ({ cash }: OrderPayment): string =>
  cash > 0 ? `Have ${formatRupees(cash)} in cash ready when it comes.` : '';

function totalNote(order: OrderWithStatus, { includedGst = NOTHING }: OrderPapers): string {
  const shipping = order.shippingCost > 0 ? `with ${formatRupees(order.shippingCost)} shipping` : '';
  const discount = order.discountAmount > 0 ? `you saved ${formatRupees(order.discountAmount)}` : '';
  const cash = order.codCharge > 0 ? `with ${formatRupees(order.codCharge)} cash on delivery charge` : '';
  const gst =
    order.gstAmount > 0
      ? `with ${formatRupees(order.gstAmount)} GST`
      : includedGst > 0
        ? `includes ${formatRupees(includedGst)} GST`
        : '';
  return [discount, shipping, cash, gst].filter(Boolean).join(', ');
}
