import { useEffect, useState, type ReactNode } from 'react';
import { Form, useLocation, useSearchParams } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { formatRupees, times } from '#app/basics/money.ts';
import { picturesByUrl } from '#app/modules/media/media.server.ts';
import {
  ORDER_LIFE,
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  shipsUnverified,
  shortId,
} from '#app/modules/orders/order.ts';
import { getOrder, historyOf, shipmentsOf } from '#app/modules/orders/orders.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { Button, ButtonLink, IconButton } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { Field, Select, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/order.ts';
import { keptSearch } from './kept-search.ts';
import { MatchState, PaymentReference } from './payment-reference.tsx';
import { PAYMENT_METHOD_LABELS, PAYMENT_STATUS_LABELS, STATUS_REFUSALS, titleCase } from './words.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Order #${shortId(loaderData.order.id)}, admin` : 'Order, admin' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [order, history, shipments] = await Promise.all([
    getOrder(shop, params.id),
    historyOf(shop, params.id),
    shipmentsOf(shop, params.id),
  ]);
  const pictures = await picturesByUrl(
    shop,
    order.items.map((item) => item.image),
  );
  return {
    order,
    history,
    shipments,
    lines: order.items.map((item) => ({ ...item, picture: pictures.get(item.image) })),
  };
}

