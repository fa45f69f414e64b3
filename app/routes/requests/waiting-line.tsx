import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import type { Waiting } from '#app/modules/requests/requests/request.ts';
import { cn } from '#app/ui/kit/class-names.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { waitingSentence } from './labels.ts';

export function WaitingLine({
  waiting,
  side,
  name,
  now,
  small = false,
}: {
  waiting: Waiting;
  side: RequestPage['side'];
  name: string;
  now: Date;
  small?: boolean;
}) {
  const isLate = waiting.until !== null && waiting.until < now;
  const isOwn = waiting.for === side;
  const Line = small ? 'span' : 'p';
  return (
    <Line
      className={
        small
          ? cn('inline-flex items-start gap-1 text-xs leading-snug', isOwn ? 'text-ink' : 'text-ink-2')
          : cn('request-waits', isOwn && 'request-waits-own')
      }
    >
      <Icon name={isLate ? 'warning' : 'clock'} small className={small ? 'size-4' : undefined} />
      <span className={cn('num', isLate && 'text-alert')}>{waitingSentence(waiting, { side, name, now })}</span>
    </Line>
  );
}
