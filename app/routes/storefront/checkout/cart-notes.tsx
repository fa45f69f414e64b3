import { Link, href } from 'react-router';
import { formatTime } from '#app/basics/india.ts';
import { Note } from '#app/ui/kit/note.tsx';
import type { CheckoutData, OpenCheckout } from './open-checkout.ts';

export function CartNotes({
  waiting,
  lowered,
  unavailableNotes,
  unanswered,
}: Pick<OpenCheckout, 'lowered' | 'unavailableNotes' | 'unanswered'> & {
  waiting: NonNullable<CheckoutData['waiting']>['order'] | undefined;
}) {
  return (
    <>
      {waiting ? (
        <Note tone="info" className="mb-4">
          Order {waiting.orderNumber} is waiting for payment
          {waiting.heldUntil ? ` until ${formatTime(waiting.heldUntil)}` : null}.{' '}
          <Link className="link" to={`${href('/checkout')}?payment=${waiting.id}`}>
            Pay for it
          </Link>
        </Note>
      ) : null}
      {lowered.map((title) => (
        <Note
          key={title}
          className="mb-4"
        >{`We have fewer of ${title} than you had in your cart, so we reduced the quantity.`}</Note>
      ))}
      {unanswered.map(({ id, title }) => (
        <Note key={id} tone="alert" className="mb-4">
          {title} still needs some details.{' '}
          <a className="link" href={href('/cart/lines/:lineId/personalization', { lineId: id })}>
            Add them
          </a>{' '}
          to continue.
        </Note>
      ))}
      {unavailableNotes.map((note) => (
        <Note key={note} tone="alert" className="mb-4">
          {note}{' '}
          <a className="link" href={href('/cart')}>
            Go to your cart
          </a>
        </Note>
      ))}
    </>
  );
}