/** One order as a sheet over the list, with its own address: what was bought, where it goes, what it waits for (S2 §2). */
export default function OrderSheet({ loaderData: { order, history, shipments, lines } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const kept = keptSearch(search);
  const here = `/admin/orders/${order.id}`;
  const lastChange = history.at(-1);
  return (
    <Dialog
      open
      drawer
      closeTo={`/admin/orders${kept}`}
      title={`Order #${shortId(order.id)}`}
      foot={
        <>
          <ButtonLink look="secondary" size="small" icon="mail" to={`/admin/messages?q=${order.orderNumber}`}>
            Messages
          </ButtonLink>
          <ButtonLink look="destructive" size="small" icon="trash" to={`${here}/archive${kept}`} preventScrollReset>
            Delete order
          </ButtonLink>
        </>
      }
    >
      <p className="meta num">
        {order.customerName} · {formatMoment(order.createdAt)} · {order.orderNumber}
      </p>
      <StatusForm
        order={order}
        here={here}
        kept={kept}
        lastChangeAt={lastChange?.createdAt}
        previous={previousStatus(history)}
      />
      <Part title="Payment">
        <dl className="details-list grid-cols-[9rem_minmax(0,1fr)]! [&>dd]:text-right">
          <dt>Method</dt>
          <dd>{PAYMENT_METHOD_LABELS[order.paymentMethod]}</dd>
          <dt>Payment status</dt>
          <dd>{PAYMENT_STATUS_LABELS[order.paymentStatus]}</dd>
          <dt>Reference</dt>
          <dd className="num">
            <PaymentReference reference={order.paymentReferenceId} />
            {order.paymentReferenceId ? (
              <span className="block">
                <MatchState verification={order.verification} />
              </span>
            ) : null}
          </dd>
        </dl>
        {order.paymentReferenceId ? <VerificationForms order={order} action={`${here}/verification${kept}`} /> : null}
      </Part>
      <Part title="Shipping address" beside={<CopyButton label="Copy address" text={addressLines(order).join('\n')} />}>
        <address className="not-italic leading-relaxed">
          {addressLines(order).map((line) => (
            <span key={line} className="num block">
              {line}
            </span>
          ))}
        </address>
      </Part>
      {order.status === 'shipped' || shipments.length > 0 ? (
        <Part title="On the way">
          <Shipment order={order} shipments={shipments} action={`${here}/shipment${kept}`} />
        </Part>
      ) : null}
      <Part title="Items">
        <ul>
          {lines.map((line) => (
            <li key={line.artwork_id} className="grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-3.5 py-2">
              {line.picture ? (
                <Picture picture={line.picture} alt="" sizes="48px" className="h-15 w-12" />
              ) : (
                <span className="h-15 w-12 bg-clay" />
              )}
              <span className="leading-snug">
                <b className="font-semibold">{line.title}</b>
                <span className="meta num block">
                  {formatRupees(line.price)} × {line.quantity}
                  {line.made_to_order ? ', made to order' : ''}
                </span>
              </span>
              <b className="num font-semibold">{formatRupees(times(line.price, line.quantity))}</b>
            </li>
          ))}
        </ul>
        <div>
          <p className="sum-line">
            <span>Subtotal</span>
            <span>{formatRupees(order.subtotal)}</span>
          </p>
          {order.discountAmount > 0 ? (
            <p className="sum-line sum-saving">
              <span>Discount, {order.couponCode}</span>
              <span>−{formatRupees(order.discountAmount)}</span>
            </p>
          ) : null}
          <p className="sum-line">
            <span>Shipping</span>
            <span>{order.shippingCost === 0 ? 'Free' : formatRupees(order.shippingCost)}</span>
          </p>
          <p className="sum-line">
            <span>GST</span>
            <span>{formatRupees(order.gstAmount)}</span>
          </p>
          <p className="sum-line sum-total">
            <span>Grand total</span>
            <span>{formatRupees(order.total)}</span>
          </p>
        </div>
      </Part>
      <Part title="History">
        <ol className="grid gap-2.5">
          {history.map((entry) => (
            <li key={`${entry.createdAt.getTime()} ${entry.toStatus} ${entry.reason}`} className="leading-snug">
              <span className="font-semibold">
                {entry.fromStatus === entry.toStatus ? entry.reason : titleCase(entry.toStatus)}
              </span>
              <span className="meta num block">
                {formatMoment(entry.createdAt)}, {entry.changedByName ?? 'the shop'}
              </span>
              {entry.reason && entry.fromStatus !== entry.toStatus ? (
                <span className="meta block">{entry.reason}</span>
              ) : null}
            </li>
          ))}
        </ol>
      </Part>
    </Dialog>
  );
}

type History = Route.ComponentProps['loaderData']['history'];

/** The status before the last change of it, for Undo. */
const previousStatus = (history: History): OrderStatus | null =>
  history.findLast((entry) => entry.fromStatus !== entry.toStatus)?.fromStatus ?? null;

/** Saved as soon as it is chosen; without JavaScript by a button. What needs a reason asks for it below. */
function StatusForm({
  order,
  here,
  kept,
  lastChangeAt,
  previous,
}: {
  order: Order;
  here: string;
  kept: string;
  lastChangeAt?: Date;
  previous: OrderStatus | null;
}) {
  const location = useLocation();
  const [search] = useSearchParams();
  const action = `${here}/status${kept}`;
  const refusal = search.get('refused');
  const wanted = ORDER_STATUSES.find((status) => status === search.get('to'));
  const waitsForMatch = shipsUnverified(order, 'shipped');
  return (
    <section className="grid gap-3 border-line border-b pb-4">
      <Form
        method="post"
        action={action}
        preventScrollReset
        className="grid items-end gap-x-3 gap-y-1.5 md:grid-cols-[minmax(0,1fr)_auto]"
      >
        {/* The chosen option again after a refusal: the order kept its status. */}
        <Select
          key={location.key}
          label="Status"
          name="status"
          defaultValue={order.status}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {titleCase(status)}
            </option>
          ))}
        </Select>
        <p className="field-hint num pb-1">
          Saved at once.
          {lastChangeAt ? <span className="block">Last change {formatMoment(lastChangeAt)}.</span> : null}
        </p>
        <noscript>
          <Button look="card">Save status</Button>
        </noscript>
      </Form>
      {search.has('saved') ? (
        <Note tone="done">
          <Form
            method="post"
            action={action}
            preventScrollReset
            className="-my-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3"
          >
            Saved: {titleCase(order.status)}.
            {previous ? (
              <>
                <input type="hidden" name="reason" value="Undone" />
                {ORDER_LIFE[previous].leftTheStudio ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
                <Button look="quiet" name="status" value={previous}>
                  Undo
                </Button>
              </>
            ) : null}
          </Form>
        </Note>
      ) : null}
      {waitsForMatch ? (
        <Note icon="clock">
          <b>
            {order.verification === 'rejected'
              ? 'Payment reference rejected.'
              : order.paymentReferenceId
                ? 'Payment reference not matched yet.'
                : 'No payment reference yet.'}
          </b>{' '}
          “Shipped” waits for it.
          <details open={refusal === 'unverified'}>
            <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Ship anyway…</summary>
            <ReasonForm
              action={action}
              status={wanted ?? 'shipped'}
              shipUnverified
              button={`Ship anyway: ${titleCase(wanted ?? 'shipped')}`}
            />
          </details>
        </Note>
      ) : null}
      {refusal === 'reason-needed' && wanted && !(waitsForMatch && ORDER_LIFE[wanted].leftTheStudio) ? (
        <Note tone="alert">
          {STATUS_REFUSALS['reason-needed']} {titleCase(order.status)} → {titleCase(wanted)} is a step back.
          <ReasonForm action={action} status={wanted} button={`Set to ${titleCase(wanted)}`} />
        </Note>
      ) : null}
      {refusal === 'out-of-stock' ? <Note tone="alert">{STATUS_REFUSALS['out-of-stock']}</Note> : null}
    </section>
  );
}

