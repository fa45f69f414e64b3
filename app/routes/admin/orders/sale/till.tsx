import { Form, Link, useNavigation, useSearchParams, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { Button, ButtonLink, IconLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { QrCode } from '#app/ui/kit/qr-code.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/sale.ts';
import { addressWith, addressWithLine } from './sale-address.ts';

type Data = Route.ComponentProps['loaderData'];

const FORM = 'sale';

export function Till({ draft, formKey, takesUpi, upi }: Pick<Data, 'draft' | 'formKey' | 'takesUpi' | 'upi'>) {
  const [search] = useSearchParams();
  const { formMethod, formAction } = useNavigation();
  const { values, field, errors, summary } = useShopForm({ known: { key: formKey } });
  const count = draft.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count === 0) return null;
  const total = formatRupees(draft.totals.total);
  const isSending = formMethod === 'POST' && formAction?.startsWith(href('/admin/sale')) === true;
  return (
    <>
      <section className="panel" aria-labelledby="picked">
        <div className="panel-head">
          <h2 id="picked">Picked</h2>
          <Link className="link inline-flex min-h-11 items-center" to={href('/admin/sale')} preventScrollReset>
            Remove all
          </Link>
        </div>
        <PickedLines lines={draft.lines} />
        <Form
          id={FORM}
          method="post"
          action={addressWith(search, upi ? { pay: 'upi', key: values.key, drawn: String(upi.drawnAmount) } : {})}
          preventScrollReset
          className="grid max-w-176 gap-3 px-panel pb-panel md:grid-cols-2"
        >
          {/* Enter uses a form's first button, so the first button takes no money. */}
          <button type="submit" disabled hidden aria-label="Nothing" />
          <input type="hidden" name="key" value={values.key} />
          <input type="hidden" name="seenTotal" value={draft.totals.total} />
          <div className="col-span-full empty:hidden">{upi ? null : <ErrorSummary {...summary} />}</div>
          <Field label="Name" {...field('name')} maxLength={100} autoComplete="off" optional />
          <Field label="Phone" {...field('phone')} inputMode="tel" autoComplete="off" optional />
        </Form>
      </section>
      <div className="sale-till">
        <p className="num leading-tight" role="status">
          <b className="text-lg">{total}</b>
          <span className="meta">{count === 1 ? '1 piece' : `${count} pieces`}</span>
        </p>
        <Button form={FORM} name="method" value="cash" busy={isSending && !upi}>
          Cash taken
        </Button>
        {takesUpi ? (
          <ButtonLink
            look="secondary"
            icon="qr"
            preventScrollReset
            to={addressWith(search, { pay: 'upi', key: values.key, drawn: String(draft.totals.total) })}
          >
            UPI code
          </ButtonLink>
        ) : null}
      </div>
      {upi ? (
        <UpiDialog
          upi={upi}
          closeTo={addressWith(search)}
          error={summary.formError ?? errors.name ?? errors.phone}
          reference={
            <Field label="UTR" {...field('reference')} form={FORM} inputMode="numeric" autoComplete="off" optional />
          }
          busy={isSending}
        />
      ) : null}
    </>
  );
}

function PickedLines({ lines }: { lines: Data['draft']['lines'] }) {
  const [search] = useSearchParams();
  return (
    <ul className="px-panel pb-3" aria-label="Picked pieces">
      {lines.map(({ artworkId, variantId, title, quantity, lineTotal, available }) => (
        <li
          key={variantId ?? artworkId}
          className="grid grid-cols-rest-auto items-center gap-3 border-line border-t py-1.5"
        >
          <span className="leading-snug wrap-anywhere">
            {title}
            <span className="meta num block">
              {quantity} · {formatRupees(lineTotal)}
            </span>
            {quantity > available ? (
              <span className="block font-semibold text-alert text-sm">Only {available} in stock</span>
            ) : null}
          </span>
          <IconLink
            icon="minus"
            label={`One ${title} less`}
            replace
            preventScrollReset
            to={addressWithLine(search, { artworkId, variantId, quantity: quantity - 1 })}
          />
        </li>
      ))}
    </ul>
  );
}

/** Shows the QR code. The owner sees the payment on their own phone. */
function UpiDialog({
  upi,
  closeTo,
  error,
  reference,
  busy,
}: {
  upi: NonNullable<Data['upi']>;
  closeTo: string;
  error: string | undefined;
  reference: React.ReactNode;
  busy: boolean;
}) {
  const [search] = useSearchParams();
  const hasChanged = upi.drawnAmount !== upi.amount || search.get('refused') === 'total-changed';
  return (
    <Dialog
      open
      closeTo={closeTo}
      title="Pay by UPI"
      foot={
        <Button form={FORM} name="method" value="upi" icon="check" full busy={busy}>
          Paid, {formatRupees(upi.amount)}
        </Button>
      }
    >
      {error ? <Note tone="alert">{error}</Note> : null}
      {hasChanged ? (
        <Note tone="alert">
          {`A price has changed: the QR code now asks for ${formatRupees(upi.amount)}${upi.drawnAmount === upi.amount ? '' : `, not ${formatRupees(upi.drawnAmount)}`}. Show it again before you tap Paid.`}
        </Note>
      ) : null}
      <div className="qr-box">
        <QrCode qr={upi.qr} label={`UPI QR code for ${formatRupees(upi.amount)}`} />
        <span className="qr-box-amount">{formatRupees(upi.amount)}</span>
        <span className="meta num wrap-anywhere">{`${upi.payeeName}, ${upi.payeeAddress}, for ${upi.note}`}</span>
      </div>
      <p>Tap Paid once the money has arrived on your phone.</p>
      {reference}
    </Dialog>
  );
}
