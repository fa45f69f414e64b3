import { useEffect, useEffectEvent } from 'react';
import { Note } from '#app/ui/kit/note.tsx';

/** Sends the form again when the connection is restored. The form's key prevents duplicates. */
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
        ? 'Please try again. Your text is still here.'
        : 'You’re offline. We’ll send this when you’re back online.'}
    </Note>
  );
}
