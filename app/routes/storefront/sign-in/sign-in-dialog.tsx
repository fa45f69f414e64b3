import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Form, Link, PrefetchPageLinks, useFetcher, useNavigate, href } from 'react-router';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { fieldId } from '#app/ui/kit/field.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { SignInFields } from './sign-in-fields.tsx';
import { MODES, REASONS, type SignInMode, type SignInOutcome } from './sign-in-modes.ts';
import { CodeField, SendAgain } from './sign-in-steps.tsx';

const SHOWN_AFTER_SIGN_UP_MS = 1000;
/** Opens over `/login` (`closeTo`) or over any page (`onClose`). `outcome` is the last answer without JavaScript. */
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
  const answer = fetcher.data ?? sent;
  const [answered, setAnswered] = useState(answer);
  const [mode, setMode] = useState(answered?.mode ?? wantedMode);
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const outcome = answered?.mode === mode ? answered : undefined;
  const errors = outcome?.errors ?? {};
  const mistakes = Object.keys(errors);
  const busy = fetcher.state !== 'idle';
  const offersGoogle = useStorefront().offersGoogle;
  const signedIn = answered?.signedIn;
  const addressOf = (to: SignInMode) =>
    `${href('/login')}?${new URLSearchParams({
      ...(to !== 'signin' && { mode: to }),
      ...(returnTo !== '/' && { returnTo }),
      ...(why !== undefined && REASONS.has(why) && { why }),
    })}`.replace(/\?$/, '');

  const isCodeSent = mode === 'code' && outcome?.isMailed === true;
  const codeSent = isCodeSent && !errors.code && !outcome.formError ? outcome : undefined;
  const asksForCode = isCodeSent || mode === 'second-factor';

  const showAnswer = useEffectEvent((next: SignInOutcome) => {
    setAnswered(next.failure ? { ...answered, ...next, errors: undefined, mode } : next);
    if (!next.failure) setMode(next.mode);
  });
  useEffect(() => {
    if (answer && !busy) showAnswer(answer);
  }, [answer, busy]);
  useFocus(form, mode, asksForCode ? 'code' : mode === 'signup' ? 'name' : 'email', mistakes, outcome);
  useEffect(() => {
    if (!signedIn) return;
    const timer = setTimeout(() => {
      onClose?.();
      void navigate(signedIn.returnTo, { replace: true });
    }, SHOWN_AFTER_SIGN_UP_MS);
    return () => clearTimeout(timer);
  }, [signedIn, onClose, navigate]);

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
  const labels: { title: string; button: string; explained?: string; back: string } = MODES[mode];
  const explained = isCodeSent ? undefined : labels.explained;
  const hasTabs = mode === 'signin' || mode === 'signup';
  return (
    <Dialog
      open
      title={labels.title}
      closeTo={closeTo && (signedIn?.returnTo ?? closeTo)}
      onClose={onClose}
      keepOpen={busy}
    >
      {/* One place for all modes keeps the sheet's height. */}
      <div className="grid">
        <div className="sign-in" data-done={signedIn !== undefined || undefined} inert={signedIn !== undefined}>
          {/* Offline, the router would reload the page and lose typed text, so /login is preloaded. */}
          {hydrated && navigator.onLine ? <PrefetchPageLinks page={href('/login')} /> : null}
          {explained ? <p className="muted">{explained}</p> : null}
          {hasTabs ? <WhyNow returnTo={returnTo} why={why} /> : null}
          {hasTabs ? (
            <nav className="tabs" aria-label="Sign in or create an account">
              {modeLink('signin', 'Sign In', 'tab')}
              {modeLink('signup', 'Create Account', 'tab')}
            </nav>
          ) : null}
          <fetcher.Form method="post" action={addressOf(mode)} className="form" noValidate ref={form}>
            <FailureText>{accountMessages.unexpected}</FailureText>
            {summary}
            {mode === 'forgot' && outcome?.isMailed ? <Note tone="done">{accountMessages.resetAsked}</Note> : null}
            {codeSent ? <Note tone="done">{accountMessages.codeSent}</Note> : null}
            <>
              {isCodeSent ? <input type="hidden" name="email" value={outcome.typed?.email ?? ''} /> : null}
              {asksForCode ? (
                <CodeField isMailed={isCodeSent} error={errors.code} answer={outcome} />
              ) : (
                <SignInFields mode={mode} typed={answered?.typed ?? {}} errors={errors} answer={outcome} />
              )}
              {mode === 'signin' ? (
                <p className="flex flex-wrap justify-between gap-x-6">
                  {modeLink('forgot', 'Forgot your password?')}
                  {modeLink('code', 'Send me a code')}
                </p>
              ) : null}
              <Button size="big" full busy={busy} {...(isCodeSent && { name: 'intent', value: 'enter' })}>
                {isCodeSent ? 'Sign In' : labels.button}
              </Button>
              {isCodeSent ? <SendAgain busy={busy} sent={codeSent} /> : null}
            </>
            <p className="meta text-center">
              {mode === 'signin' ? (
                <>New here? {modeLink('signup', 'Create Account')}</>
              ) : (
                <>
                  {labels.back} {modeLink('signin', 'Sign In')}
                </>
              )}
            </p>
          </fetcher.Form>
          {hasTabs && offersGoogle ? <WithGoogle action={addressOf('signin')} /> : null}
        </div>
        {signedIn ? <SignedIn to={signedIn.returnTo} onLeave={onClose} /> : null}
      </div>
    </Dialog>
  );
}

function SignedIn({ to, onLeave }: { to: string; onLeave?: () => void }) {
  const continueLink = useRef<HTMLAnchorElement>(null);
  useEffect(() => continueLink.current?.focus(), []);
  return (
    <div className="sign-in">
      <Note tone="done">Your account is ready. You are signed in.</Note>
      <Link ref={continueLink} className="button button-primary button-full" to={to} onClick={onLeave}>
        <span>Continue</span>
      </Link>
    </div>
  );
}

function useFocus(
  form: RefObject<HTMLFormElement | null>,
  mode: SignInMode,
  firstField: string,
  mistakes: string[],
  outcome: SignInOutcome | undefined,
): void {
  // Runs after the dialog's own effect. Does nothing while the visitor types.
  useEffect(() => {
    const typing = document.activeElement;
    if (typing instanceof HTMLInputElement && form.current?.contains(typing)) return;
    document.getElementById(fieldId(firstField))?.focus();
  }, [form, mode, firstField]);

  const onlyMistake = mistakes.length === 1 ? mistakes[0] : undefined;
  useEffect(() => {
    if (onlyMistake) document.getElementById(fieldId(onlyMistake))?.focus();
  }, [onlyMistake, outcome]);
}

/** This form leads to another site, so it is a native form. */
function WithGoogle({ action }: { action: string }) {
  return (
    <Form method="post" action={action} reloadDocument className="grid gap-4 pt-2">
      <p className="or-line meta">or</p>
      <Button look="secondary" size="big" full name="intent" value="google">
        Continue with Google
      </Button>
    </Form>
  );
}

function WhyNow({ returnTo, why }: { returnTo: string; why?: string }) {
  const count = useStorefront().cartCount;
  const text =
    (why !== undefined ? REASONS.get(why) : undefined) ??
    (returnTo.startsWith(href('/checkout'))
      ? 'Sign in to check out'
      : count > 0
        ? `Sign in to keep the ${count === 1 ? 'piece' : 'pieces'} in your cart.`
        : undefined);
  return text ? <p className="muted">{text}</p> : null;
}
