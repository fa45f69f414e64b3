import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';

const TRIES_AGAIN_AFTER_MS = 8_000;

/** Says why a page could not be fetched. Retries after a click, at intervals, and when the browser is online again. */
export function Unreached() {
  const location = useLocation();
  const navigate = useNavigate();
  const fetchAgain = useEffectEvent(() => void navigate(location, { replace: true }));
  useEffect(() => {
    const again = () => fetchAgain();
    window.addEventListener('online', again);
    const timer = setInterval(() => navigator.onLine && again(), TRIES_AGAIN_AFTER_MS);
    return () => {
      window.removeEventListener('online', again);
      clearInterval(timer);
    };
  }, []);
  return (
    <div className="wrap">
      <title>No connection</title>
      <EmptyState
        level={1}
        title={navigator.onLine ? 'We couldn’t reach the shop' : 'You seem to be offline'}
        action={
          <Button type="button" onClick={() => void navigate(location, { replace: true })}>
            Try again
          </Button>
        }
      >
        We couldn’t load this page. Your cart and wishlist are safe.
      </EmptyState>
    </div>
  );
}
