import { Form } from 'react-router';
import type { RequestAccount } from '#app/modules/order-requests/order-requests.server.ts';
import type { FormProblem } from '#app/platform/forms.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';

const PREFIX = 'accept';

/** What has to be settled before a request becomes an order: how many, at what price, and where it goes. */
export function AcceptForm({
  action,
  known,
  account,
  trouble,
  price,
}: {
  action: string;
  known: Record<string, string>;
  account: RequestAccount | undefined;
  trouble?: FormProblem & { form: string };
  price: string | undefined;
}) {
  const own = trouble?.form === 'accept' ? trouble : undefined;
  const told = own?.typed ?? known;
  const errors = own?.errors ?? {};
  return (
    <Part title="Accept">
      <Form id="accept" method="post" action={action} preventScrollReset className="grid gap-3">
        <input type="hidden" name="form" value="accept" />
        <ErrorSummary errors={own?.errors} formError={own?.formError} ids={addressIds(PREFIX)} />
        <p className="meta">
          {account
            ? `The order stands in the account of ${account.name}. What is not in stock is made to order.`
            : 'Somebody must have an account first.'}
        </p>
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
          <Field
            label="Quantity"
            name="quantity"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={told.quantity}
            error={errors.quantity}
            required
          />
          <Field
            label="Price of one piece in rupees"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            placeholder={price}
            defaultValue={told.price}
            error={errors.price}
            required
          />
        </div>
        <AddressFields known={told} errors={errors} idPrefix={PREFIX} />
        <Button icon="check" className="justify-self-start">
          Accept
        </Button>
      </Form>
    </Part>
  );
}
