import { useSearchParams, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { trackingLink } from '#app/modules/orders/orders/courier.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import type { findShipments } from '#app/modules/orders/orders/orders.server.ts';
import type { EwayBillReason } from '#app/modules/store/settings/interstate.ts';
import { CopyButton } from '#app/routes/admin/shared/part.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { CarrierFields } from './carrier-fields.tsx';

const STEP_NAMES = {
  shipped: 'Shipped',
  in_transit: 'In Transit',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
} as const;

export const ON_THE_WAY = 'on-the-way';

type Shipments = Awaited<ReturnType<typeof findShipments>>;

type ParcelProps = { order: Order; shipments: Shipments; ewayBill: EwayBillReason | undefined };

export function ParcelLines({ order: { status }, shipments, ewayBill }: ParcelProps) {
  const lacksBill = status === 'shipped' && ewayBill && shipments.every((parcel) => !parcel.ewayBill);
  const parcels = shipments.filter(({ trackingNumber }) => trackingNumber);
  if (parcels.length === 0 && status !== 'shipped') return null;
  return (
    <ul aria-label="Parcels">
      {parcels.map((parcel) => (
        <li key={parcel.id} className="flex flex-wrap items-center gap-x-2">
          <Icon name="truck" small />
          <span className="wrap-anywhere">
            {parcel.carrier} <b className="num">{parcel.trackingNumber}</b>
          </span>
          <CopyButton label="Copy tracking number" text={parcel.trackingNumber!} />
          <CourierLink {...parcel} />
          {parcel.ewayBill ? <span className="meta num">E-way bill {parcel.ewayBill}</span> : null}
        </li>
      ))}
      {parcels.length === 0 ? (
        <li className="flex flex-wrap items-center gap-x-2">
          <Icon name="truck" small />
          <a className="link inline-flex min-h-11 items-center" href={`#${ON_THE_WAY}`}>
            Add a tracking number
          </a>
        </li>
      ) : null}
      {lacksBill ? (
        <li>
          <Note>This parcel left without an e-way bill number. Add it with the carrier, under “On the way”.</Note>
        </li>
      ) : null}
    </ul>
  );
}

export function OrderShipments({ order: { id: orderId, status }, shipments, ewayBill }: ParcelProps) {
  const [search] = useSearchParams();
  const isOnItsWay = status === 'shipped';
  const parcels = shipments.filter(({ trackingNumber }) => trackingNumber).length;
  return (
    <>
      {shipments.length > 0 ? (
        <ol className="grid gap-2.5">
          {shipments.map(({ id, step, description, happenedAt, ...parcel }) => (
            <li key={id} className="grid grid-cols-rest-auto items-start gap-2 leading-snug">
              <span>
                <span className="font-semibold">{STEP_NAMES[step]}</span>
                <span className="meta num block">{formatMoment(happenedAt)}</span>
                <span className="meta block wrap-anywhere">{description}</span>
                <CourierLink {...parcel} />
              </span>
              {isOnItsWay ? (
                <ActionForm action={href('/admin/orders/:id', { id: orderId })}>
                  <input type="hidden" name="intent" value="remove-shipment" />
                  <input type="hidden" name="eventId" value={id} />
                  <Button look="quiet" className="min-h-11" aria-label={`Remove: ${description || STEP_NAMES[step]}`}>
                    Remove
                  </Button>
                </ActionForm>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {search.get('refused') === 'not-on-its-way' ? (
        <Note tone="alert">This order is no longer on its way, so nothing was saved.</Note>
      ) : null}
      {search.has('noted') ? (
        <Note tone="done">
          {search.get('noted') === 'removed' ? 'Removed from the tracking page.' : 'Saved on the tracking page.'}
        </Note>
      ) : null}
      {isOnItsWay ? (
        <details key={`parcels ${parcels}`}>
          <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">
            {parcels === 0 ? 'Add carrier…' : 'Another parcel…'}
          </summary>
          <CarrierForm orderId={orderId} ewayBill={ewayBill} />
        </details>
      ) : null}
      {isOnItsWay ? (
        <details key={`updates ${shipments.length}`}>
          <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Add update…</summary>
          <ActionForm action={href('/admin/orders/:id', { id: orderId })} className="grid gap-3">
            <input type="hidden" name="intent" value="shipment" />
            <Select label="Where it is" name="step">
              <option value="in_transit">{STEP_NAMES.in_transit}</option>
              <option value="out_for_delivery">{STEP_NAMES.out_for_delivery}</option>
            </Select>
            <Field
              label="Note"
              name="description"
              hint="Shown to the customer, e.g. “Left Bareilly, on the way to Lucknow.”"
              maxLength={200}
              required
            />
            <Button look="card" size="small" className="justify-self-start">
              Add update
            </Button>
          </ActionForm>
        </details>
      ) : null}
    </>
  );
}

function CourierLink(parcel: { carrier: string | null; trackingNumber: string | null }) {
  const link = trackingLink(parcel);
  if (!link) return null;
  return (
    <a className="link inline-flex min-h-11 items-center" href={link.url} target="_blank" rel="noreferrer">
      {link.label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function CarrierForm({ orderId, ewayBill }: { orderId: string; ewayBill: EwayBillReason | undefined }) {
  return (
    <ActionForm action={href('/admin/orders/:id', { id: orderId })} className="grid gap-3">
      <input type="hidden" name="intent" value="shipment" />
      <input type="hidden" name="step" value="shipped" />
      <CarrierFields required ewayBill={ewayBill} />
      <Button look="card" size="small" className="justify-self-start">
        Save carrier
      </Button>
    </ActionForm>
  );
}
