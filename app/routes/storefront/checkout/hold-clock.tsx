import { useEffect, useEffectEvent, useState } from 'react';
import { formatTime } from '#app/basics/india.ts';
import { Icon } from '#app/ui/kit/icon.tsx';

const ANNOUNCED_AT_MINUTES = [10, 5, 2, 1];

export function HoldClock({ until, secondsLeft, onEnd }: { until: string; secondsLeft: number; onEnd: () => void }) {
  const [left, setLeft] = useState(secondsLeft);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const endsAt = Date.now() + secondsLeft * 1000;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end();
    }, 1000);
    return () => clearInterval(timer);
  }, [secondsLeft]);
  const minutes = Math.ceil(left / 60);
  const announcedMinutes = ANNOUNCED_AT_MINUTES.findLast((each) => minutes <= each);
  return (
    <p className="tick">
      <Icon name="clock" small />
      <span>
        Held for you until{' '}
        <b className="num whitespace-nowrap" translate="no">
          {formatTime(until)}
        </b>{' '}
        <span aria-hidden="true" className="num whitespace-nowrap" translate="no">
          ({Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')})
        </span>
        <span role="status" className="sr-only">
          {left === 0
            ? 'The time is over.'
            : announcedMinutes
              ? `${announcedMinutes} ${announcedMinutes === 1 ? 'minute' : 'minutes'} left to pay.`
              : ''}
        </span>
      </span>
    </p>
  );
}
