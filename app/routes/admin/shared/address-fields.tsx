import { Field } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';

export function AddressFields({ field, emailOptional }: { field: FieldOf; emailOptional?: boolean }) {
  return (
    <div className="grid gap-3">
      <Field label="Name" {...field('name')} autoComplete="off" maxLength={100} required />
      <div className="form-row">
        <Field label="Phone" {...field('phone')} autoComplete="off" type="tel" inputMode="tel" required />
        <Field
          label="Email"
          {...field('email')}
          autoComplete="off"
          type="email"
          inputMode="email"
          optional={emailOptional}
          required={!emailOptional}
        />
      </div>
      <PostalFields field={field} required forSomebodyElse />
    </div>
  );
}

export const addressIds = (idPrefix: string): Record<string, string> =>
  Object.fromEntries(
    ['name', 'phone', 'email', 'street', 'zipCode', 'city', 'state'].map((name) => [name, `${idPrefix}-${name}`]),
  );
