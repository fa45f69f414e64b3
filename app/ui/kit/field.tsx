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

export type FieldValues = Record<string, string | undefined>;

type FieldFrame = {
  label: ReactNode;
  name: string;
  id?: string;
  className?: string;
  hint?: ReactNode;
  error?: string;
  /** A new object makes screen readers announce the same error again. */
  answer?: object;
  optional?: boolean;
  marked?: boolean;
  check?: (value: string) => string | undefined;
};
type Framed<Control extends 'input' | 'textarea' | 'select'> = FieldFrame &
  Omit<ComponentProps<Control>, keyof FieldFrame | 'prefix'>;

type Tied = { id: string; name: string; className: string } & Pick<
  AriaAttributes,
  'aria-describedby' | 'aria-invalid'
> & { 'data-mended'?: true };

export const fieldId = (name: string): string => `field-${name.replace(/[^\w-]/g, '-')}`;

function splitFrame<Props extends FieldFrame>(props: Props) {
  const { label, name, id, className, hint, error, answer, optional, marked, check, ...control } = props;
  return { frame: { label, name, id, className, hint, error, answer, optional, marked, check }, control };
}

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
  const ofControl = (validate: (value: string) => void) => (event: SyntheticEvent) => {
    const control = event.target as HTMLInputElement;
    if (control.name === name) validate(control.value);
  };
  return (
    <div
      className={cn('field', className)}
      // An error that appears during a click would move the button away.
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

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="field-error" id={id}>
      <Icon name="warning" small />
      {children}
    </span>
  );
}

/**
 * The server's error, until the field changes or `check` returns another. `mended`: the field was wrong and is now
 * right.
 */
function useChecked(
  serverError: string | undefined,
  answer: object | undefined,
  check: ((value: string) => string | undefined) | undefined,
) {
  const [checkedState, setCheckedState] = useState<{ error?: string; wasWrong: boolean }>();
  const refusal = serverError === undefined ? undefined : answer;
  useEffect(() => setCheckedState(undefined), [serverError, refusal]);
  const error = checkedState ? checkedState.error : serverError;
  const validate = (value: string) =>
    setCheckedState({ error: check?.(value), wasWrong: Boolean(error) || checkedState?.wasWrong === true });
  return {
    error,
    mended: checkedState !== undefined && !checkedState.error && checkedState.wasWrong,
    onBlur: (value: string) => {
      if (check && (value !== '' || checkedState || serverError)) validate(value);
    },
    onChange: (value: string) => {
      if (!error) return;
      if (check) validate(value);
      else setCheckedState({ wasWrong: false });
    },
  };
}

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

export function PasswordField({
  onShow,
  ...props
}: Omit<ComponentProps<typeof Field>, 'type' | 'inside'> & { onShow?: (shown: boolean) => void }) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      // Never empty, because adding a frame after hydration would lose typed text.
      inside={
        <>
          {hydrated ? (
            <button
              type="button"
              className="button button-quiet"
              aria-pressed={shown}
              aria-label={shown ? 'Hide password' : 'Show password'}
              onClick={() => {
                setShown(!shown);
                onShow?.(!shown);
              }}
            >
              <span>{shown ? 'Hide' : 'Show'}</span>
            </button>
          ) : null}
        </>
      }
    />
  );
}

export function TextArea(props: Framed<'textarea'>) {
  const { frame, control } = splitFrame(props);
  return <FieldFrame {...frame}>{(tied) => <textarea {...control} {...tied} />}</FieldFrame>;
}

export function Select(props: Framed<'select'>) {
  const { frame, control } = splitFrame(props);
  return <FieldFrame {...frame}>{(tied) => <select {...control} {...tied} />}</FieldFrame>;
}

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
