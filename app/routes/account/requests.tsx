import { href, Link } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { listedRequests, listMyRequests } from '#app/modules/requests/requests/read-requests.server.ts';
import { REQUEST_KINDS } from '#app/modules/requests/requests/request.ts';
import { labelOfState, toneOf, unreadSentence } from '#app/routes/requests/labels.ts';
import { WaitingLine } from '#app/routes/requests/waiting-line.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { useLiveUpdates } from '#app/ui/shop/use-live-updates.ts';
import type { Route } from './+types/requests.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'My Requests',
    description: 'Your requests and custom orders.',
    path: href('/profile/requests'),
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const requests = await listMyRequests(shop);
  const listed = await listedRequests(
    shop,
    requests.map(({ id }) => id),
  );
  return {
    now: shop.now,
    requests: requests.flatMap((request) => {
      const shown = listed.get(request.id);
      return shown ? [{ ...request, ...shown }] : [];
    }),
  };
}

export default function MyRequests({ loaderData: { requests, now } }: Route.ComponentProps) {
  useLiveUpdates(['request', 'order']);
  if (requests.length === 0)
    return (
      <EmptyState
        title="No requests yet"
        action={<ButtonLink to={href('/custom-order')}>Start a custom order</ButtonLink>}
      >
        Your requests and custom orders will appear here.
      </EmptyState>
    );
  return (
    <section className="grid max-w-(--container-form) gap-6 pt-8" aria-labelledby="requests">
      <h2 id="requests" className="text-h3">
        My Requests
      </h2>
      <ul className="grid gap-4">
        {requests.map((request) => (
          <MyRequest key={request.id} request={request} now={now} />
        ))}
      </ul>
    </section>
  );
}

function MyRequest({
  request: { id, number, kind, artworkTitle, message, neededBy, state, waiting, unread, orderNumber, createdAt },
  now,
}: {
  request: Route.ComponentProps['loaderData']['requests'][number];
  now: Date;
}) {
  return (
    <li className="panel relative grid gap-3 p-panel">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="font-semibold">
            <Link className="link after:absolute after:inset-0" to={href('/profile/requests/:id', { id })}>
              {artworkTitle ?? 'A piece that is no longer in the shop'}
            </Link>
          </h3>
          <p className="meta num">
            {number} · {REQUEST_KINDS[kind]} · {formatDay(createdAt)}
          </p>
        </div>
        <Badge tone={toneOf(state)}>{labelOfState({ state, waiting }, 'customer')}</Badge>
      </div>
      {waiting ? <WaitingLine waiting={waiting} side="customer" name="" now={now} /> : null}
      {message ? <p className="muted line-clamp-3 wrap-anywhere whitespace-pre-line">{message}</p> : null}
      {neededBy ? <p className="num">Needed by {formatDay(neededBy)}</p> : null}
      {orderNumber ? <p className="num">Order {orderNumber}</p> : null}
      {unread > 0 ? <p className="font-semibold text-geru">{unreadSentence(unread)}</p> : null}
    </li>
  );
}
