import { data, Form, Link, redirect, href } from 'react-router';
import { z } from 'zod';
import { formatDay } from '#app/basics/india.ts';
import { WITHDRAWAL_ANSWERS } from '#app/modules/order-requests/messages.ts';
import { listMyRequests, withdrawRequest } from '#app/modules/order-requests/order-requests.server.ts';
import { REQUEST_KINDS, REQUEST_STATUS_LABELS } from '#app/modules/order-requests/request.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/requests.ts';

export const meta: Route.MetaFunction = () => [{ title: 'My Requests' }, { name: 'robots', content: 'noindex' }];

export const loader = async ({ context }: Route.LoaderArgs) => ({
  requests: await listMyRequests(context.get(shopContext)),
});

const withdrawalSchema = z.strictObject({ requestId: z.string() });

/** Takes a request back that nobody has answered yet. */
export async function action({ context, request }: Route.ActionArgs) {
  const { requestId } = await readButton(request, withdrawalSchema);
  const withdrawn = await withdrawRequest(context.get(shopContext), requestId);
  if (!withdrawn.ok) return data({ requestId, message: WITHDRAWAL_ANSWERS[withdrawn.reason] }, { status: 409 });
  context.get(visitContext).flash({ text: WITHDRAWAL_ANSWERS.withdrawn });
  return redirect(href('/profile/requests'), 303);
}

/** A refusal changes nothing, but the request was answered meanwhile. */
export const shouldRevalidate = () => true;

export default function MyRequests({ loaderData: { requests }, actionData }: Route.ComponentProps) {
  if (requests.length === 0)
    return (
      <EmptyState
        title="No requests yet"
        action={<ButtonLink to={href('/custom-order')}>Start a custom order</ButtonLink>}
      >
        Pieces you asked for and custom orders stand here, with what became of them.
      </EmptyState>
    );
  return (
    <section className="grid max-w-(--container-form) gap-6 pt-8" aria-labelledby="requests">
      <h2 id="requests" className="text-h3">
        My Requests
      </h2>
      <ul className="grid gap-4">
        {requests.map((request) => (
          <MyRequest
            key={request.id}
            request={request}
            problem={actionData?.requestId === request.id ? actionData.message : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

function MyRequest({
  request: {
    id,
    number,
    kind,
    artworkId,
    artworkTitle,
    message,
    neededBy,
    status,
    rejectionReason,
    orderId,
    orderNumber,
    createdAt,
  },
  problem,
}: {
  request: Route.ComponentProps['loaderData']['requests'][number];
  problem?: string;
}) {
  return (
    <li className="panel grid gap-3 p-panel">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="num font-semibold">{number}</h3>
          <p className="meta num">
            {REQUEST_KINDS[kind]} · {formatDay(createdAt)}
          </p>
        </div>
        <Badge tone={status === 'pending' ? 'haldi' : status === 'accepted' ? 'pine' : undefined}>
          {REQUEST_STATUS_LABELS[status]}
        </Badge>
      </div>
      <p>
        {artworkId && artworkTitle ? (
          <Link className="link" to={href('/artwork/:id', { id: artworkId })}>
            {artworkTitle}
          </Link>
        ) : (
          'A piece that is no longer in the shop'
        )}
      </p>
      {message ? <p className="muted wrap-anywhere whitespace-pre-line">{message}</p> : null}
      {neededBy && kind === 'out-of-stock' ? <p className="num">Needed by {formatDay(neededBy)}</p> : null}
      {rejectionReason ? (
        <p className="wrap-anywhere whitespace-pre-line">We can’t make it: {rejectionReason}</p>
      ) : null}
      {orderId ? (
        <p>
          It became order{' '}
          <Link className="link num" to={`${href('/profile/orders')}#order-${orderId}`}>
            {orderNumber}
          </Link>
          .
        </p>
      ) : null}
      {problem ? <Note tone="alert">{problem}</Note> : null}
      {status === 'pending' ? (
        <Form method="post">
          <input type="hidden" name="requestId" value={id} />
          <ConfirmButton
            look="secondary"
            title="Withdraw this request?"
            consequence={`We stop working on ${number}. You can ask for the piece again at any time.`}
            verb="Withdraw"
          >
            Withdraw<span className="sr-only"> {number}</span>
          </ConfirmButton>
        </Form>
      ) : null}
    </li>
  );
}
