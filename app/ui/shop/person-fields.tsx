import { Field, type FieldValues } from '#app/ui/kit/field.tsx';

/** Who writes: name, e-mail and phone, with what was typed and what is wrong. `phoneOptional` says why one might give it. */
export function PersonFields({
  typed,
  errors,
  phoneOptional,
}: {
  typed: FieldValues;
  errors: FieldValues;
  phoneOptional?: string;
}) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={typed.name}
        error={errors.name}
        required
      />
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        defaultValue={typed.email}
        error={errors.email}
        required
      />
      <Field
        label="Phone"
        name="phone"
        type="text"
        inputMode="tel"
        autoComplete="tel-national"
        hint={phoneOptional ?? '10 digits'}
        defaultValue={typed.phone}
        error={errors.phone}
        optional={phoneOptional !== undefined}
        required={phoneOptional === undefined}
      />
    </>
  );
}
