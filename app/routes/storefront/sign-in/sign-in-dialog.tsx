import { useEffect, useRef, useState } from 'react';
import { Form, Link, PrefetchPageLinks, useFetcher, useNavigate, useRouteLoaderData } from 'react-router';
import { accountMessages as says } from '#app/modules/accounts/messages.ts';
import type { FormProblem } from '#app/platform/forms.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, fieldId, PasswordField } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { MailedCode, SecondFactor } from './sign-in-steps.tsx';

const MODES = ['signin', 'signup', 'forgot', 'code', 'second-factor'] as const;
export type SignInMode = (typeof MODES)[number];

/** The mode an address asks for; signing in when it names none of ours. */
export const signInMode = (asked: string | null): SignInMode => MODES.find((mode) => mode === asked) ?? 'signin';

/**
 * What the sign-in answers, in the mode that is to be shown then: mistakes beside their fields, one trouble of the whole,
 * that an account was made, or that a mail is on its way.
 */
export type SignInOutcome = FormProblem & { mode: SignInMode; signedIn?: { returnTo: string }; isMailed?: boolean };

const SHOWN_AFTER_SIGN_UP_MS = 1000;
/**
 * The sign-in dialog: over `/login` (with `closeTo`), or over any page (with `onClose`). Without JavaScript its
 * form posts to `/login` and its tabs are links. `why` names one of the reasons below; others say nothing. `outcome` is what the last post without JavaScript answered.
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
  const answered = fetcher.data ?? sent;
  const [mode, setMode] = useState(answered?.mode ?? wantedMode);
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  // What was wrong with signing in is nothing to say about making an account.
  const outcome = answered?.mode === mode ? answered : undefined;
  const errors = outcome?.errors ?? {};
  const mistakes = Object.keys(errors);
  const onlyMistake = mistakes.length === 1 ? mistakes[0] : undefined;
  const busy = fetcher.state !== 'idle';
  const offersGoogle = useLayout()?.offersGoogle === true;
  const signedIn = answered?.signedIn;
  const addressOf = (to: SignInMode) =>
    `/login?${new URLSearchParams({
      ...(to !== 'signin' && { mode: to }),
      ...(returnTo !== '/' && { returnTo }),
      ...(why !== undefined && REASONS.has(why) && { why }),
    })}`.replace(/\?$/, '');

  const isCodeSent = mode === 'code' && outcome?.isMailed === true;
  const isMade = mode === 'signup' && outcome?.isMailed === true;

  // The answer may be the next step. It is shown once it takes an Enter: the button is free, the page read again.
  useEffect(() => {
    if (answered && !busy) setMode(answered.mode);
  }, [answered, busy]);

  // The dialog opens on its first button otherwise; its own effect ran before this one. Who types already is left alone.
  const firstField = isCodeSent || mode === 'second-factor' ? 'code' : 'email';
  useEffect(() => {
    const typing = document.activeElement;
    if (typing instanceof HTMLInputElement && form.current?.contains(typing)) return;
    document.getElementById(fieldId(firstField))?.focus();
  }, [firstField]);

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

  const explained = isCodeSent ? undefined : EXPLAINED[mode];
  const hasTabs = mode === 'signin' || mode === 'signup';
  return (
    <Dialog open title={TITLES[mode]} closeTo={closeTo} onClose={onClose} keepOpen={busy}>
      {/* What the button runs, or without a connection the router would load the page anew and lose what was typed. */}
      {hydrated && navigator.onLine ? <PrefetchPageLinks page="/login" /> : null}
      {explained ? <p className="muted">{explained}</p> : null}
      {hasTabs ? <WhyNow returnTo={returnTo} why={why} /> : null}
      {hasTabs ? (
        <nav className="tabs" aria-label="Sign in or create an account">
          {modeLink('signin', 'Sign In', 'tab')}
          {modeLink('signup', 'Create Account', 'tab')}
        </nav>
      ) : null}
      <fetcher.Form method="post" action={addressOf(mode)} className="form" noValidate ref={form}>
        {summary}
        {mode === 'forgot' && outcome?.isMailed ? <Note tone="done">{says.resetAsked}</Note> : null}
        {isMade ? <Note tone="done">{says.signUpMailed}</Note> : null}
        {isCodeSent ? (
          <>
            {errors.code || outcome.formError ? null : <Note tone="done">{says.codeSent}</Note>}
            <MailedCode email={outcome.typed.email ?? ''} error={errors.code} busy={busy} />
          </>
        ) : mode === 'second-factor' ? (
          <SecondFactor error={errors.code} busy={busy} />
        ) : isMade ? null : (
          <>
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
            {hasTabs ? (
              <PasswordField
                key={mode}
                label="Password"
                name="password"
                autoComplete={mode === 'signup' ? 'new-password' : 'current-password'}
                error={errors.password}
                check={passwordTrouble}
                hint={mode === 'signup' ? 'At least 6 characters' : undefined}
              />
            ) : null}
            {mode === 'signup' ? (
              <PasswordField
                label="Confirm password"
                name="confirmPassword"
                autoComplete="new-password"
                error={errors.confirmPassword}
                check={confirmed}
              />
            ) : null}
            {mode === 'signin' ? (
              <p className="flex flex-wrap justify-between gap-x-6">
                {modeLink('forgot', 'Forgot your password?')}
                {modeLink('code', 'Send me a code')}
              </p>
            ) : null}
            <Button size="big" full busy={busy}>
              {BUTTONS[mode]}
            </Button>
          </>
        )}
        <p className="meta text-center">
          {mode === 'signin' ? (
            <>New here? {modeLink('signup', 'Create Account')}</>
          ) : (
            <>
              {BACK[mode]} {modeLink('signin', 'Sign In')}
            </>
          )}
        </p>
      </fetcher.Form>
      {hasTabs && offersGoogle && !isMade ? <WithGoogle returnTo={returnTo} /> : null}
    </Dialog>
  );
}

