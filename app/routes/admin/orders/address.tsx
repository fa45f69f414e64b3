import { Form, Link } from 'react-router';
import { takesAddress } from '#app/modules/orders/order-life.ts';
import type { Order } from '#app/modules/orders/order.ts';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { CopyButton, Part } from '#app/routes/admin/shared/part.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

const PREFIX = 'address';

/** Where the parcel goes; it can be corrected until it has left the studio. */
export function OrderAddress({ order, here, listSearch }: { order: Order; here: string; listSearch: string }) {
  const { isAgain, field, summary } = useShopForm({
    intent: 'address',
    known: order.shippingAddress,
    ids: addressIds(PREFIX),
  });
  const mayCorrect = takesAddress(order);
  return (
    <Part title="Shipping address" aside={<CopyButton label="Copy address" text={addressLines(order).join('\n')} />}>
      <address className="not-italic leading-relaxed">
        {addressLines(order).map((line) => (
          <span key={line} className="num block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
      {mayCorrect ? (
        <details open={isAgain}>
          <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Correct it…</summary>
          <Form method="post" action={`${here}${listSearch}`} preventScrollReset className="grid gap-3 pt-1">
            <input type="hidden" name="intent" value="address" />
            <ErrorSummary {...summary} />
            <AddressFields field={field} emailOptional={order.shippingAddress.email === ''} />
            <Button size="small" className="justify-self-start">
              Save address
            </Button>
          </Form>
        </details>
      ) : null}
      <p>
        <Link className="link inline-flex min-h-11 items-center" to={`${here}/label`}>
          Print the address label
        </Link>
      </p>
    </Part>
  );
}

const addressLines = ({ shippingAddress: to }: Order): string[] =>
  [
    `${to.name}, ${to.phone.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`,
    to.street,
    `${to.city}, ${to.state} ${to.zipCode}`,
    to.email,
  ].filter(Boolean);
