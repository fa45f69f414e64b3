import { Form, href } from 'react-router';
import type { RequestAccount } from '#app/modules/requests/requests/access.server.ts';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { PAID_BY_LABELS } from '#app/modules/requests/requests/request.ts';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Checkbox, Field, Select, TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

const PREFIX = 'accept';
export const ACCEPT_FORM = 'accept';

/** With a delivery address, one click accepts. Otherwise the address fields are open. */
export function AcceptForm({
  action,
  known,
  account,
  price,
  isOwner,
  isPrimary,
}: {
  action: string;
  known: Record<string, string>;
  account: RequestAccount | undefined;
  price: string | undefined;
  isOwner: boolean;
  isPrimary: boolean;
}) {
  const { values, errors, field, tick, summary } = useShopForm({
    intent: 'accept',
    known,
    ids: addressIds(PREFIX),
  });
  const isAddressKnown = NEEDED.every((name) => values[name]);
  const hasWrongDetails = DETAILS.some((name) => errors[name]);
  return (
    <Form id={ACCEPT_FORM} method="post" action={action} className="form" aria-label="Accept" noValidate>
      <FailureText>{REQUEST_ANSWERS['not-accepted']}</FailureText>
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="warnedState" value={values.warnedState ?? ''} />
      <ErrorSummary {...summary} />
      <p className="wrap-anywhere">
        {account
          ? `Creates an order for ${account.name}, made to order if out of stock.`
          : 'The customer needs an account first.'}
        {isAddressKnown ? (
          <span className="meta block">
            {values.street}, {values.city} {values.zipCode}, {values.state}
          </span>
        ) : null}
      </p>
      {isOwner ? (
        <div className="grid gap-3">
          <Checkbox {...tick('alreadyPaid')} label="Already paid" />
          <div className="paid-by max-w-60">
            <Select label="How" {...field('paidBy')}>
              {Object.entries(PAID_BY_LABELS).map(([way, label]) => (
                <option key={way} value={way}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        </div>
      ) : null}
      <Accordion title="Quantity, price and address" open={!isAddressKnown || hasWrongDetails}>
        <div className="grid gap-3">
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
        </div>
      </Accordion>
      <Button
        look={isPrimary ? 'primary' : 'secondary'}
        icon="check"
        className={cn('justify-self-start', isPrimary && 'above-dock')}
      >
        Accept
      </Button>
    </Form>
  );
}

const NEEDED = ['name', 'phone', 'email', 'street', 'city', 'state', 'zipCode', 'price'];
const DETAILS = [...NEEDED, 'quantity'];

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
    <Accordion title="Reject">
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
    </Accordion>
  );
}
