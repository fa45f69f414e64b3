import { type FocusEvent, type ReactNode, useRef } from 'react';
import { offApplied } from '#app/modules/orders/coupons/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, FieldError, fieldId } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';

const NAME = 'couponCode';
export const TYPED_COUPON = 'typedCoupon';

export const couponIds = { applied: 'coupon-applied', field: fieldId(NAME) };

/** Also applies the code on blur. `form` is the id of another form, for the checkout's summary. */
export function CouponFields({
  applied,
  error,
  answer,
  hint,
  typed,
  busy,
  form,
  children,
}: {
  applied?: { code: string; percentage: number };
  error?: string;
  answer?: object;
  hint?: string;
  typed?: string;
  busy: boolean;
  form?: string;
  children?: ReactNode;
}) {
  const apply = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const sent = useRef(error ? typed : undefined);
  const field = () => row.current?.querySelector('input');
  const applyOnLeave = ({ relatedTarget: next }: FocusEvent) => {
    const code = field()?.value.trim();
    // The visitor clicked a button that sends something else.
    if (!code || code === sent.current || next instanceof HTMLButtonElement) return;
    apply.current?.click();
  };
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
    name: form ? TYPED_COUPON : NAME,
    id: couponIds.field,
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
      onClick={(event) => {
        sent.current = field()?.value.trim();
        if (sent.current) return;
        event.preventDefault();
        field()?.focus();
      }}
    >
      Apply
    </Button>
  );
  if (form)
    return (
      <div className="coupon-row items-end" ref={row} onBlur={applyOnLeave}>
        <Field
          {...input}
          label="Coupon"
          hint={hint}
          error={error}
          answer={answer}
          // Otherwise, Enter would use the form's first button, which places the order.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply.current?.click();
          }}
        />
        {button}
      </div>
    );
  const { id } = input;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Coupon
      </label>
      <div className="coupon-row" ref={row} onBlur={applyOnLeave}>
        <input
          {...input}
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
