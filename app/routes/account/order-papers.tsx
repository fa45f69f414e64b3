import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatDay, weekdayAndDay } from '#app/basics/india.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { OrderPapers } from './order-papers.server.ts';

export function PaperButtons({ orderId, papers }: { orderId: string; papers: OrderPapers }) {
  const which = <span className="sr-only"> #{shortId(orderId)}</span>;
  return (
    <>
      {papers.hasInvoice ? (
        <ButtonLink look="card" to={href('/profile/orders/:id/invoice', { id: orderId })}>
          {papers.invoiceTitle}
          {which}
        </ButtonLink>
      ) : null}
      {papers.others.map(({ id, title, number, showsNumber }) => (
        <ButtonLink key={id} look="card" to={href('/profile/orders/:id/papers/:paperId', { id: orderId, paperId: id })}>
          {title}
          <span className={showsNumber ? 'num' : 'sr-only'}> {number}</span>
        </ButtonLink>
      ))}
      {papers.returnUntil ? (
        <ButtonLink look="card" to={href('/profile/orders/:id/return', { id: orderId })}>
          Return or exchange{which}
        </ButtonLink>
      ) : null}
      {papers.open ? (
        <ButtonLink look="card" to={href('/profile/orders/:id/return', { id: orderId })}>
          {papers.open === 'return' ? 'See your return' : 'See your exchange'}
          {which}
        </ButtonLink>
      ) : null}
    </>
  );
}

export function ReturnUntil({ papers: { returnUntil } }: { papers: OrderPapers }) {
  if (!returnUntil) return null;
  return <span className="meta">Return or exchange until {weekdayAndDay(returnUntil)[1]}.</span>;
}

export function ReturnNote({ papers: { request, replyWithinHours, sendTo } }: { papers: OrderPapers }) {
  if (!request) return null;
  const what = request.kind === 'return' ? 'Return' : 'Exchange';
  const tone = request.status === 'declined' ? 'alert' : request.status === 'accepted' ? 'done' : 'info';
  const { came, asked } = request.arrival;
  const receivedText = (
    <b>
      {what}: we received {came} of {asked} pieces.
    </b>
  );
  return (
    <Note tone={tone} className="m-4 mt-0 wrap-anywhere lg:mx-6">
      {request.status === 'pending' ? (
        <>
          <b>{what} requested</b> on {formatDay(request.createdAt)}. We’ll reply within{' '}
          {formatSpan(replyWithinHours, 'hour')}.
        </>
      ) : request.status === 'withdrawn' && request.receivedAt ? (
        <>
          {receivedText} You withdrew the rest{request.answeredAt ? ` on ${formatDay(request.answeredAt)}` : ''}.
        </>
      ) : request.status === 'closed' && request.receivedAt ? (
        <>
          {receivedText} We closed the rest. {request.answer}
        </>
      ) : request.status === 'withdrawn' ? (
        <>
          <b>{what} withdrawn</b>
          {request.answeredAt ? ` on ${formatDay(request.answeredAt)}` : ''}.
        </>
      ) : request.status === 'declined' ? (
        <>
          <b>{what} declined.</b> {request.answer}
        </>
      ) : request.status === 'closed' ? (
        <>
          <b>{what} closed.</b> {request.answer}
        </>
      ) : request.receivedAt && !request.arrival.isWhole ? (
        <>{receivedText} You can send the others later.</>
      ) : request.receivedAt ? (
        <>
          <b>{what}: pieces received</b> on {formatDay(request.receivedAt)}.
        </>
      ) : (
        <>
          <b>{what} accepted.</b> Please send the pieces to {sendTo}. {request.answer}
        </>
      )}
    </Note>
  );
}
