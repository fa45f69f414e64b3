import { data, href } from 'react-router';
import { DESTINATION_REFUSALS } from '#app/modules/payments/payments/messages.ts';
import { destinationSchema } from '#app/modules/payments/payments/refund-destination.ts';
import { giveRefundDestination, findRefundStates } from '#app/modules/payments/payments/refunds.server.ts';
import { openOrderLink } from '#app/modules/orders/orders/order-link.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { tooManyRequests } from '#app/routes/retry-after.ts';
import { secretAddressHeaders, tokenOf, tooManyLinks } from '#app/routes/secret-address.ts';
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

type RefusedLink = Exclude<Awaited<ReturnType<typeof openOrderLink>>, { ok: true }>;

function refusalText(refusal: RefusedLink): string {
  if (refusal.reason === 'unknown-link')
    return 'This link is not valid. Use the link in our latest email about your order.';
  return tooManyLinks(refusal);
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const opened = await openOrderLink(context.get(shopContext), tokenOf(url));
  if (!opened.ok)
    return data(
      { end: refusalText(opened) },
      opened.reason === 'unknown-link' ? { status: 404 } : tooManyRequests(opened),
    );
  const { shop, orderId } = opened.value;
  const [order, refunds] = await Promise.all([getOrder(shop, orderId), findRefundStates(shop, [orderId])]);
  return { orderNumber: order.orderNumber, refund: refunds.get(orderId), isSaved: url.searchParams.has('saved') };
}

const form = formOf();

export const action = formAction({
  'refund-destination': form({
    schema: destinationSchema,
    async run(shop, { destination }, { url }) {
      const opened = await openOrderLink(shop, tokenOf(url));
      if (!opened.ok) return opened;
      return giveRefundDestination(opened.value.shop, { orderId: opened.value.orderId, destination });
    },
    done: (_given, _fields, { url }) =>
      `${href('/refund')}?${new URLSearchParams({ token: tokenOf(url), saved: 'yes' })}`,
    refused(refusal) {
      if (refusal.reason === 'unknown-link') return { formError: refusalText(refusal), status: 404 };
      if (refusal.reason === 'too-many') return refusalText(refusal);
      return { errors: { upiId: DESTINATION_REFUSALS[refusal.reason] } };
    },
  }),
});

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
      {isSaved ? <Note tone="done">Saved. We’ll send your refund there.</Note> : null}
      {refund ? (
        <RefundNote refund={refund} form={{ id: 'refund', fields: {} }} />
      ) : (
        <p>No refund is due for this order.</p>
      )}
    </LinkPage>
  );
}
