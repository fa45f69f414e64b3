import { href, useSearchParams } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { VERIFICATION_REFUSALS } from '#app/routes/admin/shared/labels.ts';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { Note } from '#app/ui/kit/note.tsx';

export function PaymentConfirmed() {
  const [search] = useSearchParams();
  const of = search.get('of') ?? '';
  const done = search.get('done');
  const refusal = ownValue(VERIFICATION_REFUSALS, search.get('refused'));
  if (refusal) return <Note tone="alert">{refusal}</Note>;
  if (done === 'unverified') return <Note tone="done">Undone. 1 to confirm again.</Note>;
  if (done !== 'matched' || !isUuid(of)) return null;
  return (
    <div data-keep-clear className="above-bar mx-auto max-w-104 shadow-lg">
      {search.has('undo') ? (
        <UndoNote
          action={href('/admin/orders/:id', { id: of })}
          intent="verification"
          undo={{ name: 'verification', value: 'unverified' }}
        >
          Payment confirmed.
          <input type="hidden" name="page" value="overview" />
          <input type="hidden" name="from" value="matched" />
        </UndoNote>
      ) : (
        <Note tone="done">Payment confirmed.</Note>
      )}
    </div>
  );
}
