import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import { statusesAfter } from '#app/modules/orders/orders/order-life.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';

export function CallToConfirm({
  order,
  balance,
  whatsApp,
}: {
  order: Order;
  balance: Balance;
  whatsApp: string | undefined;
}) {
  const { payAt, cash } = orderPayment(order, balance);
  if (order.status !== 'pending' || payAt !== 'delivery') return null;
  const action = href('/admin/orders/:id', { id: order.id });
  return (
    <Note icon="clock">
      <b>Call to confirm</b> that {order.customerName} takes the parcel
      {cash > 0 ? ` and pays ${formatRupees(cash)} in cash.` : '.'}
      <PhoneLinks phone={order.shippingAddress.phone} text={whatsApp} />
      <span className="flex flex-wrap gap-2 pt-1">
        <ActionForm action={action} intent="status">
          <input type="hidden" name="from" value={order.status} />
          <Button size="small" name="status" value="processing">
            Confirmed
          </Button>
        </ActionForm>
        <ActionForm action={action} intent="status">
          <input type="hidden" name="from" value={order.status} />
          <Button look="destructive" size="small" name="status" value="cancelled">
            Cancel order
          </Button>
        </ActionForm>
      </span>
    </Note>
  );
}

export function ReturnToSender({ order }: { order: Order }) {
  if (statusesAfter(order.status, 'return-to-sender').length === 0) return null;
  return (
    <details>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">
        The parcel came back…
      </summary>
      <ActionForm action={href('/admin/orders/return-to-sender')} className="grid justify-items-start gap-3 pt-1">
        <input type="hidden" name="id" value={order.id} />
        <p className="meta">
          We cancel the order, put its pieces back in stock and email the customer.
          {order.paymentMethod === 'cod' ? ' It counts towards their cash on delivery limit for 90 days.' : null}
        </p>
        <Button look="secondary" size="small" icon="return">
          Returned to the sender
        </Button>
      </ActionForm>
    </details>
  );
}
