import { useEffect, useRef, useState } from 'react';
import { Link, data, Form, useLocation, useNavigation, href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatDay, weekdayAndDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/media.server.ts';
import { parcelSchema } from '#app/modules/orders/orders/tracking-forms.ts';
import { TRACKING_MESSAGES } from '#app/modules/orders/orders/tracking-messages.ts';
import { totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { trackOrder } from '#app/modules/orders/orders/tracking.server.ts';
import type { Parcel, Tracking } from '#app/modules/orders/orders/tracking.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { promisedFinish } from '#app/modules/requests/requests/list-commissions.server.ts';
import { refundStatesOf } from '#app/modules/payments/payments/refunds.server.ts';
import { buttonFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { passRetryAfter, retryAfter } from '#app/routes/retry-after.ts';
import { revalidateUnlessCutOff, stayWith } from '#app/routes/stay-here.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Field, fieldId } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { BoughtItem } from '#app/ui/shop/line-item.tsx';
import { OrderStatusBadge } from '#app/ui/shop/order-status-badge.tsx';
import { keepTrackedOrder } from '#app/routes/storefront/tracked-order.server.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { RefundNote } from '#app/ui/shop/refund-note.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/track-order.ts';

export const links = wholeStyleSheet;

const MAX_NUMBER = 60;

/** Track Order: `?order=NUMBER` is looked up; without it there is only the form. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const entered = (url.searchParams.get('order') ?? '').trim().toUpperCase().slice(0, MAX_NUMBER);
  if (entered === '') return { entered, searched: undefined };
  const shop = context.get(shopContext);
  return answer(shop, await lookUp(shop, entered));
}

/** The last four digits of the phone, which show where the parcel goes. They are posted, so that no address contains them. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { order, phoneDigits } = buttonFields(await request.formData(), parcelSchema);
  return answer(shop, await lookUp(shop, order.trim().toUpperCase(), phoneDigits));
}

/** What was asked, and what was found. It counts as a try, so a request looks up once. */
const lookUp = async (shop: Shop, entered: string, phoneDigits?: string) => ({
  entered,
  tracked: await trackOrder(shop, { orderNumber: entered, phoneDigits }),
});

async function answer(shop: Shop, { entered, tracked }: Awaited<ReturnType<typeof lookUp>>) {
  if (!tracked.ok)
    return data(
      {
        entered,
        searched:
          tracked.reason === 'not-found'
            ? ({ found: false } as const)
            : ({ found: false, message: TRACKING_MESSAGES['too-many'](tracked.data.retryAfterSeconds) } as const),
      },
      tracked.reason === 'not-found'
        ? { status: 404 }
        : { status: 429, headers: retryAfter(tracked.data.retryAfterSeconds) },
    );
  const [pictures, refunds, { promises }, promised] = await Promise.all([
    picturesByUrl(shop, tracked.value.parcel?.items.map((item) => item.image) ?? []),
    refundStatesOf(shop, tracked.value.parcel ? [tracked.value.id] : []),
    getSettings(shop),
    promisedFinish(shop, tracked.value.id),
  ]);
  // Until it is sent, the day of the quote counts, and not how long such work usually takes.
  const readyFrom = ['pending', 'processing'].includes(tracked.value.status) ? promised : undefined;
  const tracking = readyFrom ? { ...tracked.value, estimatedDelivery: null } : tracked.value;
  return data(
    {
      entered,
      searched: {
        found: true,
        tracking,
        readyFrom,
        pictures: Object.fromEntries(pictures),
        promises,
        refund: refunds.get(tracking.id),
      } as const,
    },
    {
      headers: tracking.isSignedIn ? {} : { 'Set-Cookie': await keepTrackedOrder(shop, tracking.id) },
    },
  );
}

export const headers = passRetryAfter;

/** What could not be sent is told where the digits are typed; the order that was found by its number stays. */
export const clientAction = stayWith(({ order = '', ...typed }) => ({
  typed,
  entered: order,
  searched: { found: false, message: 'This could not be sent. Please try again.' } as const,
}));

export const shouldRevalidate = revalidateUnlessCutOff;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Track Order',
    description: 'Follow your order from the studio to your door with the number in your confirmation mail.',
    path: href('/track-order'),
    hidden: loaderData?.searched !== undefined,
  });

export default function TrackOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { entered, searched } = loaderData;
  const lastAnswer = useLastAnswer(actionData, entered);
  // Digits that don't fit are answered like a number that doesn't; the order that was found by its number stays.
  const refusedDigits = lastAnswer?.searched.found === false ? lastAnswer.searched : undefined;
  const shown = searched?.found ? searched : (refusedDigits ?? searched);
  useFocusOnAnswer(
    actionData === undefined || !searched?.found ? 'result' : refusedDigits ? fieldId('phoneDigits') : 'where',
  );
  return (
    <div className="wrap">
      <div className="page-head pt-8 lg:pt-10">
        <h1 tabIndex={-1}>Track your order</h1>
      </div>
      <div className="grid gap-8 pb-16 lg:gap-10 lg:pb-24">
        <SearchForm key={entered} entered={entered} />
        {!shown ? (
          <p className="text-ink-2">
            Don’t have the number at hand?{' '}
            <Link className="link" to={href('/contact')}>
              Contact Support
            </Link>
          </p>
        ) : shown.found ? (
          <Result
            key={shown.tracking.id}
            {...shown}
            revealed={lastAnswer?.searched.found ? lastAnswer.searched : undefined}
            refused={refusedDigits}
          />
        ) : (
          <Refusal message={shown.message} entered={entered} />
        )}
      </div>
    </div>
  );
}

