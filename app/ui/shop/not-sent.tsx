import { useEffect, useEffectEvent } from 'react';
import { Note } from '#app/ui/kit/note.tsx';

/** Says that a form didn't get through, and sends it once the connection is back; the form's key makes that harmless. */
export function NotSent({ message, send }: { message: string; send: () => void }) {
  const sendAgain = useEffectEvent(send);
  useEffect(() => {
    const onOnline = () => sendAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return (
    <Note tone="alert">
      <b>{message}</b>{' '}
      {navigator.onLine
        ? 'Please try again; nothing you wrote is lost.'
        : 'You seem to be offline. Nothing you wrote is lost: we send it as soon as you are back.'}
    </Note>
  );
}
