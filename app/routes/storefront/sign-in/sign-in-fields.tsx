import { bareIndianNumber } from '#app/basics/phone.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { Field, type FieldValues, PasswordField } from '#app/ui/kit/field.tsx';
import { checkPassword, NewPassword } from '#app/ui/shop/new-password.tsx';
import type { SignInMode } from './sign-in-modes.ts';

export function SignInFields({
  mode,
  typed,
  errors,
  answer,
}: {
  mode: SignInMode;
  typed: FieldValues;
  errors: FieldValues;
  answer: object | undefined;
}) {
  return (
    <>
      {mode === 'signup' ? (
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={typed.name}
          error={errors.name}
          answer={answer}
          check={(value) => (value.trim() ? undefined : accountMessages.nameRequired)}
        />
      ) : null}
      <Field
        key="email"
        label={mode === 'signin' ? 'Email or phone' : 'Email'}
        name="email"
        type={mode === 'signin' ? 'text' : 'email'}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="username"
        defaultValue={typed.email}
        error={errors.email}
        answer={answer}
        check={mode === 'signin' ? checkEmailOrPhone : checkEmail}
      />
      {mode === 'signin' ? (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
          answer={answer}
          check={checkPassword}
        />
      ) : null}
      {mode === 'signup' ? (
        <NewPassword label="Password" field={(name) => ({ name, error: errors[name], answer })} />
      ) : null}
    </>
  );
}

function checkEmail(value: string): string | undefined {
  if (!value.trim()) return accountMessages.emailRequired;
  return /^\S+@\S+\.\S+$/.test(value.trim()) ? undefined : accountMessages.emailInvalid;
}

const checkEmailOrPhone = (value: string) => (/^\d{10}$/.test(bareIndianNumber(value)) ? undefined : checkEmail(value));