function SearchForm({ entered }: { entered: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isBlank, setBlank] = useState(false);
  const look = () => setBlank(field.current?.value.trim() === '');
  // Not a controlled field: what was typed before the script came would be gone.
  useEffect(look, []);
  const navigation = useNavigation();
  const searching = navigation.location?.pathname === href('/track-order') && !navigation.formMethod?.match(/post/i);
  return (
    <Form method="get" className="track-form" preventScrollReset>
      <Field
        label="Order number"
        name="order"
        hint="It is in your confirmation mail and under My Orders."
        ref={field}
        defaultValue={entered}
        onInput={look}
        maxLength={MAX_NUMBER}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button busy={searching} disabled={isBlank}>
        Track Order
      </Button>
    </Form>
  );
}

/** After a search the focus goes to the answer, after the digits to where the parcel goes; not when the page opens with them. */
function useFocusOnAnswer(id: string) {
  const { key } = useLocation();
  const answered = useRef(key);
  useEffect(() => {
    if (answered.current === key) return;
    answered.current = key;
    document.getElementById(id)?.focus();
  }, [key, id]);
}

function Refusal({ message, entered }: { message?: string; entered: string }) {
  return (
    <section className="grid gap-4 border-line border-t pt-7" aria-labelledby="result">
      <div className="track-head">
        <h2 id="result" tabIndex={-1}>
          {message ? 'One moment' : TRACKING_MESSAGES['not-found']}
        </h2>
        <p className="max-w-read text-ink-2 wrap-anywhere">{message ?? TRACKING_MESSAGES.notFoundText(entered)}</p>
      </div>
      <div>
        <ButtonLink look="secondary" to={href('/contact')}>
          Contact Support
        </ButtonLink>
      </div>
    </section>
  );
}

type Span = Found['promises']['refundBusinessDays'];
type Searched = Route.ComponentProps['loaderData']['searched'];
type Found = Extract<Searched, { found: true }>;
type Refused = Extract<Searched, { found: false }>;

