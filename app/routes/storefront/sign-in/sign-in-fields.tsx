import { useRef } from 'react';
import { bareIndianNumber } from '#app/basics/phone.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { Field, type FieldValues, PasswordField } from '#app/ui/kit/field.tsx';
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
  const password = useRef<HTMLInputElement>(null);
  const checkConfirmed = (value: string) => {
    if (value === '') return accountMessages.confirmRequired;
    return value === password.current?.value ? undefined : accountMessages.passwordsDiffer;
  };
  const hasPassword = mode === 'signin' || mode === 'signup';
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
      {hasPassword ? (
        <PasswordField
          key={mode}
          label="Password"
          name="password"
          autoComplete={mode === 'signup' ? 'new-password' : 'current-password'}
          error={errors.password}
          answer={answer}
          ref={password}
          check={checkPassword}
          hint={mode === 'signup' ? 'At least 6 characters' : undefined}
        />
      ) : null}
      {mode === 'signup' ? (
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          error={errors.confirmPassword}
          answer={answer}
          check={checkConfirmed}
        />
      ) : null}
    </>
  );
}

function checkEmail(value: string): string | undefined {
  if (!value.trim()) return accountMessages.emailRequired;
  return /^\S+@\S+\.\S+$/.test(value.trim()) ? undefined : accountMessages.emailInvalid;
}

const checkEmailOrPhone = (value: string) => (/^\d{10}$/.test(bareIndianNumber(value)) ? undefined : checkEmail(value));

function checkPassword(value: string): string | undefined {
  if (!value) return accountMessages.passwordRequired;
  return value.length < 6 ? accountMessages.passwordTooShort : undefined;
}
