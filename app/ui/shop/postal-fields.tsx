import { STATES, STATES_AND_TERRITORIES, UNION_TERRITORIES } from '#app/basics/states.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';
import { PinPlace } from './pin-place.tsx';

/** `forSomebodyElse` turns autofill off. */
export function PostalFields({
  field,
  required,
  forSomebodyElse,
  pinFirst,
  check,
}: {
  field: FieldOf;
  required?: boolean;
  forSomebodyElse?: boolean;
  pinFirst?: boolean;
  check?: (name: 'zipCode' | 'street' | 'city') => (value: string) => string | undefined;
}) {
  const fieldProps = (name: string, autoComplete: string) => ({
    ...field(name),
    autoComplete: forSomebodyElse ? 'off' : autoComplete,
    required,
  });
  const pin = (
    <Field
      label="PIN Code"
      hint={pinFirst ? '6 digits' : undefined}
      className={pinFirst ? 'num max-w-44' : undefined}
      inputMode="numeric"
      {...fieldProps('zipCode', 'postal-code')}
      check={check?.('zipCode')}
    />
  );
  const street = <Field label="Street" {...fieldProps('street', 'address-line1')} check={check?.('street')} />;
  const city = <Field label="City" {...fieldProps('city', 'address-level2')} check={check?.('city')} />;
  const state = (
    <Select
      label="State"
      {...fieldProps('state', 'address-level1')}
      defaultValue={STATES_AND_TERRITORIES.find((name) => name === field('state').defaultValue) ?? ''}
    >
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
  return pinFirst ? (
    <>
      {pin}
      <PinPlace />
      {street}
      <div className="form-row">
        {city}
        {state}
      </div>
    </>
  ) : (
    <>
      {street}
      <div className="form-row">
        {pin}
        {city}
      </div>
      <PinPlace />
      {state}
    </>
  );
}
