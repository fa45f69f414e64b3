import { useState } from 'react';
import { Link, useNavigation, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { receiptField } from '#app/modules/orders/returns/forms.ts';
import { countArrived, countReturned, type ReturnRequest } from '#app/modules/orders/returns/return.ts';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

type Line = ReturnRequest['lines'][number];

export function ReceiptForm({ request }: { request: ReturnRequest }) {
  const { came, asked, isWhole } = countArrived(request);
  const isSending = useNavigation().formAction?.startsWith(href('/admin/returns/:id', { id: request.id })) === true;
  const isRestocked = request.lines.every((line) => line.madeToOrder || line.fitForSale === line.received);
  const isOver = isWhole || request.status !== 'accepted';
  if (request.receivedAt && isOver && isRestocked)
    return (
      <Note tone="done">
        {request.restockedAt
          ? `Received and back in stock since ${formatMoment(request.restockedAt)}.`
          : `Received ${formatMoment(request.receivedAt)}.`}
      </Note>
    );
  return (
    <SheetForm
      key={`${came} ${request.restockedAt?.getTime()}`}
      intent="receipt"
      className="grid gap-3 border-line border-t pt-4"
    >
      <p className="meta">
        {request.receivedAt
          ? `${came} of ${asked} received, the first ${formatMoment(request.receivedAt)}. Enter the totals so far.`
          : 'When the pieces arrive, enter how many you received.'}
      </p>
      {request.lines.map((line) => (
        <ReceivedNumbers
          key={line.variantId ?? line.artworkId}
          line={line}
          most={countReturned(request, line)}
          isFirst={request.receivedAt === null}
        />
      ))}
      <Button className="justify-self-start" busy={isSending}>
        Mark as received{' '}
      </Button>
      <p className="meta">
        Pieces fit for sale go back into stock. {isOver ? '' : 'You can add the rest later. '}
        {request.kind === 'return' ? (
          <>
            Record the refund in the{' '}
            <Link className="link" to={href('/admin/orders/:id', { id: request.orderId })}>
              order
            </Link>
            .
          </>
        ) : null}
      </p>
    </SheetForm>
  );
}

/** “Fit for sale” is the same as “Received” until someone edits it. */
function ReceivedNumbers({ line, most, isFirst }: { line: Line; most: number; isFirst: boolean }) {
  const names = { received: receiptField('received', line), fit: receiptField('fitForSale', line) };
  const known = {
    [names.received]: String(isFirst ? line.quantity : line.received),
    [names.fit]: String(isFirst ? line.quantity : line.fitForSale),
  };
  const { values, field } = useShopForm({ intent: 'receipt', known });
  const [fit, setFit] = useState({ value: values[names.fit] ?? '', isTyped: !isFirst });
  const { defaultValue: _, ...fitField } = field(names.fit);
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="pb-1 font-semibold wrap-anywhere">{line.title}</legend>
      <Field
        label="Received"
        {...field(names.received)}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        hint={`Of ${most}`}
        onChange={({ currentTarget: { value } }) => {
          if (!fit.isTyped) setFit({ value, isTyped: false });
        }}
      />
      {line.madeToOrder ? null : (
        <Field
          label="Fit for sale"
          {...fitField}
          value={fit.value}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          hint="Back in stock"
          onChange={({ currentTarget: { value } }) => setFit({ value, isTyped: true })}
        />
      )}
    </fieldset>
  );
}
