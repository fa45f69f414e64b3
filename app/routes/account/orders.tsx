import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { z } from 'zod';
import { formatSpan } from '#app/basics/duration.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { cancelMessage, ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { cancellableUntil, mayCancel, mayChange } from '#app/modules/orders/orders/order-life.ts';
import {
  cancelOrder,
  type MyOrders,
  type OrderWithStatus,
  findMyOrders,
} from '#app/modules/orders/orders/orders.server.ts';
import { keepGuestAccount } from '#app/modules/identity/sign-in/guest-buyers.server.ts';
import { guestPasswordSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { requestsOfOrders } from '#app/modules/requests/requests/read-requests.server.ts';
import { recommendedFor } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { DESTINATION_REFUSALS } from '#app/modules/payments/payments/messages.ts';
import { giveRefundDestination } from '#app/modules/payments/payments/refunds.server.ts';
import { ownDestinationSchema } from '#app/modules/payments/payments/refund-destination.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { businessDaysAfter, daysAfter, estimateArrival } from '#app/modules/store/shipping/delivery.ts';
import { isSignedOut, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { deleteTyped } from '#app/routes/storefront/checkout/restore-typed.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import { YouMayLike } from '#app/ui/shop/you-may-like.tsx';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { historyFilter, HistoryFilter, HistoryPaging } from './order-history.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { revalidateUnlessUnanswered } from '#app/routes/keep-form.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/orders.ts';
import { awaitsConfirmation } from '#app/modules/orders/orders/order-payment.ts';
import { papersOf } from './order-papers.server.ts';
import { KEEP_ACCOUNT, KeepAccount } from './keep-account.tsx';
import { OrderCard } from './order-card.tsx';
import { refuseForm } from './security/refuse-form.ts';
import { PlacedOrder } from './placed-order.tsx';

const MAX_RECOMMENDED = 4;

/** `?placed=ID` shows a new order first. `q`, `period` and `cursor` limit the history. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { q, period, cursor } = historyFilter(url.searchParams);
  const [{ orders, history, pictures, papers, requests }, settings, recommended] = await Promise.all([
    findMyOrders(shop, { search: q, period, cursor }).then((page) => withPapers(shop, page)),
    getSettings(shop),
    recommendedFor(shop, MAX_RECOMMENDED),
  ]);
  const { cancelWithinHours } = settings.promises;
  const placed = orders.find(({ id }) => id === url.searchParams.get('placed'));
  return {
    orders: orders.map((order) => ({
      order,
      papers: papers[order.id]!,
      requestId: requests.get(order.id),
      cancellableUntil: mayCancel(order, cancelWithinHours, shop.now)
        ? cancellableUntil(order, cancelWithinHours)
        : undefined,
      mayChange: mayChange(order, order.balance, cancelWithinHours, shop.now),
    })),
    history: { ...history, q, period, isFirstPage: !cursor },
    recommended,
    pictures: Object.fromEntries(pictures),
    placed: placed && { order: placed, days: daysOf(settings, placed) },
    guestEmail: isSignedOut(shop) ? signedIn(shop).email : undefined,
    today: dayInIndia(shop.now),
    help: {
      replyWithinHours: settings.contact.replyWithinHours,
      cancelWithinHours,
      returnWithinDays: settings.promises.returnWithinDays,
    },
  };
}

const CONFIRMS_WITHIN_BUSINESS_DAYS = 3;

function daysOf(settings: Settings, order: OrderWithStatus) {
  const orderedOn = dayInIndia(order.createdAt);
  const madeToOrder = order.items.some((item) => item.made_to_order);
  const { customWorkWeeks, processingBusinessDays } = settings.promises;
  const finished = madeToOrder ? daysAfter(orderedOn, customWorkWeeks.to * 7) : orderedOn;
  const confirmedBy = businessDaysAfter(orderedOn, CONFIRMS_WITHIN_BUSINESS_DAYS, settings.holidays);
  const packedFrom = awaitsConfirmation(order) && confirmedBy > finished ? confirmedBy : finished;
  return {
    confirmedBy,
    shipsBy: businessDaysAfter(packedFrom, processingBusinessDays.to, settings.holidays),
    arrives: estimateArrival(settings, { orderedOn, madeToOrder, zipCode: order.shippingAddress.zipCode }),
  };
}

async function withPapers(shop: Shop, { orders, ...history }: MyOrders) {
  const [pictures, papers, requests] = await Promise.all([
    picturesByUrl(
      shop,
      orders.flatMap((order) => order.items.map((item) => item.image)),
    ),
    papersOf(shop, orders),
    requestsOfOrders(
      shop,
      orders.filter(({ advance }) => advance !== null).map(({ id }) => id),
    ),
  ]);
  return { orders, history, pictures, papers, requests };
}

const form = formOf<Route.ActionArgs>();
const ACCOUNT_READY = 'Your account is ready. You are signed in.';
const cardOf = ({ search }: URL, orderId: string) => `${href('/profile/orders')}${search}#order-${orderId}`;

export const action = formAction({
  [KEEP_ACCOUNT]: form({
    schema: guestPasswordSchema,
    run: keepGuestAccount,
    done: (_nothing, _fields, { url }) => ({ to: `${href('/profile/orders')}${url.search}`, message: ACCOUNT_READY }),
    refused: refuseForm,
  }),
  '': form({
    schema: z.strictObject({ orderId: z.string().max(100) }),
    run: (shop, { orderId }) => cancelOrder(shop, orderId),
    done: (_order, { orderId }, { url }) => cardOf(url, orderId),
    refused: cancelMessage,
  }),
  'refund-destination': form({
    schema: ownDestinationSchema,
    run: (shop, { orderId, destination }) => giveRefundDestination(shop, { orderId, destination }),
    done: (_refund, { orderId }, { url }) => cardOf(url, orderId),
    refused: ({ reason }) => ({ errors: { upiId: DESTINATION_REFUSALS[reason] } }),
  }),
});

/** The order may have changed since the page was loaded. */
export const shouldRevalidate = revalidateUnlessUnanswered;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'My Orders',
    description: 'Your orders, their status and invoices.',
    path: href('/profile/orders'),
    hidden: true,
  });

