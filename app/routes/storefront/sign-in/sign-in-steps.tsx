import { useEffect, useState } from 'react';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

const AGAIN_AFTER_SECONDS = 30;

/** Where a mailed code is typed or pasted; the browser offers it where it can. */
export function MailedCode({ email, error, busy }: { email: string; error?: string; busy: boolean }) {
  return (
    <>
      <input type="hidden" name="email" value={email} />
      <Field
        label="Code"
        name="code"
        hint="6 digits, from the mail"
        className="code-field"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={12}
        error={error}
      />
      <Button size="big" full busy={busy}>
        Sign In
      </Button>
      <SendAgain busy={busy} />
    </>
  );
}

/** Waits half a minute before it can be pressed; where no script runs, the server does the waiting. */
function SendAgain({ busy }: { busy: boolean }) {
  const hydrated = useHydrated();
  const [left, setLeft] = useState(AGAIN_AFTER_SECONDS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const waits = hydrated && left > 0;
  return (
    <Button
      look="quiet"
      full
      name="intent"
      value="send-again"
      disabled={waits || busy}
      onClick={() => setLeft(AGAIN_AFTER_SECONDS)}
    >
      {waits ? `Send another code in ${left} s` : 'Send another code'}
    </Button>
  );
}

/** The second step: a code of the app, or a recovery code in the same field. */
export function SecondFactor({ error, busy }: { error?: string; busy: boolean }) {
  return (
    <>
      <Field
        label="Code"
        name="code"
        hint="6 digits of your authenticator app, or one of your recovery codes"
        className="code-field"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={error}
      />
      <Button size="big" full busy={busy}>
        Sign In
      </Button>
    </>
  );
}
