import { Form } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { RefundState } from '#app/modules/refunds/refund-state.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

const REFUNDED = {
  pending: 'is on its way back to how you paid',
  succeeded: 'was refunded',
  failed: 'could not be refunded; we send it again',
} as const;

/**
 * What goes back to a customer: what went already, what is still owed, and where to send what no gateway returns. `fields` tell the
 * server which order it is; `id` tells the forms of a page apart. `mayAnswer`: this visitor may say where the money goes.
 */
export function RefundNote({
  refund,
  id,
  fields,
  action,
  mayAnswer = true,
}: {
  refund: RefundState;
  id: string;
  fields: Record<string, string>;
  action?: string;
  mayAnswer?: boolean;
}) {
  return (
    <Note tone={refund.owed > 0 ? 'info' : 'done'} className="grid gap-2">
      <ul>
        {refund.refunds.map((each) => (
          <li key={`${each.createdAt.getTime()}-${each.amount}`} className="num">
            <b>{formatRupees(each.amount)}</b> {REFUNDED[each.status]}, {formatDay(each.createdAt)}
            {each.referenceId ? `, reference ${each.referenceId}` : ''}.
          </li>
        ))}
      </ul>
      {refund.owed > 0 ? (
        <p>
          We owe you{' '}
          <b className="num" translate="no">
            {formatRupees(refund.owed)}
          </b>
          .{' '}
          {!refund.asksDestination
            ? 'It goes back the way you paid.'
            : refund.destination
              ? `We send it to ${refund.destination}.`
              : mayAnswer
                ? 'Tell us where to send it.'
                : 'Open the link in our email to tell us where to send it.'}
        </p>
      ) : null}
      {refund.asksDestination && mayAnswer ? (
        <DestinationForm id={id} fields={fields} action={action} isGiven={refund.destination !== undefined} />
      ) : null}
    </Note>
  );
}

function DestinationForm({
  id,
  fields,
  action,
  isGiven,
}: {
  id: string;
  fields: Record<string, string>;
  action?: string;
  isGiven: boolean;
}) {
  const ids = Object.fromEntries(
    ['upiId', 'accountHolder', 'accountNumber', 'ifsc'].map((name) => [name, `refund-${name}-${id}`]),
  );
  const form = useShopForm({ intent: 'refund-destination', ids });
  const isOwn = form.isAgain && Object.entries(fields).every(([name, value]) => form.values[name] === value);
  const field = (name: string) => (isOwn ? form.field(name) : { name, id: ids[name] });
  return (
    <details open={isOwn || !isGiven}>
      <summary className="link inline-flex min-h-11 items-center font-semibold">
        {isGiven ? 'Send it elsewhere…' : 'Where shall we send it?'}
      </summary>
      <Form method="post" action={action} preventScrollReset className="grid max-w-104 gap-3">
        <input type="hidden" name="intent" value="refund-destination" />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field label="UPI ID" {...field('upiId')} hint="Such as name@bank." autoComplete="off" inputMode="email" />
        <p className="meta">or a bank account</p>
        <Field label="Account holder" {...field('accountHolder')} maxLength={120} autoComplete="off" />
        <Field label="Account number" {...field('accountNumber')} inputMode="numeric" autoComplete="off" />
        <Field label="IFSC" {...field('ifsc')} maxLength={20} autoCapitalize="characters" autoComplete="off" />
        <Button size="small" className="justify-self-start">
          Save
        </Button>
      </Form>
    </details>
  );
}
