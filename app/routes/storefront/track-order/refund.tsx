import { data, href, redirect } from 'react-router';
import { formatMinutes } from '#app/basics/duration.ts';
import { DESTINATION_REFUSALS } from '#app/modules/payments/payments/messages.ts';
import { linkDestinationSchema } from '#app/modules/payments/payments/refund-destination.ts';
import {
  giveRefundDestination,
  openRefundLink,
  refundStatesOf,
} from '#app/modules/payments/payments/refunds.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { readFields } from '#app/platform/forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { tooManyRequests } from '#app/routes/retry-after.ts';
import { secretAddressHeaders } from '#app/routes/secret-address.ts';
import { LinkPage } from '#app/routes/storefront/sign-in/link-page.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { RefundNote } from '#app/ui/shop/refund-note.tsx';
import type { Route } from './+types/refund.ts';

export const links = wholeStyleSheet;

export const headers = secretAddressHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your refund',
    description: 'Tell us where to send your refund.',
    path: href('/refund'),
    hidden: true,
  });

/** What the link of an email opens, or why it opens nothing. */
async function openLink(shop: Shop, { searchParams }: URL) {
  const opened = await openRefundLink(shop, searchParams.get('token') ?? '');
  if (opened.ok) return opened.value;
  if (opened.reason === 'unknown-link')
    return { end: 'This link is not valid. Use the link in our latest email about your order.', status: 404 };
  const wait = formatMinutes(opened.data.retryAfterSeconds);
  return { end: `Too many wrong links were opened from here. Try again in ${wait}.`, ...tooManyRequests(opened) };
}

/** The page behind the link of an email about a refund: what goes back, and where to. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const opened = await openLink(context.get(shopContext), url);
  if ('end' in opened) return data({ end: opened.end }, { status: opened.status });
  const { shop, orderId } = opened;
  const [order, refunds] = await Promise.all([getOrder(shop, orderId), refundStatesOf(shop, [orderId])]);
  return { orderNumber: order.orderNumber, refund: refunds.get(orderId), isSaved: url.searchParams.has('saved') };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const opened = await openLink(context.get(shopContext), url);
  if ('end' in opened) return data({ formError: opened.end }, { status: opened.status });
  const read = readFields(await request.formData(), linkDestinationSchema);
  if (!read.ok) return data({ errors: read.errors, typed: read.typed }, { status: 400 });
  const { shop, orderId } = opened;
  const given = await giveRefundDestination(shop, { orderId, destination: read.value.destination });
  if (!given.ok)
    return data({ errors: { upiId: DESTINATION_REFUSALS[given.reason] }, typed: read.typed }, { status: 409 });
  const search = new URLSearchParams({ token: url.searchParams.get('token') ?? '', saved: 'yes' });
  return redirect(`${href('/refund')}?${search}`, 303);
}

export default function Refund({ loaderData }: Route.ComponentProps) {
  if ('end' in loaderData)
    return (
      <LinkPage
        title="Your refund"
        end={{ tone: 'alert', text: loaderData.end, next: { to: href('/contact'), label: 'Contact' } }}
      >
        {null}
      </LinkPage>
    );
  const { orderNumber, refund, isSaved } = loaderData;
  return (
    <LinkPage title="Your refund">
      <p className="num">Order {orderNumber}</p>
      {isSaved ? <Note tone="done">Saved. We send your refund there.</Note> : null}
      {refund ? (
        <RefundNote refund={refund} form={{ id: 'refund', fields: {} }} />
      ) : (
        <p>Nothing is owed for this order.</p>
      )}
    </LinkPage>
  );
}
