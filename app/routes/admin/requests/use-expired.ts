import { useEffect, useState } from 'react';

/** Returns whether this moment has passed, calculated from the server's `now`. */
export function useExpired(until: Date | null, now: Date): boolean {
  const endsAt = until?.getTime();
  const left = until === null ? 0 : until.getTime() - now.getTime();
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    setExpired(false);
    if (left <= 0) return;
    const timer = setTimeout(() => setExpired(true), left);
    return () => clearTimeout(timer);
  }, [left, endsAt]);
  return left <= 0 || isExpired;
}
