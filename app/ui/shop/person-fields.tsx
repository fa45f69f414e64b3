import { Field } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';

export function PersonFields({ field, phoneOptional }: { field: FieldOf; phoneOptional?: string }) {
  return (
    <>
      <Field label="Name" {...field('name')} autoComplete="name" maxLength={100} required />
      <Field label="Email" {...field('email')} type="email" inputMode="email" autoComplete="email" required />
      <Field
        label="Phone"
        {...field('phone')}
        type="text"
        inputMode="tel"
        autoComplete="tel-national"
        hint={phoneOptional ?? '10 digits'}
        optional={phoneOptional !== undefined}
        required={phoneOptional === undefined}
      />
    </>
  );
}