function Result({ revealed, refused, ...found }: Found & { revealed?: Found; refused?: Refused }) {
  const { tracking, promises } = found;
  const drawn = useChanged(tracking);
  useLiveUpdates(['order'], { id: tracking.id });
  // Who is signed in sees all of it without digits, and as it is now.
  const whole = tracking.parcel ? found : (revealed ?? found);
  const { pictures, refund } = whole;
  const { parcel } = whole.tracking;
  const cancelled = tracking.status === 'cancelled';
  const [text, emphasis] = headingOf(tracking);
  return (
    <section className="grid gap-4 border-line border-t pt-7" aria-labelledby="result">
      <div className="track-head">
        <p>
          <OrderStatusBadge status={tracking.status} greyCancelled />
          <span className="meta num" translate="no">
            Order {tracking.orderNumber}, placed {formatDay(tracking.orderDate)}
          </span>
        </p>
        <h2 id="result" tabIndex={-1}>
          {text} {emphasis ? <em className="whitespace-nowrap">{emphasis}</em> : null}
        </h2>
        <span className="sr-only" role="status">
          {drawn ? `Your order has news: ${tracking.status}. ${text} ${emphasis ?? ''}` : ''}
        </span>
      </div>
      {cancelled ? (
        <Note tone="alert">
          {tracking.isReturnedToSender
            ? 'The courier could not hand over the parcel, and it came back to us. This order was cancelled'
            : 'This order was cancelled'}
          {tracking.cancelledAt ? ` on ${formatDay(tracking.cancelledAt)}` : ''}.{' '}
          {whatGoesBack(parcel, refund, promises.refundBusinessDays)}
        </Note>
      ) : null}
      {parcel && refund ? <RefundNote refund={refund} /> : null}
      <div className="track-columns">
        {cancelled ? (
          <div />
        ) : (
          <OrderTimeline
            steps={tracking.steps}
            expected={tracking.estimatedDelivery}
            readyFrom={found.readyFrom}
            drawn={drawn}
          />
        )}
        <aside className="track-side" aria-label="The parcel">
          {parcel ? (
            <>
              <InThisParcel parcel={parcel} pictures={pictures} />
              <section>
                <h3 id="where" tabIndex={-1}>
                  {tracking.status === 'delivered' ? 'Delivered to' : 'Delivering to'}
                </h3>
                <address className="not-italic">
                  {[parcel.name, ...parcel.address].map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                </address>
                <p className="meta mt-1.5 flex gap-2">
                  <Icon name="lock" small />
                  <span>
                    {tracking.isSignedIn
                      ? 'Only you see this, because you are signed in.'
                      : 'Only you see this, because you gave the digits of the phone.'}
                  </span>
                </p>
              </section>
            </>
          ) : (
            <AskDigits orderNumber={tracking.orderNumber} refused={refused} />
          )}
          <ButtonLink look="secondary" full to={href('/contact')}>
            Contact Support
          </ButtonLink>
        </aside>
      </div>
    </section>
  );
}

/** What happens to the money of a cancelled order. What is owed, and where it goes, is in the note below; amounts are for people who see the parcel. */
function whatGoesBack(parcel: Found['tracking']['parcel'], refund: Found['refund'], businessDays: Span): string {
  if (!parcel) return `What is to be refunded goes back within ${formatSpan(businessDays, 'business day')}.`;
  const { lookedFor, cancellationFee } = parcel;
  if (cancellationFee > 0)
    return `${formatRupees(cancellationFee)} of what was paid is kept, by the terms that it was agreed on.`;
  if (refund?.owed || !lookedFor) return '';
  return `We look for ${formatRupees(lookedFor.amount)} with the reference ending in ${lookedFor.ending}. If it arrived, we refund it within ${formatSpan(businessDays, 'business day')} of finding it.`;
}

function AskDigits({ orderNumber, refused }: { orderNumber: string; refused: Refused | undefined }) {
  const navigation = useNavigation();
  return (
    <section aria-labelledby="where">
      <h3 id="where">Where it goes</h3>
      <Form method="post" className="grid gap-3" preventScrollReset>
        <input type="hidden" name="order" value={orderNumber} />
        <Field
          label="Last four digits of the phone"
          name="phoneDigits"
          hint="The number you gave for the delivery."
          error={refused && (refused.message ?? TRACKING_MESSAGES['not-found'])}
          answer={refused}
          inputMode="numeric"
          pattern="[0-9]{4}"
          title="Four digits"
          maxLength={4}
          autoComplete="off"
          required
        />
        <Button look="secondary" busy={navigation.formData?.has('phoneDigits') ?? false}>
          Show address
        </Button>
      </Form>
    </section>
  );
}

function InThisParcel({ parcel, pictures }: { parcel: Parcel; pictures: Found['pictures'] }) {
  return (
    <section>
      <h3>In this parcel</h3>
      <ul>
        {parcel.items.map((item) => (
          <BoughtItem key={item.variant_id ?? item.artwork_id} picture={pictures[item.image]} item={item} />
        ))}
      </ul>
      <TotalRows
        rows={totalRows(parcel.totals, {
          discount: parcel.hasCoupon ? 'Coupon discount' : undefined,
          shipped: parcel.handedOver ? 'None' : undefined,
        })}
      />
      {parcel.paid ? <p className="meta num mt-1.5">{whatIsPaid(parcel.paid)}</p> : null}
    </section>
  );
}

/** Of an order that is paid in parts: what has come, and what is still to come. */
const whatIsPaid = ({ received, payable, isAdvance }: NonNullable<Parcel['paid']>): string =>
  [
    received > 0 && `Paid ${formatRupees(received)}`,
    payable > 0 && `${isAdvance ? 'advance' : 'balance'} of ${formatRupees(payable)} to pay`,
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());

/** Whether the order has moved on since the page showed it first: then its new motif is drawn and its answer announced. */
function useChanged({ status, steps }: Tracking): boolean {
  const now = `${status} ${steps.filter((step) => step.completed).length}`;
  const [first] = useState(now);
  return now !== first;
}

/** The heading is the answer; its second part stands in italics. */
function headingOf(tracking: Tracking): [text: string, emphasis?: string] {
  const { status, actualDelivery, estimatedDelivery: by, steps } = tracking;
  switch (status) {
    case 'cancelled':
      return [tracking.isReturnedToSender ? 'Returned to the studio' : 'Cancelled'];
    case 'delivered':
      return actualDelivery ? ['Delivered on', formatDay(actualDelivery)] : ['Delivered'];
    case 'pending':
      return [
        tracking.unpaid
          ? 'Waiting for its payment'
          : tracking.awaitsCheck
            ? 'We’re checking this reference'
            : tracking.awaitsCall
              ? 'Waiting for our call'
              : 'Waiting in the studio',
      ];
    case 'processing':
      return [tracking.madeToOrder ? 'Being made' : 'Being packed'];
    case 'shipped': {
      if (steps.some((step) => step.status === 'Out for Delivery' && step.completed)) return ['Out for delivery'];
      if (!by) return ['On its way'];
      const [weekday, day] = weekdayAndDay(by);
      return [`Arriving by ${weekday},`, day];
    }
  }
}
