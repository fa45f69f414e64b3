import { Form, useFetcher, useNavigation, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import type { OrderWithStatus } from '#app/modules/orders/orders/orders.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { AskOnWhatsApp } from '#app/routes/storefront/ask-on-whatsapp.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import type { OrderPapers } from './order-papers.server.ts';
import { PaperButtons } from './order-papers.tsx';

export function OrderActions({
  order,
  papers,
  requestId,
  cancellableUntil,
  mayChange,
}: {
  order: OrderWithStatus;
  papers: OrderPapers;
  /** An order with a request is cancelled on the request's page. */
  requestId: string | undefined;
  cancellableUntil: Date | undefined;
  mayChange: boolean;
}) {
  const navigation = useNavigation();
  const reorder = useFetcher();
  const cancelling = navigation.formData?.get('orderId') === order.id;
  const payment = orderPayment(order, order.balance);
  return (
    <div className="order-actions">
      {payment.payAt === 'checkout' && !papers.claims.hasOtherMoney ? (
        <ButtonLink size="small" to={`${href('/checkout')}?payment=${order.id}`}>
          Pay now<span className="sr-only"> #{shortId(order.id)}</span>
        </ButtonLink>
      ) : null}
      {payment.payAt === 'pay-page' && !papers.claims.hasOtherMoney ? (
        <ButtonLink size="small" to={href('/profile/orders/:id/pay', { id: order.id })}>
          Pay {formatRupees(payment.payable)}
          <span className="sr-only"> #{shortId(order.id)}</span>
        </ButtonLink>
      ) : null}
      <ButtonLink look="card" to={`${href('/track-order')}?order=${order.orderNumber}`}>
        Track Order<span className="sr-only"> #{shortId(order.id)}</span>
      </ButtonLink>
      <PaperButtons orderId={order.id} papers={papers} />
      {requestId ? (
        <ButtonLink look="card" to={href('/profile/requests/:id', { id: requestId })}>
          Open the request<span className="sr-only"> of #{shortId(order.id)}</span>
        </ButtonLink>
      ) : null}
      {requestId && (order.status === 'pending' || order.status === 'processing') ? (
        <ButtonLink look="card" to={`${href('/profile/requests/:id', { id: requestId })}?cancel=1#cancel`}>
          Cancel order<span className="sr-only"> #{shortId(order.id)}</span>
        </ButtonLink>
      ) : null}
      {order.status === 'delivered' ? (
        <reorder.Form
          method="post"
          action={href('/visitor-state')}
          className="grid"
          onSubmit={(event) => {
            event.preventDefault();
            // A synchronous update disables the button before the second click of a double click.
            void reorder.submit(event.currentTarget, { flushSync: true });
          }}
        >
          <FailureText toast />
          <input type="hidden" name="intent" value="reorder" />
          <input type="hidden" name="orderId" value={order.id} />
          <Button look="card" busy={reorder.state !== 'idle'}>
            Reorder<span className="sr-only"> #{shortId(order.id)}</span>
          </Button>
        </reorder.Form>
      ) : null}
      {mayChange ? (
        <ButtonLink look="card" to={href('/profile/orders/:id/change', { id: order.id })}>
          Change order<span className="sr-only"> #{shortId(order.id)}</span>
        </ButtonLink>
      ) : null}
      {cancellableUntil ? (
        <Form method="post" className="grid" preventScrollReset>
          <input type="hidden" name="orderId" value={order.id} />
          <ConfirmButton
            look="destructive"
            size="small"
            busy={cancelling}
            title={`Cancel order ${order.orderNumber}?`}
            consequence="We’ll refund what you paid. You can use your coupon again."
            verb="Cancel order"
            keep="Keep order"
          >
            Cancel order
          </ConfirmButton>
        </Form>
      ) : null}
      <AskOnWhatsApp about={`Order ${order.orderNumber}`} />
    </div>
  );
}