export default function MyOrders({
  loaderData: { orders, history, recommended, pictures, placed, guestEmail, today, help },
  actionData,
}: Route.ComponentProps) {
  useLiveUpdates(['order', 'return']);
  const placedId = placed?.order.id;
  useEffect(() => {
    if (!placedId) return;
    deleteTyped();
    window.dispatchEvent(new CustomEvent('orderCreated', { detail: { id: placedId } }));
  }, [placedId]);
  const latest = useStatusUpdates(orders.map(({ order }) => order));
  const { isWanted } = useStorefront();
  return (
    <>
      <div className="dashboard-columns">
        <span className="sr-only" role="status">
          {latest}
        </span>
        {history.all === 0 ? (
          <EmptyState
            title={ORDER_MESSAGES.none}
            action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>}
          />
        ) : (
          <div className="orders">
            {placed ? <PlacedOrder {...placed} /> : <HistoryFilter history={history} />}
            {guestEmail === undefined ? null : <KeepAccount email={guestEmail} />}
            {orders.length === 0 ? (
              <EmptyState
                title={ORDER_MESSAGES.none}
                action={<ButtonLink to={href('/profile/orders')}>Show all orders</ButtonLink>}
              />
            ) : null}
            {orders.map((each) => (
              <OrderCard
                key={each.order.id}
                {...{ ...each, pictures, today }}
                isNew={each.order.id === placedId}
                problem={problemOf(actionData, each.order.id)}
              />
            ))}
            <HistoryPaging history={history} shown={orders.length} />
          </div>
        )}
        <aside className="help-box" aria-labelledby="help">
          <h2 id="help">Help with an order</h2>
          <ul className="grid gap-2 text-sm text-ink-2">
            <li className="tick">
              <Icon name="chat" small />
              We reply within {formatSpan(help.replyWithinHours, 'hour')}.
            </li>
            <li className="tick">
              <Icon name="clock" small />
              Change or cancel within {formatSpan(help.cancelWithinHours, 'hour')} of ordering.
            </li>
            <li className="tick">
              <Icon name="return" small />
              Return ready pieces within {formatSpan(help.returnWithinDays, 'day')} of delivery. Pieces painted to order
              can’t be returned unless something is wrong.
            </li>
          </ul>
          <ButtonLink look="secondary" full to={href('/contact')}>
            Contact the studio
          </ButtonLink>
        </aside>
      </div>
      <YouMayLike artworks={recommended} isWanted={isWanted} />
    </>
  );
}

const problemOf = (answer: FormAnswer | undefined, orderId: string): string | undefined =>
  answer?.typed?.orderId === orderId ? answer.formError : undefined;

export type MyOrder = Route.ComponentProps['loaderData']['orders'][number];

function useStatusUpdates(orders: readonly OrderWithStatus[]): string {
  const statuses = orders.map(({ id, status }) => `${id} ${status}`).join();
  const [announced, setAnnounced] = useState({ statuses, orders, text: '' });
  if (announced.statuses === statuses) return announced.text;
  const text = orders
    .filter((order) => announced.orders.some((before) => before.id === order.id && before.status !== order.status))
    .map((order) => `Order ${order.orderNumber} is now ${order.status}.`)
    .join(' ');
  setAnnounced({ statuses, orders, text });
  return text;
}
