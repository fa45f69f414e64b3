import { formatSpan } from '#app/basics/duration.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { Note } from '#app/ui/kit/note.tsx';

/** For shoppers whose order cannot be placed, although they may have paid. */
export function AlreadyPaid({
  contact: { email, phone, replyWithinHours },
  orderNumber,
  reference,
}: {
  contact: Pick<Settings['contact'], 'email' | 'phone' | 'replyWithinHours'>;
  orderNumber?: string;
  reference: string | undefined;
}) {
  if (normaliseReference(reference ?? '') === undefined) return null;
  return (
    <Note tone="info">
      <b>Have you paid already?</b> Your money is not lost. Write to{' '}
      <a className="link wrap-anywhere" href={`mailto:${email}`}>
        {email}
      </a>{' '}
      or call{' '}
      <a className="link whitespace-nowrap" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        {phone}
      </a>{' '}
      and name {orderNumber ? <>order {orderNumber} and </> : null}
      reference{' '}
      <b className="num wrap-anywhere" translate="no">
        {reference}
      </b>
      . We look for it in our bank and answer within {formatSpan(replyWithinHours, 'hour')}.
    </Note>
  );
}
