import { STATES_AND_TERRITORIES } from '#app/basics/india.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { PinPlace } from '#app/ui/shop/pin-place.tsx';

type Told = Record<string, string | undefined>;

/** Name, contact and postal address with the checkout's rules; `emailOptional` for somebody without one. `idPrefix` keeps two such forms on a page apart. */
export function AddressFields({
  known,
  errors,
  idPrefix,
  emailOptional,
}: {
  known: Told;
  errors: Told;
  idPrefix: string;
  emailOptional?: boolean;
}) {
  const told = (name: string) => ({
    name,
    id: `${idPrefix}-${name}`,
    defaultValue: known[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <div className="grid gap-3">
      <Field label="Name" {...told('name')} maxLength={100} required />
      <div className="grid gap-3 md:grid-cols-2">
        <Field label="Phone" {...told('phone')} type="tel" inputMode="tel" required />
        <Field
          label="Email"
          {...told('email')}
          type="email"
          inputMode="email"
          optional={emailOptional}
          required={!emailOptional}
        />
      </div>
      <Field label="Street" {...told('street')} maxLength={200} required />
      <div className="grid gap-3 md:grid-cols-2">
        <Field label="PIN code" {...told('zipCode')} inputMode="numeric" required />
        <Field label="City" {...told('city')} maxLength={100} required />
      </div>
      <PinPlace />
      <Select
        label="State"
        name="state"
        id={`${idPrefix}-state`}
        defaultValue={known.state ?? ''}
        error={errors.state}
        required
      >
        <option value="">Choose a state</option>
        {STATES_AND_TERRITORIES.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </Select>
    </div>
  );
}

/** Links of an error summary lead to the fields of the form with this prefix. */
export const addressIds = (idPrefix: string): Record<string, string> =>
  Object.fromEntries(
    ['name', 'phone', 'email', 'street', 'zipCode', 'city', 'state'].map((name) => [name, `${idPrefix}-${name}`]),
  );
