import { formatShortDay, formatTime } from '#app/basics/india.ts';
import type { clockOf } from '#app/modules/requests/requests/request.ts';
import { Icon } from '#app/ui/kit/icon.tsx';

const LABELS = { answered: 'Answered', due: 'Answer by', overdue: 'Overdue since' } as const;
const COLOURS = { answered: 'text-pine', due: 'text-ink-2', overdue: 'text-alert' } as const;

export function ReplyClock({ clock: { state, at } }: { clock: ReturnType<typeof clockOf> }) {
  return (
    <span className={`inline-flex items-start gap-1 font-semibold text-xs leading-snug ${COLOURS[state]}`}>
      <Icon
        name={state === 'answered' ? 'check' : state === 'overdue' ? 'warning' : 'clock'}
        small
        className="size-4"
      />
      <span className="num">
        {LABELS[state]}{' '}
        <span className="whitespace-nowrap">
          {formatShortDay(at)}, {formatTime(at)}
        </span>
      </span>
    </span>
  );
}
