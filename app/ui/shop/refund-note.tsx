import { Form } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { describeOwed, type RefundState } from '#app/modules/orders/ledger/refund-state.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

const REFUNDED = {
  pending: 'is being returned the way you paid',
  succeeded: 'was refunded',
  failed: 'could not be refunded; we’ll try again',
} as const;

export function RefundNote({
  refund,
  form,
}: {
  refund: RefundState;
  form?: { id: string; fields: Record<string, string>; action?: string };
}) {
  return (
    <Note tone={refund.owed > 0 ? 'info' : 'done'} className="grid gap-2">
      <ul>
        {refund.refunds.map((each) => (
          <li key={`${each.createdAt.getTime()}-${each.amount}`} className="num">
            <b>{formatRupees(each.amount)}</b> {REFUNDED[each.status]}
            {each.sentTo && each.status === 'succeeded' ? ` to ${each.sentTo}` : ''}, {formatDay(each.createdAt)}
            {each.referenceId ? `, reference ${each.referenceId}` : ''}.
          </li>
        ))}
      </ul>
      {refund.owed > 0 ? (
        <p className="num">{describeOwed(refund, form ? undefined : 'under My Orders or by the link in our email')}</p>
      ) : null}
      {refund.asksDestination && form ? <DestinationForm {...form} isGiven={refund.destination !== undefined} /> : null}
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
        {isGiven ? 'Change where we send it' : 'Where should we send it?'}
      </summary>
      <Form method="post" action={action} preventScrollReset className="grid max-w-104 gap-3">
        <input type="hidden" name="intent" value="refund-destination" />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field label="UPI ID" {...field('upiId')} hint="For example, name@bank" autoComplete="off" inputMode="email" />
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
