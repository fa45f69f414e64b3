import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useNavigate, useRouteLoaderData } from 'react-router';
import { accountMessages as says } from '#app/modules/accounts/messages.ts';
import type { FormTrouble } from '#app/platform/forms.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, fieldId, PasswordField } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';

export type SignInMode = 'signin' | 'signup' | 'forgot';

/** The mode an address asks for; signing in when it names none of ours. */
export const signInMode = (asked: string | null): SignInMode =>
  asked === 'signup' || asked === 'forgot' ? asked : 'signin';

/** What the sign-in answers: mistakes beside their fields, one trouble of the whole, that an account was made, or that a mail is on its way. */
export type SignInOutcome = FormTrouble & { mode: SignInMode; signedIn?: { returnTo: string }; isResetAsked?: true };

const SHOWN_AFTER_SIGN_UP_MS = 1000;
/**
 * The sign-in dialog of S1 §2: over `/login` (with `closeTo`), or over any page (with `onClose`). Without JavaScript its
 * form posts to `/login` and its tabs are links. `outcome` is what the last post without JavaScript answered.
 */
export function SignInDialog({
  mode: wantedMode,
  returnTo,
  why,
  outcome: sent,
  closeTo,
  onClose,
}: {
  mode: SignInMode;
  returnTo: string;
  why?: string;
  outcome?: SignInOutcome;
  closeTo?: string;
  onClose?: () => void;
}) {
  const fetcher = useFetcher<SignInOutcome>();
  const navigate = useNavigate();
  const [mode, setMode] = useState(wantedMode);
  const form = useRef<HTMLFormElement>(null);
  const answered = fetcher.data ?? sent;
  // What was wrong with signing in is nothing to say about making an account.
  const outcome = answered?.mode === mode ? answered : undefined;
  const errors = outcome?.errors ?? {};
  const mistakes = Object.keys(errors);
  const onlyMistake = mistakes.length === 1 ? mistakes[0] : undefined;
  const busy = fetcher.state !== 'idle';
  const signedIn = answered?.signedIn;
  const addressOf = (to: SignInMode) =>
    `/login?${new URLSearchParams({ ...(to !== 'signin' && { mode: to }), ...(returnTo !== '/' && { returnTo }) })}`.replace(
      /\?$/,
      '',
    );

  // The dialog opens on its first button otherwise; its own effect ran before this one.
  useEffect(() => document.getElementById(fieldId('email'))?.focus(), []);

  useEffect(() => {
    if (onlyMistake) document.getElementById(fieldId(onlyMistake))?.focus();
  }, [onlyMistake, outcome]);

  useEffect(() => {
    if (!signedIn) return;
    const timer = setTimeout(() => {
      onClose?.();
      void navigate(signedIn.returnTo, { replace: true });
    }, SHOWN_AFTER_SIGN_UP_MS);
    return () => clearTimeout(timer);
  }, [signedIn, onClose, navigate]);

  const confirmed = (value: string) => {
    if (value === '') return says.confirmRequired;
    return value === form.current?.querySelector<HTMLInputElement>('[name=password]')?.value
      ? undefined
      : says.passwordsDiffer;
  };

  if (signedIn) {
    return (
      <Dialog open title="Create Account" closeTo={closeTo && signedIn.returnTo} onClose={onClose}>
        <Note tone="done">Your account is ready. You are signed in.</Note>
        <Link className="button button-primary button-full" to={signedIn.returnTo} onClick={onClose}>
          <span>Continue</span>
        </Link>
      </Dialog>
    );
  }
  const modeLink = (to: SignInMode, label: string, className = 'link font-semibold text-geru') => (
    <Link
      to={addressOf(to)}
      className={className}
      aria-current={mode === to ? 'page' : undefined}
      data-in-place
      onClick={(event) => {
        event.preventDefault();
        if (!busy) setMode(to);
      }}
    >
      {label}
    </Link>
  );
  const summary =
    mistakes.length > 1 || outcome?.formError ? (
      <ErrorSummary errors={mistakes.length > 1 ? errors : undefined} formError={outcome?.formError} />
    ) : null;
  const emailField = (
    <Field
      key="email"
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      defaultValue={answered?.typed.email}
      error={errors.email}
      check={emailTrouble}
    />
  );

  return (
    <Dialog open title={TITLES[mode]} closeTo={closeTo} onClose={onClose} keepOpen={busy}>
      {mode === 'forgot' ? (
        <p className="muted">Tell us your email and we send you a link that sets a new password.</p>
      ) : (
        <WhyNow returnTo={returnTo} why={why} />
      )}
      {mode === 'forgot' ? null : (
        <nav className="tabs" aria-label="Sign in or create an account">
          {modeLink('signin', 'Sign In', 'tab')}
          {modeLink('signup', 'Create Account', 'tab')}
        </nav>
      )}
      <fetcher.Form method="post" action={addressOf(mode)} className="form" noValidate ref={form}>
        {summary}
        {mode === 'forgot' && outcome?.isResetAsked ? <Note tone="done">{says.resetAsked}</Note> : null}
        {mode === 'signup' ? (
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={answered?.typed.name}
            error={errors.name}
            check={(value) => (value.trim() ? undefined : says.nameRequired)}
          />
        ) : null}
        {emailField}
        {mode === 'forgot' ? null : (
          <PasswordField
            key={mode}
            label="Password"
            name="password"
            autoComplete={mode === 'signup' ? 'new-password' : 'current-password'}
            error={errors.password}
            check={passwordTrouble}
            hint={mode === 'signup' ? 'At least 6 characters' : undefined}
          />
        )}
        {mode === 'signup' ? (
          <PasswordField
            label="Confirm password"
            name="confirmPassword"
            autoComplete="new-password"
            error={errors.confirmPassword}
            check={confirmed}
          />
        ) : null}
        {mode === 'signin' ? <p>{modeLink('forgot', 'Forgot your password?')}</p> : null}
        <Button size="big" full busy={busy}>
          {BUTTONS[mode]}
        </Button>
        <p className="meta text-center">
          {mode === 'signin' ? (
            <>New here? {modeLink('signup', 'Create Account')}</>
          ) : (
            <>
              {mode === 'signup' ? 'Have an account?' : 'Remembered it?'} {modeLink('signin', 'Sign In')}
            </>
          )}
        </p>
      </fetcher.Form>
    </Dialog>
  );
}

