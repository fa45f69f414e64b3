import { Form } from 'react-router';
import type { RequestAccount } from '#app/modules/requests/requests/read-requests.server.ts';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

const PREFIX = 'accept';

/** What has to be settled before a request becomes an order: how many, at what price, and where it goes. */
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
      <Form id="accept" method="post" action={action} preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="accept" />
        <input type="hidden" name="warnedState" value={values.warnedState ?? ''} />
        <ErrorSummary {...summary} />
        <p className="meta">
          {account
            ? `The order stands in the account of ${account.name}. What is not in stock is made to order.`
            : 'Somebody must have an account first.'}
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
