import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Question } from './dialog.tsx';

/** Asks before leaving a page with unsaved changes; the browser asks when the window is closed. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Question
      ignoresBack
      title="Leave without saving?"
      back="Keep editing"
      onBack={() => blocker.reset()}
      verb="Discard"
      onConfirm={() => blocker.proceed()}
    >
      What you changed here is not saved yet.
    </Question>
  );
}
