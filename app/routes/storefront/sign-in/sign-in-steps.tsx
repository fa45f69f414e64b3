import { useEffect, useState } from 'react';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

const AGAIN_AFTER_SECONDS = 30;

export const CodeField = ({ isMailed, error, answer }: { isMailed: boolean; error?: string; answer?: object }) => (
  <Field
    label="Code"
    name="code"
    hint={isMailed ? '6 digits, from our email' : '6 digits from your authenticator app, or a recovery code'}
    className="code-field"
    inputMode={isMailed ? 'numeric' : undefined}
    autoComplete="one-time-code"
    autoCapitalize={isMailed ? 'none' : 'characters'}
    spellCheck={false}
    maxLength={isMailed ? 12 : 40}
    error={error}
    answer={answer}
  />
);

export function SendAgain({ busy, sent }: { busy: boolean; sent: object | undefined }) {
  const hydrated = useHydrated();
  const [left, setLeft] = useState(AGAIN_AFTER_SECONDS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  // A disabled button is not part of the submitted form, so it is disabled after submitting.
  useEffect(() => {
    if (sent) setLeft(AGAIN_AFTER_SECONDS);
  }, [sent]);
  const waits = hydrated && left > 0;
  return (
    <Button look="quiet" full name="intent" value="send-again" disabled={waits || busy}>
      {waits ? `Send another code in ${left} s` : 'Send another code'}
    </Button>
  );
}
