import { PasswordField } from '#app/ui/kit/field.tsx';

/** A password that is set, typed twice. */
export function NewPassword({
  label = 'New password',
  errors,
}: {
  label?: string;
  errors: Record<string, string | undefined>;
}) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={errors['password']}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors['confirmPassword']}
      />
    </>
  );
}
