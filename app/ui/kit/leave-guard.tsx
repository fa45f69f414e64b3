import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before a page with unsaved changes is left; closing the window is asked about by the browser itself. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  // The dialog opens on its first button otherwise; its own effect ran before this one.
  useEffect(() => {
    if (blocker.state === 'blocked') keep.current?.focus();
  }, [blocker.state]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      foot={
        <>
          <Button type="button" look="secondary" ref={keep} onClick={() => blocker.reset()}>
            Keep editing
          </Button>
          <Button type="button" look="destructive" onClick={() => blocker.proceed()}>
            Discard
          </Button>
        </>
      }
    >
      <p className="muted">What you changed here is not saved yet.</p>
    </Dialog>
  );
}
