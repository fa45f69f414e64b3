import { Link, useLocation } from 'react-router';
import type { ListedItem } from '#app/modules/operations/health/checklist.ts';
import { Icon } from '#app/ui/kit/icon.tsx';

/** What opening day needs, each with its one step; what is done has none. */
export function OpeningList({ items }: { items: readonly ListedItem[] }) {
  const { pathname, search } = useLocation();
  // To a step of this very page it leads at once; with another query the page would be read first, and move while somebody types.
  const withSearch = (to: string) => (to.startsWith(`${pathname}#`) ? to.replace('#', `${search}#`) : to);
  return (
    <ul aria-label="What opening day needs">
      {items.map(({ id, title, detail, step, isDone }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 border-line border-t px-panel py-2.5">
          <span className={isDone ? 'text-pine' : 'text-alert'}>
            <Icon name={isDone ? 'check' : 'warning'} small />
            <span className="sr-only">{isDone ? 'Done: ' : 'Missing: '}</span>
          </span>
          <span className="min-w-0 flex-1 leading-snug">
            <b className="font-semibold">{title}</b>
            {isDone ? null : <span className="meta block">{detail}</span>}
          </span>
          {isDone ? null : (
            <Link
              className="link ml-8 inline-flex min-h-11 items-center font-semibold text-geru max-sm:basis-full sm:ml-0"
              to={withSearch(step.to)}
              aria-label={`${step.label}: ${title}`}
            >
              {step.label}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
