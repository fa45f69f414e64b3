import type { ComponentProps } from 'react';
import { STATES, UNION_TERRITORIES } from '#app/basics/india.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { PinPlace } from './pin-place.tsx';

type Told = Record<string, string | undefined>;

/**
 * Street, PIN code with the place it means, city and state of an address in India; stands once in a form. `idPrefix` keeps
 * two such forms of a page apart. `forSomebodyElse`: the browser must not offer the address of whoever types.
 */
export function PostalFields({
  known,
  errors,
  required,
  idPrefix,
  forSomebodyElse,
}: {
  known: Told;
  errors: Told;
  required?: boolean;
  idPrefix?: string;
  forSomebodyElse?: boolean;
}) {
  const told = (name: string, autoComplete: string) => ({
    name,
    id: idPrefix && `${idPrefix}-${name}`,
    autoComplete: forSomebodyElse ? 'off' : autoComplete,
    defaultValue: known[name] ?? '',
    error: errors[name],
    required,
  });
  return (
    <>
      <Field label="Street" {...told('street', 'address-line1')} />
      <div className="form-row">
        <Field label="PIN Code" inputMode="numeric" {...told('zipCode', 'postal-code')} />
        <Field label="City" {...told('city', 'address-level2')} />
      </div>
      <PinPlace />
      <StateSelect {...told('state', 'address-level1')} />
    </>
  );
}

/** The choice of a state or union territory, for an address in India. */
export function StateSelect(select: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  return (
    <Select label="State" {...select}>
      <option value="">Choose a state</option>
      <optgroup label="States">
        {STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </optgroup>
      <optgroup label="Union territories">
        {UNION_TERRITORIES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </optgroup>
    </Select>
  );
}
