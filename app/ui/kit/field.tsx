import { useEffect, useId, useState, type ComponentProps, type FocusEvent, type ReactNode } from 'react';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useHydrated } from './use-hydrated.ts';

/** Values or mistakes of a form's fields, by name. */
export type FieldValues = Record<string, string | undefined>;

type FieldFrame = {
  label: ReactNode;
  name: string;
  /** Stands between label and input: what it is for, or its form. */
  hint?: ReactNode;
  /** What to do about it; the same words as in the error summary. */
  error?: string;
  optional?: boolean;
  /** Marks the field as required with a star, for forms where most are not. */
  marked?: boolean;
};

/** The id of a field's control when none is given: what an error summary links to. */
export const fieldId = (name: string): string => `field-${name.replace(/[^\w-]/g, '-')}`;

/** Label above, hint, control, error with its sign under it; `control` gets the ids that tie them. */
function FieldFrame({
  label,
  name,
  hint,
  error,
  optional,
  marked,
  id = fieldId(name),
  className,
  children,
}: FieldFrame & {
  id?: string;
  className?: string;
  children: (tied: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) {
  const described = cn(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className={cn('field', className)}>
      <label className="field-label" htmlFor={id}>
        {label}
        {marked ? (
          <span className="text-alert" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
        {optional ? <small> (optional)</small> : null}
      </label>
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

/** The sentence under a control that says how to mend it. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="field-error" id={id}>
      <Icon name="warning" small />
      {children}
    </span>
  );
}

/**
 * What the server said of a field, replaced by what `check` says once it was touched again; without `check` it is taken back
 * when the field changes, since it isn't about what stands there now. `mended`: was wrong, is right.
 */
function useChecked(serverError: string | undefined, check: ((value: string) => string | undefined) | undefined) {
  const [own, setOwn] = useState<{ error?: string; wasWrong: boolean }>();
  useEffect(() => setOwn(undefined), [serverError]);
  const error = own ? own.error : serverError;
  const validate = (value: string) =>
    setOwn({ error: check?.(value), wasWrong: Boolean(error) || own?.wasWrong === true });
  return {
    error,
    mended: own !== undefined && !own.error && own.wasWrong,
    onBlur: (value: string) => {
      if (check && (value !== '' || own || serverError)) validate(value);
    },
    onChange: (value: string) => {
      if (!error) return;
      if (check) validate(value);
      else setOwn({ wasWrong: false });
    },
  };
}

type Checked = { check?: (value: string) => string | undefined };

/**
 * A text field. `check` judges on blur once touched and again while a mistake stands; the server judges on submit
 * (`error`). With type password it gets a Show button (only where JavaScript runs).
 */
export function Field({
  label,
  name,
  hint,
  error: serverError,
  optional,
  marked,
  id,
  className,
  check,
  prefix,
  inside,
  ...input
}: FieldFrame &
  Checked & { prefix?: ReactNode; inside?: ReactNode } & Omit<ComponentProps<'input'>, 'prefix' | 'name'>) {
  const { error, mended, onBlur, onChange } = useChecked(serverError, check);
  return (
    <FieldFrame {...{ label, name, hint, error, optional, marked, id, className }}>
      {(tied) => {
        const control = (
          <input
            {...input}
            {...tied}
            name={name}
            className="input"
            data-mended={mended || undefined}
            onBlur={(event: FocusEvent<HTMLInputElement>) => {
              onBlur(event.target.value);
              input.onBlur?.(event);
            }}
            onChange={(event) => {
              onChange(event.target.value);
              input.onChange?.(event);
            }}
          />
        );
        return prefix || inside ? (
          <div className="field-inside">
            {prefix ? (
              <span className="field-prefix" aria-hidden="true">
                {prefix}
              </span>
            ) : null}
            {control}
            {inside}
          </div>
        ) : (
          control
        );
      }}
    </FieldFrame>
  );
}

/** A password with a Show button; pasting and password managers are welcome. Give `autoComplete`. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'inside'>) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      // Never nothing: what was typed before the script ran would go with the input that is put into a frame then.
      inside={
        <>
          {hydrated ? (
            <button
              type="button"
              className="button button-quiet"
              aria-pressed={shown}
              aria-label={shown ? 'Hide password' : 'Show password'}
              onClick={() => setShown(!shown)}
            >
              <span>{shown ? 'Hide' : 'Show'}</span>
            </button>
          ) : null}
        </>
      }
    />
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  name,
  hint,
  error: serverError,
  optional,
  marked,
  id,
  className,
  check,
  ...area
}: FieldFrame & Checked & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { error, mended, onBlur, onChange } = useChecked(serverError, check);
  return (
    <FieldFrame {...{ label, name, hint, error, optional, marked, id, className }}>
      {(tied) => (
        <textarea
          {...area}
          {...tied}
          name={name}
          className="input"
          data-mended={mended || undefined}
          onBlur={(event) => {
            onBlur(event.target.value);
            area.onBlur?.(event);
          }}
          onChange={(event) => {
            onChange(event.target.value);
            area.onChange?.(event);
          }}
        />
      )}
    </FieldFrame>
  );
}

/** A native choice from a list; options are its children. */
export function Select({
  label,
  name,
  hint,
  error: serverError,
  optional,
  marked,
  id,
  className,
  children,
  ...select
}: FieldFrame & Omit<ComponentProps<'select'>, 'name'>) {
  const { error, onChange } = useChecked(serverError, undefined);
  return (
    <FieldFrame {...{ label, name, hint, error, optional, marked, id, className }}>
      {(tied) => (
        <select
          {...select}
          {...tied}
          name={name}
          className="input"
          onChange={(event) => {
            onChange(event.target.value);
            select.onChange?.(event);
          }}
        >
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

/** A box to tick; `count` stands at the end of its row (filters). */
export function Checkbox({
  label,
  error,
  count,
  className,
  id: givenId,
  ...input
}: { label: ReactNode; error?: string; count?: number } & ComponentProps<'input'>) {
  const ownId = useId();
  const id = givenId ?? (input.name && !input.value ? fieldId(input.name) : ownId);
  return (
    <div className={className}>
      <label className="check">
        <input
          {...input}
          id={id}
          type="checkbox"
          className="check-box"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{label}</span>
        {count === undefined ? null : <span className="check-count num">{count}</span>}
      </label>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

/** One of several ways, as a card with a native radio in it; `children` show only while it is chosen. */
export function RadioCard({
  label,
  detail,
  icon,
  children,
  ...input
}: { label: ReactNode; detail?: ReactNode; icon?: ReactNode } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="radio-card">
      <input {...input} id={id} type="radio" className="radio-dot" />
      <label htmlFor={id}>
        <b>{label}</b>
        {detail ? <span className="meta block">{detail}</span> : null}
      </label>
      {icon ?? <span />}
      {children ? <div className="radio-card-more">{children}</div> : null}
    </div>
  );
}

/** On or off, at once or with its form; `detail` explains in one line. */
export function Switch({
  label,
  detail,
  ...input
}: { label: ReactNode; detail?: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="switch">
      <span>
        {label}
        {detail ? <span className="meta block">{detail}</span> : null}
      </span>
      <input {...input} type="checkbox" role="switch" />
    </label>
  );
}
