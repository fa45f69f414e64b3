import { Field, type FieldValues } from '#app/ui/kit/field.tsx';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';

/** Name, contact and postal address with the checkout's rules; `emailOptional` for somebody without one. `idPrefix` keeps two such forms on a page apart. */
export function AddressFields({
  known,
  errors,
  idPrefix,
  emailOptional,
}: {
  known: FieldValues;
  errors: FieldValues;
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
      <div className="form-row">
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
      <PostalFields known={known} errors={errors} idPrefix={idPrefix} required forSomebodyElse />
    </div>
  );
}

/** Links of an error summary lead to the fields of the form with this prefix. */
export const addressIds = (idPrefix: string): Record<string, string> =>
  Object.fromEntries(
    ['name', 'phone', 'email', 'street', 'zipCode', 'city', 'state'].map((name) => [name, `${idPrefix}-${name}`]),
  );
