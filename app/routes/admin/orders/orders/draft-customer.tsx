import type { RefObject } from 'react';
import { Form, useSubmit, href } from 'react-router';
import { formatRupees, paise } from '#app/basics/money.ts';
import { itemKey } from '#app/basics/item.ts';
import { DRAFT_METHODS, draftAnswerField } from '#app/modules/payments/checkout/draft-order.ts';
import { AddressFields, addressIds } from '#app/routes/admin/shared/address-fields.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { FirmFields } from '#app/ui/shop/firm-fields.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/new.ts';
import { typesOtherTerms } from './draft-terms.ts';

const PREFIX = 'customer';

export function DraftCustomer({
  draft,
  formKey,
  search,
  isHandedOver,
  unreadable,
  termsForm,
}: Pick<Route.ComponentProps['loaderData'], 'draft' | 'formKey' | 'unreadable'> & {
  search: URLSearchParams;
  isHandedOver: boolean;
  termsForm: RefObject<HTMLFormElement | null>;
}) {
  const submit = useSubmit();
  const { values, field, summary } = useShopForm({
    known: { key: formKey, method: 'cash' },
    ids: addressIds(PREFIX),
  });
  const total = values.agreedTotal ? paise(Number(values.agreedTotal)) : draft.totals.total;
  return (
    <Form
      method="post"
      action={`${href('/admin/orders/new')}?${search}`}
      preventScrollReset
      onSubmit={(event) => {
        // Changed terms change the total, so the page first shows the new total.
        if (!termsForm.current || !typesOtherTerms(termsForm.current, search)) return;
        event.preventDefault();
        void submit(termsForm.current, { preventScrollReset: true });
      }}
      className="grid max-w-176 gap-4 px-panel pb-panel"
    >
      <input type="hidden" name="key" value={values.key} />
      <input type="hidden" name="seenTotal" value={total} />
      <input type="hidden" name="warnedState" value={values.warnedState ?? ''} />
      <ErrorSummary {...summary} />
      {draft.lines.flatMap((line) =>
        line.fields.map((asked) => (
          <Field
            key={`${itemKey(line)} ${asked.id}`}
            label={`${line.title}: ${asked.label}${asked.kind === 'text' ? '' : `, in ${asked.unit}`}`}
            {...field(draftAnswerField(itemKey(line), asked.id))}
            maxLength={asked.kind === 'text' ? asked.maxLength : 10}
            autoComplete="off"
            optional
          />
        )),
      )}
      <Field
        label="Account"
        {...field('account')}
        type="email"
        hint="Customer’s email, if they have an account"
        autoComplete="off"
        optional
      />
      <AddressFields field={field} emailOptional />
      <FirmFields field={field} values={values} asksReceiver={draft.includedGst !== undefined && !isHandedOver} />
      <Select label="Payment" {...field('method')}>
        {Object.entries(DRAFT_METHODS).map(([method, label]) => (
          <option key={method} value={method}>
            {label}
          </option>
        ))}
      </Select>
      <Field
        label="Payment reference ID"
        {...field('reference')}
        hint="For UPI and bank transfers"
        autoComplete="off"
        optional
      />
      <Field
        label="Source"
        {...field('note')}
        hint="e.g. “phone”, “Almora fair”"
        maxLength={200}
        autoComplete="off"
        optional
      />
      <Button
        className="justify-self-start"
        reason={
          draft.lines.length === 0
            ? 'Add a piece first.'
            : unreadable || draft.discountTooLarge
              ? 'Correct the discount first.'
              : undefined
        }
      >
        Create order, {formatRupees(total)}
      </Button>
    </Form>
  );
}
