import type { Ref } from 'react';
import { Form, Link, useSubmit, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { itemKey } from '#app/basics/item.ts';
import { draftLineText, MAX_QUANTITY } from '#app/modules/payments/checkout/draft-order.ts';
import { totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Checkbox, Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import type { Route } from './+types/new.ts';
import { withLine } from './draft-terms.ts';

export function DraftLines({
  draft,
  terms,
  search,
  unreadable,
  form,
}: Pick<Route.ComponentProps['loaderData'], 'draft' | 'terms' | 'unreadable'> & {
  search: URLSearchParams;
  form: Ref<HTMLFormElement>;
}) {
  if (draft.lines.length === 0) return <p className="muted">Search for a piece to add it.</p>;
  const { totals } = draft;
  return (
    <>
      <ul aria-label="Pieces in the order">
        {draft.lines.map((line) => (
          <DraftLine key={itemKey(line)} line={line} search={search} />
        ))}
      </ul>
      <Form
        ref={form}
        action={href('/admin/orders/new')}
        preventScrollReset
        className="grid max-w-176 items-end gap-3 md:grid-cols-3"
      >
        {search.getAll('line').map((line) => (
          <input key={line} type="hidden" name="line" value={line} />
        ))}
        <Field
          label="Discount in rupees"
          name="discount"
          inputMode="decimal"
          autoComplete="off"
          optional
          defaultValue={
            unreadable ? (search.get('discount') ?? '') : terms.discount > 0 ? rupeesText(terms.discount) : ''
          }
          error={
            unreadable
              ? 'Enter an amount in rupees'
              : draft.discountTooLarge
                ? 'Enter less than the price of the pieces.'
                : undefined
          }
        />
        <Field
          label="PIN code for shipping"
          name="zip"
          inputMode="numeric"
          autoComplete="off"
          optional
          defaultValue={terms.zipCode ?? ''}
        />
        <Checkbox label="Handed over in person" name="handed" defaultChecked={terms.handedOver} className="min-h-11" />
        <Button look="card" size="small" className="justify-self-start">
          Calculate
        </Button>
      </Form>
      {draft.discountTooLarge ? <Note tone="alert">The discount is more than the price of the pieces.</Note> : null}
      <div className="max-w-104">
        <TotalRows
          rows={totalRows(totals, {
            shipped: terms.handedOver ? 'None' : undefined,
            total: 'Grand total',
            includedGst: draft.includedGst,
          })}
        />
      </div>
    </>
  );
}

function DraftLine({
  line,
  search,
}: {
  line: Route.ComponentProps['loaderData']['draft']['lines'][number];
  search: URLSearchParams;
}) {
  const submit = useSubmit();
  return (
    <li className="grid grid-cols-rest-auto items-center gap-x-3.5 border-line border-t py-2 md:grid-cols-[minmax(0,1fr)_9rem_7rem_auto]">
      <span className="leading-snug">
        <b className="font-semibold">{line.title}</b>
        <span className="meta num block">
          {formatRupees(line.price)} · {line.available} in stock
        </span>
        {line.quantity > line.available ? (
          <span className="block font-semibold text-alert text-sm">Only {line.available} in stock</span>
        ) : null}
      </span>
      <Form action={href('/admin/orders/new')} preventScrollReset className="flex items-center gap-1.5">
        {[...search].map(([name, value]) =>
          name === 'line' && value.toLowerCase().startsWith(draftLineText(line).replace(/\d+$/, '')) ? null : (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ),
        )}
        <select
          name="line"
          aria-label={`Quantity of ${line.title}`}
          className="input w-20"
          value={draftLineText(line)}
          onChange={(event) => {
            const next = withLine(search, { ...line, quantity: event.target.selectedIndex + 1 });
            void submit(next, { action: href('/admin/orders/new'), preventScrollReset: true });
          }}
        >
          {Array.from({ length: Math.min(Math.max(line.available, line.quantity), MAX_QUANTITY, 99) }, (_, at) => (
            <option key={at} value={draftLineText({ ...line, quantity: at + 1 })}>
              {at + 1}
            </option>
          ))}
        </select>
        <noscript>
          <Button look="quiet">Update</Button>
        </noscript>
      </Form>
      <b className="num hidden text-right md:block">{formatRupees(line.lineTotal)}</b>
      <Link
        className="link inline-flex min-h-11 items-center"
        preventScrollReset
        to={`?${withLine(search, { ...line, quantity: 0 })}`}
        aria-label={`Remove ${line.title}`}
      >
        Remove
      </Link>
    </li>
  );
}