const TITLES: Record<SignInMode, string> = {
  signin: 'Welcome Back',
  signup: 'Create Account',
  forgot: 'Forgot your password?',
};
const BUTTONS: Record<SignInMode, string> = { signin: 'Sign In', signup: 'Create Account', forgot: 'Send the link' };

/** The second line: why signing in is asked for now. Says nothing when there is nothing to say. */
function WhyNow({ returnTo, why }: { returnTo: string; why?: string }) {
  const layout = useRouteLoaderData('routes/storefront/layout') as { cartCount?: number } | undefined;
  const count = layout?.cartCount ?? 0;
  const words =
    why ??
    (returnTo.startsWith('/checkout')
      ? 'Sign in to check out'
      : count > 0
        ? `Sign in and the ${count === 1 ? 'piece in your cart comes' : 'pieces in your cart come'} with you.`
        : undefined);
  return words ? <p className="muted">{words}</p> : null;
}

/** The same words as the server's, said earlier; the server has the last word. */
function emailTrouble(value: string): string | undefined {
  if (!value.trim()) return says.emailRequired;
  return /^\S+@\S+\.\S+$/.test(value.trim()) ? undefined : says.emailInvalid;
}

function passwordTrouble(value: string): string | undefined {
  if (!value) return says.passwordRequired;
  return value.length < 6 ? says.passwordTooShort : undefined;
}
