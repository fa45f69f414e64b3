import { stateOfGstin } from '#app/basics/gstin.ts';
import { spacedPhone } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { takesAddress } from '#app/modules/orders/orders/order-life.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { INTERSTATE_WARNINGS, type InterstateRule } from '#app/modules/store/settings/interstate.ts';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { CopyButton, Part } from '#app/routes/admin/shared/part.tsx';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

export function OrderAddress({
  order,
  seen,
  whatsApp,
  interstate,
}: {
  order: Order;
  seen: string;
  whatsApp: string | undefined;
  interstate: InterstateRule | undefined;
}) {
  const { isAgain, values, field, summary } = useShopForm({
    intent: 'address',
    known: { ...order.shippingAddress, seen },
    ids: addressIds('address'),
  });
  const lines = addressLines(order);
  return (
    <Part title="Shipping address" aside={<CopyButton label="Copy address" text={lines.join('\n')} />}>
      <address className="not-italic leading-relaxed">
        {lines.map((line) => (
          <span key={line} className="num block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
      {order.firm ? (
        <p className="num wrap-anywhere">
          {order.firm.name}, GSTIN {order.firm.gstin}
          {order.firm.suppliesFirmState ? (
            <span className="meta block">
              The parcel goes to somebody else on the company’s order, so it is taxed in{' '}
              {stateOfGstin(order.firm.gstin)}.
            </span>
          ) : null}
        </p>
      ) : null}
      {interstate ? (
        <Note tone={interstate === 'handicraft' ? 'info' : undefined}>{INTERSTATE_WARNINGS[interstate]}</Note>
      ) : null}
      <PhoneLinks phone={order.shippingAddress.phone} text={whatsApp} />
      <Done messages={{ address: 'Shipping address corrected.' }} />
      {takesAddress(order) ? (
        <details open={isAgain}>
          <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Edit address</summary>
          <SheetForm intent="address" className="grid gap-3 pt-1">
            <ErrorSummary {...summary} formError={undefined} />
            <input type="hidden" name="seen" value={values.seen} />
            <AddressFields field={field} emailOptional={order.shippingAddress.email === ''} />
            <Button size="small" className="justify-self-start">
              Save address
            </Button>
          </SheetForm>
        </details>
      ) : null}
    </Part>
  );
}

const addressLines = ({ shippingAddress: to }: Order): string[] =>
  [
    [to.name, spacedPhone(to.phone)].filter(Boolean).join(', '),
    to.street,
    to.city && `${to.city}, ${to.state} ${to.zipCode}`,
    to.email,
  ].filter(Boolean);