function ReasonForm({
  action,
  status,
  shipUnverified,
  button,
}: {
  action: string;
  status: OrderStatus;
  shipUnverified?: boolean;
  button: string;
}) {
  return (
    <Form method="post" action={action} preventScrollReset className="grid gap-3 pt-1">
      <input type="hidden" name="status" value={status} />
      {shipUnverified ? <input type="hidden" name="shipUnverified" value="yes" /> : null}
      <TextArea
        label="Reason"
        name="reason"
        id={`reason-${status}`}
        required
        maxLength={500}
        rows={2}
        className="[&_textarea]:min-h-20"
      />
      <Button size="small" className="justify-self-start">
        {button}
      </Button>
    </Form>
  );
}

/** Match or reject what the customer wrote down; a judgement can be taken back. */
function VerificationForms({ order, action }: { order: Order; action: string }) {
  const [search] = useSearchParams();
  const reasonMissing = search.get('refused') === 'reject-reason';
  if (order.verification !== 'unverified') {
    return (
      <Form method="post" action={action} preventScrollReset>
        <Button look="quiet" name="verification" value="unverified">
          {order.verification === 'matched' ? 'Not matched after all' : 'Look at it again'}
        </Button>
      </Form>
    );
  }
  return (
    <div className="grid gap-2">
      <Form method="post" action={action} preventScrollReset>
        <Button size="small" icon="check" name="verification" value="matched">
          Match {formatRupees(order.total)}
        </Button>
      </Form>
      <details open={reasonMissing}>
        <summary className="link inline-flex min-h-11 items-center font-semibold text-alert">Reject…</summary>
        <Form method="post" action={action} preventScrollReset className="grid gap-3 pt-1">
          <TextArea
            label="Reason"
            hint="Only you and other admins read it."
            error={reasonMissing ? STATUS_REFUSALS['reason-needed'] : undefined}
            name="reason"
            id="reason-rejected"
            required
            maxLength={500}
            rows={2}
            className="[&_textarea]:min-h-20"
          />
          <Button look="destructive" size="small" className="justify-self-start" name="verification" value="rejected">
            Reject reference
          </Button>
        </Form>
      </details>
    </div>
  );
}

const STEP_NAMES = {
  shipped: 'Shipped',
  in_transit: 'In Transit',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
} as const;

/** What the customer reads on the tracking page between Shipped and Delivered. */
function Shipment({
  order,
  shipments,
  action,
}: {
  order: Order;
  shipments: Route.ComponentProps['loaderData']['shipments'];
  action: string;
}) {
  const [search] = useSearchParams();
  return (
    <>
      {shipments.length > 0 ? (
        <ol className="grid gap-2.5">
          {shipments.map(({ step, description, happenedAt }) => (
            <li key={happenedAt.getTime()} className="leading-snug">
              <span className="font-semibold">{STEP_NAMES[step]}</span>
              <span className="meta num block">{formatMoment(happenedAt)}</span>
              <span className="meta block">{description}</span>
            </li>
          ))}
        </ol>
      ) : null}
      {search.get('refused') === 'not-on-its-way' ? (
        <Note tone="alert">This order is not on its way any more; nothing was noted.</Note>
      ) : null}
      {search.has('noted') ? <Note tone="done">Noted. The customer sees it on the tracking page.</Note> : null}
      {order.status === 'shipped' ? (
        <Form key={shipments.length} method="post" action={action} preventScrollReset className="grid gap-3">
          <Select label="Where it is" name="step">
            <option value="in_transit">{STEP_NAMES.in_transit}</option>
            <option value="out_for_delivery">{STEP_NAMES.out_for_delivery}</option>
          </Select>
          <Field
            label="In your words"
            name="description"
            hint="The customer reads it: “Left Bareilly, on the way to Lucknow.”"
            maxLength={200}
            required
          />
          <Button look="card" size="small" className="justify-self-start">
            Note it
          </Button>
        </Form>
      ) : null}
    </>
  );
}

function Part({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-line border-b pb-4 last:border-0">
      <div className="flex min-h-11 items-center justify-between">
        <h3 className="font-sans font-semibold text-base tracking-normal">{title}</h3>
        {beside}
      </div>
      {children}
    </section>
  );
}

const COPIED_FOR_MS = 1_500;

function CopyButton({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="needs-script flex items-center gap-2 text-geru">
      <span role="status" className={outcome === 'refused' ? 'text-alert text-sm' : 'sr-only'}>
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'The browser did not allow it' : ''}
      </span>
      <IconButton
        icon={outcome === 'copied' ? 'check' : 'copy'}
        label={label}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setOutcome('copied'),
            () => setOutcome('refused'),
          )
        }
      />
    </span>
  );
}

function addressLines({ shippingAddress: to }: Order): string[] {
  return [
    `${to.name}, ${to.phone.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`,
    to.street,
    `${to.city}, ${to.state} ${to.zipCode}`,
    to.email,
  ];
}
