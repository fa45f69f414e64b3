import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { isOver, type RequestState, REQUEST_KINDS, STAGE_LABELS } from '#app/modules/requests/requests/request.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { labelOfState, toneOf } from './labels.ts';
import { WaitingLine } from './waiting-line.tsx';

export function RequestHead({
  page,
  now,
  level: Heading,
  customerName,
}: {
  page: RequestPage;
  now: Date;
  level: 'h1' | 'h2';
  customerName?: ReactNode;
}) {
  const { number, kind, artwork, customer, side, state, waiting, rejectionReason, createdAt } = page;
  return (
    <header className="request-head">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <p className="meta num">
            {number} · {REQUEST_KINDS[kind]} · {formatDay(createdAt)}
          </p>
          <Heading className="text-h3" tabIndex={-1}>
            {artwork?.title ?? 'A piece of your own'}
          </Heading>
          {customerName ? <p className="wrap-anywhere">{customerName}</p> : null}
        </div>
        <Badge tone={toneOf(state)}>{labelOfState(page, side)}</Badge>
      </div>
      <Progress state={state} first={side === 'studio' ? 'New' : 'Sent'} />
      {waiting ? <WaitingLine waiting={waiting} side={side} name={customer.name} now={now} /> : null}
      {page.readyDay ? <ReadyDay day={page.readyDay} now={now} /> : null}
      {rejectionReason && (state === 'rejected' || state === 'cancelled') ? (
        <p className="wrap-anywhere whitespace-pre-line">
          {side === 'studio' ? 'You wrote why: ' : 'We can’t make it: '}
          {rejectionReason}
        </p>
      ) : null}
      {state === 'closed' ? (
        <p className="muted">This request was closed after a period without messages. Send a message to reopen it.</p>
      ) : null}
      {page.isMadeAnew && state !== 'cancelled' && state !== 'delivered' ? (
        <Note tone="info">
          {side === 'studio'
            ? `The piece itself isn’t in stock. ${state === 'quoted' ? 'If the customer accepts, you make one like it.' : 'You make one like it.'}`
            : `The piece itself isn’t in stock${state === 'quoted' ? '. If you accept the quote, we make one like it for you.' : ': we make one like it for you.'}`}
        </Note>
      ) : null}
      {artwork && side === 'customer' ? (
        <p className="meta">
          The piece you chose:{' '}
          <Link className="link" to={href('/artwork/:id', { id: artwork.id })}>
            {artwork.title}
          </Link>
        </p>
      ) : null}
    </header>
  );
}

/** A day that has passed is not shown as a promise. */
export function ReadyDay({ day, now }: { day: string; now: Date }) {
  return isOver({ now }, day) ? (
    <p className="text-alert">Was due {formatDay(day)}</p>
  ) : (
    <p>Ready by {formatDay(day)}</p>
  );
}

const STEPS = ['Quoted', 'Agreed', STAGE_LABELS.painting, STAGE_LABELS.ready, STAGE_LABELS.delivered] as const;
const REACHED: Partial<Record<RequestState, number>> = {
  asked: 1,
  quoted: 2,
  agreed: 3,
  'fabric-in': 3,
  design: 3,
  painting: 4,
  stitching: 4,
  ready: 5,
  dispatched: 5,
  delivered: 6,
};

function Progress({ state, first }: { state: RequestState; first: string }) {
  const reached = REACHED[state];
  if (!reached) return null;
  return (
    <ol className="request-steps" aria-label="Progress">
      {[first, ...STEPS].map((step, at) => (
        <li key={step} data-done={at < reached || undefined} aria-current={at === reached - 1 ? 'step' : undefined}>
          {step}
          {at < reached - 1 ? <span className="sr-only">, done</span> : null}
        </li>
      ))}
    </ol>
  );
}
