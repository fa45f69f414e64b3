import { useFetcher, href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { NOT_RETURNABLE } from '#app/modules/orders/returns/messages.ts';
import { countArrived, type ReturnRequest, RETURN_REASONS } from '#app/modules/orders/returns/return.ts';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { BoughtItem } from '#app/ui/shop/line-item.tsx';
import { ReturnSection } from './return-section.tsx';

export function SentReturn({
  request,
  photos,
  pictures,
}: {
  request: ReturnRequest;
  photos: { id: string }[];
  pictures: Record<string, Picture>;
}) {
  const { orderId: id } = request;
  const { came, asked } = countArrived(request);
  const what = request.kind === 'return' ? 'return' : 'exchange';
  const withdrawing = useFetcher();
  return (
    <ReturnSection
      orderId={id}
      title={`Your ${what}`}
      summary={
        <>
          Order {request.orderNumber} (#{shortId(id)}), requested on {formatDay(request.createdAt)}.
        </>
      }
    >
      <Note tone="info">
        {request.status === 'accepted'
          ? request.receivedAt
            ? `We received ${came} of ${asked} pieces. Send the others, or withdraw the rest to keep them.`
            : `Accepted. Send the pieces, or withdraw to keep them. ${request.answer ?? ''}`
          : NOT_RETURNABLE['open-already']}
      </Note>
      <ul className="order-lines p-0">
        {request.lines.map((line) => (
          <BoughtItem key={line.variantId ?? line.artworkId} picture={pictures[line.image]} item={line} />
        ))}
      </ul>
      <dl className="details-list">
        <dt>Reason</dt>
        <dd>{RETURN_REASONS[request.reason].label}</dd>
        {request.exchangeFor ? (
          <>
            <dt>Instead</dt>
            <dd className="wrap-anywhere">{request.exchangeFor}</dd>
          </>
        ) : null}
        {request.details ? (
          <>
            <dt>Details</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{request.details}</dd>
          </>
        ) : null}
      </dl>
      {photos.length > 0 ? (
        <ul className="inspiration" aria-label="Photos">
          {photos.map((photo, at) => (
            <li key={photo.id}>
              <img
                src={href('/profile/orders/:id/return/photos/:photoId?', { id, photoId: photo.id })}
                alt={`Attachment ${at + 1}`}
                width={96}
                height={96}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <withdrawing.Form method="post" action={href('/profile/orders/:id/return', { id })}>
        <FailureText toast />
        <input type="hidden" name="intent" value="withdraw" />
        <input type="hidden" name="requestId" value={request.id} />
        <ConfirmButton
          look="destructive"
          busy={withdrawing.state !== 'idle'}
          title={request.receivedAt ? `Withdraw the rest of this ${what}?` : `Withdraw this ${what}?`}
          consequence={`You keep the ${request.receivedAt ? 'others' : 'pieces'}. You can request again within the return period.`}
          verb="Withdraw"
          keep="Keep it"
        >
          Withdraw
        </ConfirmButton>
      </withdrawing.Form>
    </ReturnSection>
  );
}
