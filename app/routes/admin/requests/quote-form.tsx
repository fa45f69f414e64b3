import { type FormEvent, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { dayAndMonth } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import {
  advanceOf,
  QUOTE_LINE_KINDS,
  QUOTE_LINE_LABELS,
  QUOTE_VALID_DAYS,
  totalOf,
} from '#app/modules/requests/requests/request.ts';
import type { RequestPageAnswer } from '#app/routes/requests/request-answer.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Checkbox, Field, Select, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { type FieldOf, useShopForm } from '#app/ui/kit/use-form.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';
import { labelOfLine, lineCount, lineField, linesToQuote, readLines, takeLines, typedLines } from './quote-lines.ts';
import type { QuotePlan } from './quote-plan.server.ts';

const TERMS = ['advance', 'included', 'freeChanges', 'workHours', 'validDays', 'feeBeforePainting', 'feeOncePainting'];

export const QUOTE_FORM = 'quote-form';

export type QuoteDraft = ReturnType<typeof useQuoteDraft>;

/** Calculates from the typed amounts, for the button at the foot of the page. */
export function useQuoteDraft({
  page,
  formKey,
  advancePercentage,
  plan,
}: {
  page: RequestPage;
  formKey: string;
  advancePercentage: number;
  plan: QuotePlan | undefined;
}) {
  const form = useShopForm({
    intent: 'quote',
    known: plan && knownQuote(page, formKey, plan, advancePercentage),
  });
  const answer = useFormAnswer() as RequestPageAnswer | undefined;
  const isSending = useNavigation().formData?.get('intent') === 'quote';
  // A new answer may have other rows, so it resets the fields.
  const stamp = answer?.stamp ?? formKey;
  const [changed, setChanged] = useState<{ stamp: string; lines: Record<string, string> }>();
  const lines = changed?.stamp === stamp ? changed.lines : (form.values as Record<string, string>);
  const { total } = totalOf(readLines(lines).lines);
  const hasSkipped = Boolean(form.values.withoutPrice);
  return {
    ...form,
    stamp,
    isReset: answer?.stamp !== undefined,
    isSending,
    total,
    label: hasSkipped ? 'Send without it' : page.quotes.length > 0 ? 'Send new quote' : 'Send quote',
    onInput: (event: FormEvent<HTMLFormElement>) =>
      setChanged({ stamp, lines: takeLines(new FormData(event.currentTarget)) }),
  };
}

export function QuoteButton({ draft: { label, total, isSending } }: { draft: QuoteDraft }) {
  return (
    <Button form={QUOTE_FORM} name="intent" value="quote" busy={isSending} full>
      {label}
      {total > 0 ? <span className="num"> · {formatRupees(total)}</span> : null}
    </Button>
  );
}

export function QuoteForm({
  page,
  action,
  formKey,
  advancePercentage,
  plan,
  draft,
  isPrimary,
}: {
  page: RequestPage;
  action: string;
  formKey: string;
  advancePercentage: number;
  plan: QuotePlan;
  draft: QuoteDraft;
  isPrimary: boolean;
}) {
  const { values, errors, field, tick, summary, stamp, isReset, isSending, total, label, onInput } = draft;
  const count = lineCount(values);
  const skipped = values.withoutPrice;
  const tax = plan.sellerStatus === 'regular' ? 'GST' : 'tax';
  return (
    <Form
      key={stamp}
      id={QUOTE_FORM}
      method="post"
      action={action}
      className="form"
      aria-label="Quote"
      noValidate
      preventScrollReset
      onInput={onInput}
    >
      <input type="hidden" name="key" value={values.key || formKey} />
      {/* Enter uses a form's first button. */}
      <button type="submit" name="intent" value="quote" className="sr-only" tabIndex={-1} aria-hidden="true">
        Send
      </button>
      {skipped ? null : <ErrorSummary {...summary} />}
      <Amounts count={count} values={values} field={field} isCustom={page.kind === 'custom'} />
      <p className="num">
        {total > 0 ? (
          <>
            Total <b>{formatRupees(total)}</b> incl. {tax} · {advancePercentage}% advance{' '}
            {formatRupees(advanceOf(total, advancePercentage))}
          </>
        ) : (
          `Amounts include ${tax}.`
        )}
      </p>
      {plan.sellerStatus !== 'unregistered' ? (
        <Checkbox {...tick('isService')} label="Work on the customer’s own fabric: billed as a service" />
      ) : null}
      <Field
        label="Ready on"
        type="date"
        {...field('earliestFinish')}
        hint={readyHint(plan, page.asked.neededBy)}
        required
      />
      <div>
        <Accordion title="Descriptions and more lines" open={isReset}>
          <LineDetails count={count} field={field} />
        </Accordion>
        <Accordion title="Terms" open={TERMS.some((name) => errors[name])}>
          <div className="grid gap-4">
            <Field
              label="Advance in rupees"
              {...field('advance')}
              hint={`Leave empty for ${advancePercentage}% of the total.`}
              inputMode="decimal"
              autoComplete="off"
              optional
            />
            <TextArea label="What is included" {...field('included')} rows={3} maxLength={2000} optional />
            <div className="form-row">
              <Field label="Free changes" {...field('freeChanges')} inputMode="numeric" autoComplete="off" required />
              <Field label="Hours of work" {...field('workHours')} inputMode="numeric" autoComplete="off" required />
            </div>
            <Field
              label="Valid for (days)"
              {...field('validDays')}
              hint="From today, including the last day"
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <Field
              label="Your share of the advance if cancelled before painting (%)"
              {...field('feeBeforePainting')}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <Field
              label="Your share of the advance if cancelled after painting begins (%)"
              {...field('feeOncePainting')}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <Checkbox {...tick('asksApproval')} label="The customer approves the design before it is painted" />
          </div>
        </Accordion>
      </div>
      {skipped ? (
        <Note tone="alert">
          {summary.formError}
          <input type="hidden" name="withoutPrice" value={skipped} />
        </Note>
      ) : null}
      <div className={isPrimary ? 'above-dock' : undefined}>
        <Button look={isPrimary ? 'primary' : 'secondary'} name="intent" value="quote" busy={isSending}>
          {label}
        </Button>
      </div>
    </Form>
  );
}

type Values = Readonly<Record<string, string | undefined>>;

function Amounts({
  count,
  values,
  field,
  isCustom,
}: {
  count: number;
  values: Values;
  field: FieldOf;
  isCustom: boolean;
}) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="quote-amount">
          <Field
            label={labelOfLine(values, row, isCustom)}
            {...field(lineField(row, 'amount'))}
            prefix="₹"
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
      ))}
    </div>
  );
}

