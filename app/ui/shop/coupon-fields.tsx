import { type ReactNode, useRef } from 'react';
import { offApplied } from '#app/modules/coupons/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, FieldError, fieldId } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';

const NAME = 'couponCode';

/** Where the focus goes after a coupon was applied, and after it was taken off. */
export const couponIds = { applied: 'coupon-applied', field: fieldId(NAME) };

/**
 * A field for a coupon's code with Apply, or what is applied with Remove: both send an intent. They belong to the form around them, or
 * by `form` to another one of the page, and are laid out for the checkout's summary then. `children` stand under a mistake.
 */
export function CouponFields({
  applied,
  error,
  hint,
  typed,
  busy,
  form,
  children,
}: {
  applied?: { code: string; percentage: number };
  error?: string;
  hint?: string;
  typed?: string;
  busy: boolean;
  form?: string;
  children?: ReactNode;
}) {
  const apply = useRef<HTMLButtonElement>(null);
  if (applied)
    return (
      <>
        {form ? null : <p className="field-label mb-1.5">Coupon</p>}
        <div className="coupon-applied" id={couponIds.applied} tabIndex={-1} role="status">
          <Icon name="check" small />
          <span>
            {offApplied(applied.percentage)} {form ? null : <br />}
            <span className={form ? undefined : 'font-normal'}>{applied.code}</span>
          </span>
          {form ? <input type="hidden" form={form} name={NAME} value={applied.code} /> : null}
          <Button form={form} look="quiet" name="intent" value="remove-coupon" busy={busy}>
            Remove<span className="sr-only"> coupon {applied.code}</span>
          </Button>
        </div>
      </>
    );
  const input = {
    name: NAME,
    form,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    maxLength: 40,
    defaultValue: typed,
  } as const;
  const button = (
    <Button
      ref={apply}
      form={form}
      name="intent"
      value="apply-coupon"
      look="secondary"
      className={form && error ? 'self-center' : undefined}
      busy={busy}
    >
      Apply
    </Button>
  );
  if (form)
    return (
      <div className="coupon-row items-end">
        <Field
          {...input}
          label="Coupon code"
          hint={hint}
          error={error}
          // Enter would press the first button of the form, which places the order.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply.current?.click();
          }}
        />
        {button}
      </div>
    );
  const id = couponIds.field;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Coupon
      </label>
      <div className="coupon-row">
        <input
          {...input}
          id={id}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        />
        {button}
      </div>
      <div role="status">{error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}</div>
      {error ? children : null}
      {hint && !error ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}
