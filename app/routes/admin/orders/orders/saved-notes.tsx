import { useSearchParams, href } from 'react-router';
import { isUuid } from '#app/basics/uuid.ts';
import { momentOfOrder, orderWhatsAppTexts } from '#app/modules/orders/orders/whatsapp-texts.ts';
import { ORDER_STATUSES } from '#app/modules/orders/orders/order.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { OrderName } from '#app/routes/admin/shared/order-name.tsx';
import { WhatsAppLink } from '#app/routes/admin/shared/phone-links.tsx';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/orders.ts';
import { whatsAppFactsOf } from './whatsapp-facts.ts';

type Listed = Route.ComponentProps['loaderData'];

const SAVED = {
  pending: 'set to pending',
  processing: 'set to processing',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
} as const;

export function SavedNote({ orders, changed, shopName, shopUrl }: Listed) {
  const [search] = useSearchParams();
  const id = search.get('of') ?? '';
  const [saved, was] = ['saved', 'was'].map((name) => ORDER_STATUSES.find((status) => status === search.get(name)));
  if (!saved || changed?.id !== id) return null;
  const order = orders.find((each) => each.id === id);
  const hasLeft = order && (saved === 'shipped' || saved === 'delivered');
  const message = (
    <span>
      <OrderName order={changed} /> {SAVED[saved]}.{' '}
      {hasLeft ? (
        <WhatsAppLink
          phone={order.shippingAddress.phone}
          text={
            orderWhatsAppTexts(
              momentOfOrder(order),
              whatsAppFactsOf(order, { shopName, shopUrl, balance: order.balance }),
            ).en
          }
        />
      ) : null}
    </span>
  );
  if (!was) return <Note tone="done">{message}</Note>;
  return (
    <UndoNote action={href('/admin/orders/:id', { id })} intent="status" undo={{ name: 'status', value: was }}>
      {message}
      <input type="hidden" name="from" value={saved} />
      <input type="hidden" name="reason" value="Undone" />
      {ORDER_LIFE[was].leftTheStudio ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
    </UndoNote>
  );
}

export function ShippedNote({ changed }: Listed) {
  const [search] = useSearchParams();
  const unshipped = search.get('unshipped');
  if (unshipped)
    return (
      <>
        {unshipped === '0' && search.get('left') ? null : (
          <Note tone="done">Undone for {unshipped === '1' ? '1 order' : `${unshipped} orders`}.</Note>
        )}
        <UnchangedNote>a piece has been sold since, or the order was changed.</UnchangedNote>
      </>
    );
  if (!search.has('shipped')) return null;
  const ids = (search.get('shipped') ?? '').split(' ').filter(isUuid);
  return (
    <>
      {ids.length > 0 ? (
        <UndoNote action={href('/admin/orders')} intent="undo">
          {ids.length === 1 && changed ? (
            <span>
              <OrderName order={changed} /> shipped.
            </span>
          ) : (
            `${ids.length} orders marked as shipped.`
          )}
          {ids.map((id) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
        </UndoNote>
      ) : null}
      <UnchangedNote>the payment is not confirmed, or the order has already shipped.</UnchangedNote>
    </>
  );
}

function UnchangedNote({ children }: { children: string }) {
  const [search] = useSearchParams();
  const numbers = (search.get('left') ?? '').split(' ').filter(Boolean);
  return numbers.length > 0 ? (
    <Note tone="alert">
      {numbers.join(', ')} not changed: {children}
    </Note>
  ) : null;
}

export function ReturnedNote() {
  const [search] = useSearchParams();
  const ids = (search.get('returned') ?? '').split(' ').filter(isUuid);
  if (!search.has('returned')) return null;
  return (
    <>
      {ids.length > 0 ? (
        <UndoNote action={href('/admin/orders')} intent="undo" undo={{ name: 'status', value: 'cancelled' }}>
          {ids.length === 1 ? '1 parcel is back.' : `${ids.length} parcels are back.`} The pieces are back in stock.
          {ids.map((id) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
        </UndoNote>
      ) : null}
      <UnchangedNote>the order is not on its way.</UnchangedNote>
    </>
  );
}
