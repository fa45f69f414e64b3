import { Form, href } from 'react-router';
import type { RequestAccount } from '#app/modules/requests/requests/access.server.ts';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

const PREFIX = 'accept';

export function AcceptForm({
  action,
  known,
  account,
  price,
}: {
  action: string;
  known: Record<string, string>;
  account: RequestAccount | undefined;
  price: string | undefined;
}) {
  const { values, field, summary } = useShopForm({ intent: 'accept', known, ids: addressIds(PREFIX) });
  return (
    <Part title="Accept">
      <Form id="accept" method="post" action={action} className="grid gap-3">
        <FailureText>{REQUEST_ANSWERS['not-accepted']}</FailureText>
        <input type="hidden" name="intent" value="accept" />
        <input type="hidden" name="warnedState" value={values.warnedState ?? ''} />
        <ErrorSummary {...summary} />
        <p className="meta">
          {account
            ? `Creates an order for ${account.name}, made to order if out of stock.`
            : 'The customer needs an account first.'}
        </p>
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
          <Field label="Quantity" {...field('quantity')} inputMode="numeric" autoComplete="off" required />
          <Field
            label="Price of one piece in rupees"
            {...field('price')}
            inputMode="decimal"
            autoComplete="off"
            placeholder={price}
            required
          />
        </div>
        <AddressFields field={field} />
        <Button icon="check" className="justify-self-start">
          Accept
        </Button>
      </Form>
    </Part>
  );
}

/** Reopens a rejected or closed request without an email. */
export function ReopenForm() {
  return (
    <SheetForm intent="reopen" className="grid gap-2">
      <Button look="card" size="small" className="justify-self-start">
        Reopen request
      </Button>
      <p className="meta">The customer is not notified. Send them a message below.</p>
    </SheetForm>
  );
}

export function RejectForm({ id, to }: { id: string; to: string }) {
  return (
    <Part title="Reject">
      <ActionForm id="reject" action={href('/admin/requests/:id', { id })} className="grid gap-3">
        <input type="hidden" name="intent" value="reject" />
        <FailureText>{REQUEST_ANSWERS['not-rejected']}</FailureText>
        <TextArea
          label="Reason (the customer will read this)"
          name="reason"
          id="rejection-reason"
          hint={`Emailed to ${to} in 1 minute. You can undo until then.`}
          optional
          rows={3}
          maxLength={1000}
        />
        <Button look="destructive" size="small" className="justify-self-start">
          Reject
        </Button>
      </ActionForm>
    </Part>
  );
}