const TITLES: Record<SignInMode, string> = {
  signin: 'Welcome Back',
  signup: 'Create Account',
  forgot: 'Forgot your password?',
  code: 'Sign in with a code',
  'second-factor': 'One more step',
};
const BUTTONS: Record<SignInMode, string> = {
  signin: 'Sign In',
  signup: 'Create Account',
  forgot: 'Send the link',
  code: 'Send me a code',
  'second-factor': 'Sign In',
};
const EXPLAINED: Partial<Record<SignInMode, string>> = {
  forgot: 'Tell us your email and we send you a link that sets a new password.',
  code: 'Tell us your email and we send you a code that signs you in, without a password.',
  'second-factor': 'Your account asks for a second step at every sign-in.',
};
const BACK: Record<SignInMode, string> = {
  signin: '',
  signup: 'Have an account?',
  forgot: 'Remembered it?',
  code: 'Have a password?',
  'second-factor': 'Somebody else?',
};

/** Leaves the shop, so it is a form of its own that no script takes over. */
function WithGoogle({ returnTo }: { returnTo: string }) {
  return (
    <Form method="post" action="/login/google" reloadDocument className="grid gap-4 pt-2">
      <p className="or-line meta">or</p>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button look="secondary" size="big" full>
        Continue with Google
      </Button>
    </Form>
  );
}

/** Reasons an address may give by their names; never words from an address. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['request', 'Please log in to request an order.'],
  ['coupon', 'Please log in to apply a coupon.'],
  ['wishlist', 'Please login to add items to wishlist'],
]);

/** The second line: why signing in is asked for now. Says nothing when there is nothing to say. */
function WhyNow({ returnTo, why }: { returnTo: string; why?: string }) {
  const count = useLayout()?.cartCount ?? 0;
  const words =
    (why !== undefined ? REASONS.get(why) : undefined) ??
    (returnTo.startsWith('/checkout')
      ? 'Sign in to check out'
      : count > 0
        ? `Sign in and the ${count === 1 ? 'piece in your cart comes' : 'pieces in your cart come'} with you.`
        : undefined);
  return words ? <p className="muted">{words}</p> : null;
}

const useLayout = () =>
  useRouteLoaderData('routes/storefront/layout') as { cartCount?: number; offersGoogle?: boolean } | undefined;

/** The same words as the server's, said earlier; the server has the last word. */
function emailTrouble(value: string): string | undefined {
  if (!value.trim()) return says.emailRequired;
  return /^\S+@\S+\.\S+$/.test(value.trim()) ? undefined : says.emailInvalid;
}

function passwordTrouble(value: string): string | undefined {
  if (!value) return says.passwordRequired;
  return value.length < 6 ? says.passwordTooShort : undefined;
}
