import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { HiddenFields } from './list-parts.tsx';

export function ListSelect({
  path,
  name,
  label,
  value,
  options,
}: {
  path: string;
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  const select = useRef<HTMLSelectElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    // Follows Back and Forward without creating a new select element, which would lose the focus.
    if (value !== shown.current) select.current!.value = value;
    shown.current = value;
  }, [value]);
  return (
    <Form action={path} className="flex items-center gap-2">
      <HiddenFields except={name} />
      <select
        ref={select}
        className="select-quiet"
        name={name}
        aria-label={label}
        defaultValue={value}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="button button-quiet">
          <span>{label}</span>
        </button>
      </noscript>
    </Form>
  );
}
