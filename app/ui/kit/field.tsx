import {
  useEffect,
  useId,
  useState,
  type AriaAttributes,
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useHydrated } from './use-hydrated.ts';

/** Values or mistakes of a form's fields, by name. */
export type FieldValues = Record<string, string | undefined>;

type FieldFrame = {
  label: ReactNode;
  name: string;
  id?: string;
  className?: string;
  /** Stands between label and input: what it is for, or its form. */
  hint?: ReactNode;
  /** What to do about it; the same words as in the error summary. */
  error?: string;
  /** The answer that `error` came with: another one says the same words again. */
  answer?: object;
  optional?: boolean;
  /** Marks the field as required with a star, for forms where most are not. */
  marked?: boolean;
  /** Judges on blur once touched and again while a mistake stands; the server judges on submit (`error`). */
  check?: (value: string) => string | undefined;
};
type Framed<Control extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Control>, keyof FieldFrame | 'prefix'>;

type Tied = { id: string; name: string; className: string } & Pick<
  AriaAttributes,
  'aria-describedby' | 'aria-invalid'
> & { 'data-mended'?: true };

/** The id of a field's control when none is given: what an error summary links to. */
export const fieldId = (name: string): string => `field-${name.replace(/[^\w-]/g, '-')}`;

/** Takes apart what is the frame's and what is the control's own. */
function splitFrame<Props extends FieldFrame>(props: Props) {
  const { label, name, id, className, hint, error, answer, optional, marked, check, ...control } = props;
  return { frame: { label, name, id, className, hint, error, answer, optional, marked, check }, control };
}

/** Label above, hint, control, error with its sign under it; `children` makes the control, with what ties it to them. */
function FieldFrame({
  label,
  name,
  id = fieldId(name),
  className,
  hint,
  error: serverError,
  answer,
  optional,
  marked,
  check,
  children,
}: FieldFrame & { children: (tied: Tied) => ReactNode }) {
  const { error, mended, onBlur, onChange } = useChecked(serverError, answer, check);
  // A button inside the field has a value too.
  const ofControl = (validate: (value: string) => void) => (event: SyntheticEvent) => {
    const control = event.target as HTMLInputElement;
    if (control.name === name) validate(control.value);
  };
  return (
    <div
      className={cn('field', className)}
      // A mistake that showed while the form's button is pressed would move the button from under the finger.
      onBlur={(event) => {
        const pressed = event.relatedTarget;
        if (!(pressed instanceof HTMLButtonElement && pressed.type === 'submit')) ofControl(onBlur)(event);
      }}
      onChange={ofControl(onChange)}
    >
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
      {children({
        id,
        name,
        className: 'input',
        'aria-describedby': cn(hint ? `${id}-hint` : null, error ? `${id}-error` : null) || undefined,
        'aria-invalid': error ? true : undefined,
        'data-mended': mended || undefined,
      })}
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
function useChecked(
  serverError: string | undefined,
  answer: object | undefined,
  check: ((value: string) => string | undefined) | undefined,
) {
  const [own, setOwn] = useState<{ error?: string; wasWrong: boolean }>();
  // An answer that says nothing of this field takes nothing back.
  const refusal = serverError === undefined ? undefined : answer;
  useEffect(() => setOwn(undefined), [serverError, refusal]);
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

/** A text field. `prefix` and `inside` stand in its frame, before and after what is typed. */
export function Field({ prefix, inside, ...props }: { prefix?: ReactNode; inside?: ReactNode } & Framed<'input'>) {
  const { frame, control } = splitFrame(props);
  return (
    <FieldFrame {...frame}>
      {(tied) =>
        prefix || inside ? (
          <div className="field-inside">
            {prefix ? (
              <span className="field-prefix" aria-hidden="true">
                {prefix}
              </span>
            ) : null}
            <input {...control} {...tied} />
            {inside}
          </div>
        ) : (
          <input {...control} {...tied} />
        )
      }
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
export function TextArea(props: Framed<'textarea'>) {
  const { frame, control } = splitFrame(props);
  return <FieldFrame {...frame}>{(tied) => <textarea {...control} {...tied} />}</FieldFrame>;
}

/** A native choice from a list; options are its children. */
export function Select(props: Framed<'select'>) {
  const { frame, control } = splitFrame(props);
  return <FieldFrame {...frame}>{(tied) => <select {...control} {...tied} />}</FieldFrame>;
}

/** A box to tick; `count` stands at the end of its row (filters). */
export function Checkbox({
  label,
  error,
  count,
  className,
  id: givenId,
  ...input
}: { label: ReactNode; error?: string; count?: number | string | undefined } & ComponentProps<'input'>) {
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
        {count === undefined ? null : (
          <span className="check-count num" translate="no">
            {count}
          </span>
        )}
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
