import { useEffect, useRef } from 'react';
import { fieldId } from './field.tsx';
import { Icon } from './icon.tsx';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** Lists a form's errors with links to their fields, and takes the focus. `ids` overrides the id of a field. */
export function ErrorSummary({
  errors,
  formError,
  signInAt,
  ids = {},
}: {
  errors?: Record<string, string | undefined>;
  formError?: string;
  signInAt?: string;
  ids?: Record<string, string>;
}) {
  const box = useRef<HTMLDivElement>(null);
  const mistakes = Object.entries(errors ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const isShown = mistakes.length > 0 || Boolean(formError);
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown, errors, formError]);
  if (!isShown) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      {mistakes.length === 0 ? null : (
        <>
          <h2>{`${NUMBERS[mistakes.length] ?? mistakes.length} ${mistakes.length === 1 ? 'thing' : 'things'} to fix`}</h2>
          <ul>
            {mistakes.map(([name, text]) => (
              <li key={name}>
                <a
                  className="link"
                  href={`#${ids[name] ?? fieldId(name)}`}
                  onClick={(event) => {
                    const field = document.getElementById(ids[name] ?? fieldId(name));
                    if (field) {
                      event.preventDefault();
                      field.focus();
                    }
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {formError ? (
        <p className="field-error">
          <Icon name="warning" small />
          <span>
            {formError}{' '}
            {signInAt ? (
              <a className="link" href={signInAt} target="_blank">
                Sign in<span className="sr-only"> (opens a new tab)</span>
              </a>
            ) : null}
          </span>
        </p>
      ) : null}
    </div>
  );
}
