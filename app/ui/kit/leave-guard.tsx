import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Question } from './dialog.tsx';

type TextField = HTMLInputElement | HTMLTextAreaElement;
const wasTyped = (field: TextField) =>
  field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked);

export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    // Text that was typed before hydration, or restored by the browser, caused no event.
    const fields = document.querySelectorAll<TextField>('main form[method=post] :is(input, textarea):not([type=file])');
    [...fields].find(wasTyped)?.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Question
      shouldIgnoreBack
      title="Leave without saving?"
      back="Keep editing"
      onBack={() => blocker.reset()}
      verb="Discard"
      onConfirm={() => blocker.proceed()}
    >
      Your changes haven’t been saved.
    </Question>
  );
}
