import { href, Link } from 'react-router';
import { formatShortMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { type Stage, STAGE_LABELS } from '#app/modules/requests/requests/request.ts';
import { REQUEST_REFUSALS } from '#app/modules/requests/requests/messages.ts';
import type { RequestAddresses } from '#app/routes/requests/addresses.ts';
import { CopyButton } from '#app/routes/admin/shared/part.tsx';
import { RequestForm } from '#app/routes/requests/request-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';

export function RequestMoney({ order }: { order: NonNullable<RequestPage['order']> }) {
  const sums: [label: string, amount: number][] = [
    ['Total', order.total],
    ['Advance', order.advance ?? 0],
    ['Received', order.received],
    ['Open', order.outstanding],
    ['Payable now', order.payable],
  ];
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-3">
        <Link className="link num" to={href('/admin/orders/:id', { id: order.id })}>
          Order {order.orderNumber}
        </Link>
        <OrderStatusBadge status={order.status} greyCancelled />
      </p>
      {order.awaitsCheck ? <p>The customer gave a payment reference. Match it under Payments.</p> : null}
      <dl className="details-list details-list-sums">
        {sums.map(([label, amount]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="num">{formatRupees(amount as typeof order.total)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function RequestLink({ link, action }: { link: string | null; action: string }) {
  return (
    <RequestForm intent="link" action={action}>
      {link ? (
        <div className="flex items-center gap-2">
          <input className="input min-w-0" readOnly value={link} aria-label="Link for the customer" />
          <CopyButton label="Copy the link" text={link} />
        </div>
      ) : (
        <p>No link is active.</p>
      )}
      <p className="meta">Anyone with this link sees the customer’s page and can act for them.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="card" name="link" value="new">
          Create new link
        </Button>
        {link ? (
          <Button look="card" name="link" value="revoke" className="text-alert">
            Revoke link
          </Button>
        ) : null}
      </div>
    </RequestForm>
  );
}

export function ShopPhotos({
  consentAt,
  photos,
  addresses,
}: {
  consentAt: Date | null;
  photos: readonly { id: string; stage: Stage; libraryId: string | null }[];
  addresses: RequestAddresses;
}) {
  if (!consentAt)
    return (
      <p>
        {photos.some(({ libraryId }) => libraryId)
          ? 'The customer withdrew consent. We are removing the photos from the shop.'
          : REQUEST_REFUSALS['no-consent']}
      </p>
    );
  return (
    <RequestForm intent="show-photo" action={addresses.page}>
      <p>
        The customer allowed it, {formatShortMoment(consentAt)}. Their name isn’t shown. If they withdraw, we remove
        them from Photos and every artwork.
      </p>
      {photos.length === 0 ? <p className="muted">No progress photos yet.</p> : null}
      <ul className="grid gap-3">
        {photos.map(({ id, stage, libraryId }, at) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <img
              src={addresses.picture(id)}
              alt={`${STAGE_LABELS[stage]}, ${at + 1}`}
              width={96}
              height={96}
              loading="lazy"
              className="size-24 object-cover"
            />
            {libraryId ? (
              <Link className="link" to={href('/admin/media/:id', { id: libraryId })}>
                In Photos
              </Link>
            ) : (
              <Button look="card" size="small" name="pictureId" value={id}>
                Show in the shop<span className="sr-only">, {at + 1}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </RequestForm>
  );
}