function LineDetails({ count, field }: { count: number; field: FieldOf }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: count }, (_, row) => (
        <fieldset key={row} className="quote-line">
          <legend className="sr-only">Line {row + 1}</legend>
          <Select label="Kind" {...field(lineField(row, 'kind'))}>
            {QUOTE_LINE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {QUOTE_LINE_LABELS[kind]}
              </option>
            ))}
          </Select>
          <Field label="Description" {...field(lineField(row, 'title'))} maxLength={120} autoComplete="off" optional />
          {count > 1 ? (
            <Button look="quiet" size="small" name="intent" value={`remove-line.${row}`} className="text-alert">
              Remove<span className="sr-only"> line {row + 1}</span>
            </Button>
          ) : null}
        </fieldset>
      ))}
      <div>
        <Button look="card" icon="plus" name="intent" value="add-line">
          Add a line
        </Button>
      </div>
    </div>
  );
}

function readyHint({ hours, earliestFinish }: QuotePlan, neededBy: string | null): string {
  const calendar = earliestFinish
    ? `By your calendar, ${hours} hours of work can be finished by ${dayAndMonth(earliestFinish)}.`
    : 'Your calendar has no room within ten years.';
  return neededBy ? `${calendar} Needed by ${dayAndMonth(neededBy)}.` : calendar;
}

function knownQuote(
  page: RequestPage,
  key: string,
  { hours, earliestFinish = '', shippingCost }: QuotePlan,
  advancePercentage: number,
): Record<string, string> {
  const [last] = page.quotes;
  const terms = {
    key,
    included: last?.included ?? '',
    freeChanges: String(last?.freeChanges ?? 1),
    workHours: String(hours),
    // Keeps the promised day, unless the calendar now has a later earliest day.
    earliestFinish: last && last.earliestFinish > earliestFinish ? last.earliestFinish : earliestFinish,
    validDays: String(QUOTE_VALID_DAYS),
    feeBeforePainting: String(last?.feeBeforePainting ?? 0),
    feeOncePainting: String(last?.feeOncePainting ?? 100),
    asksApproval: last?.asksApproval ? 'yes' : '',
    isService: (last ? last.isService : page.asked.fabricSource === 'client_provided') ? 'yes' : '',
    // The usual share depends on the total. An agreed advance stays unchanged.
    advance: last && last.advance !== advanceOf(last.total, advancePercentage) ? rupeesText(last.advance) : '',
  };
  return { ...terms, ...typedLines(last?.lines ?? linesToQuote(page, shippingCost)) };
}
