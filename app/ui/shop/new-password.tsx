import { type ComponentProps, useRef, useState } from 'react';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { PasswordField } from '#app/ui/kit/field.tsx';

type FieldProps = Pick<ComponentProps<typeof PasswordField>, 'name' | 'error' | 'answer'>;

/** Asks for the password twice, or once while it is visible. The hidden second field then gets the same value. */
export function NewPassword({
  label = 'New password',
  field,
}: {
  label?: string;
  field: (name: 'password' | 'confirmPassword') => FieldProps;
}) {
  const password = useRef<HTMLInputElement>(null);
  const [shownText, setShownText] = useState<string>();
  const checkConfirmed = (value: string) => {
    if (value === '') return accountMessages.confirmRequired;
    return value === password.current?.value ? undefined : accountMessages.passwordsDiffer;
  };
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        hint="At least 6 characters"
        autoComplete="new-password"
        ref={password}
        check={checkPassword}
        onChange={({ target }) => setShownText((text) => (text === undefined ? text : target.value))}
        onShow={(shown) => setShownText(shown ? (password.current?.value ?? '') : undefined)}
      />
      {shownText === undefined ? (
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm password"
          autoComplete="new-password"
          check={checkConfirmed}
        />
      ) : (
        <input type="hidden" name="confirmPassword" value={shownText} />
      )}
    </>
  );
}

export function checkPassword(value: string): string | undefined {
  if (!value) return accountMessages.passwordRequired;
  return value.length < 6 ? accountMessages.passwordTooShort : undefined;
}
