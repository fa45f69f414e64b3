import type { ReactNode } from 'react';
import { href } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import type { findTaker } from '#app/modules/payments/bank/statements.server.ts';
import { VERIFICATION_REFUSALS } from '#app/routes/admin/shared/labels.ts';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { OneUndone } from './confirmed-row.tsx';
import { type Confirmed, confirmedLabel } from './confirmed.ts';

export function Outcome({
  search,
  confirmed,
  taker,
  isAsking,
}: {
  search: URLSearchParams;
  confirmed: Confirmed | undefined;
  taker: Awaited<ReturnType<typeof findTaker>> | undefined;
  isAsking: boolean;
}) {
  const matched = search.get('matched');
  if (matched === '0') return <Note tone="info">Nothing left to match: someone else confirmed it.</Note>;
  const label = confirmed && confirmedLabel(confirmed.payments);
  const received = label ? (
    <span className="min-w-40 flex-1 leading-snug">
      {label.what} · <span className="num whitespace-nowrap">{label.detail}</span>
    </span>
  ) : matched !== null ? (
    `${matched} matched.`
  ) : (
    'Payment confirmed.'
  );
  if (matched !== null || search.get('done') === 'matched')
    return (
      <NearThumb>
        {confirmed?.undo ? (
          <UndoNote action={confirmed.undo.action} intent={confirmed.undo.intent} undo={confirmed.undo.button}>
            {received}
            {confirmed.undo.isOfBatch ? null : <OneUndone />}
          </UndoNote>
        ) : (
          <Note tone="done">{received}</Note>
        )}
      </NearThumb>
    );
  const unfound = search.get('unfound');
  if (unfound)
    return (
      <NearThumb>
        <UndoNote action={href('/admin/payments')} intent="not-found" undo={{ name: 'undo', value: 'yes' }}>
          Noted as not found today.
          <input type="hidden" name="paymentId" value={unfound} />
        </UndoNote>
      </NearThumb>
    );
  const dismissed = search.get('dismissed');
  if (dismissed)
    return (
      <UndoNote action={href('/admin/payments')} intent="dismiss" undo={{ name: 'undo', value: 'yes' }}>
        Dismissed as not an order payment.
        <input type="hidden" name="fingerprint" value={dismissed} />
      </UndoNote>
    );
  const outcome = outcomeNote(search);
  if (outcome) return <NearThumb>{outcome}</NearThumb>;
  const refused = search.get('refused');
  // An open dialog shows the outcome instead.
  const refusalMessage = isAsking ? undefined : ownValue(VERIFICATION_REFUSALS, refused);
  if (refusalMessage) return <Note tone="alert">{refusalMessage}</Note>;
  if (refused === 'gone')
    return (
      <Note tone="alert">
        {taker
          ? `Order ${taker.orderNumber} was already matched${taker.matchedBy ? ` by ${taker.matchedBy}` : ''}.`
          : 'This order or this line is already matched.'}{' '}
        The list is now up to date.
      </Note>
    );
  return null;
}

function outcomeNote(search: URLSearchParams): ReactNode {
  if (search.get('undone') === '0') return <Note tone="info">Nothing to undo: it was changed or refunded since.</Note>;
  if (search.has('undone')) return <Note tone="done">Undone. {search.get('undone')} to confirm again.</Note>;
  if (search.get('done') === 'unverified') return <Note tone="done">Undone. 1 to confirm again.</Note>;
  return search.get('done') === 'rejected' ? <Note tone="done">Reference rejected.</Note> : null;
}

/** Keeps the outcome near the thumb, wherever the page is scrolled. */
export function NearThumb({ children }: { children: ReactNode }) {
  return (
    <div data-keep-clear className="above-bar mx-auto max-w-104 shadow-lg">
      {children}
    </div>
  );
}
