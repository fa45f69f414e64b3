import { PasswordField } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';

export function NewPassword({ label = 'New password', field }: { label?: string; field: FieldOf }) {
  return (
    <>
      <PasswordField label={label} {...field('password')} autoComplete="new-password" hint="At least 6 characters" />
      <PasswordField label="Confirm password" {...field('confirmPassword')} autoComplete="new-password" />
    </>
  );
}
