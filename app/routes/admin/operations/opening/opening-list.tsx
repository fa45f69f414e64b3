import { Link, useLocation } from 'react-router';
import type { ListedItem } from '#app/modules/operations/health/checklist.ts';
import { Icon } from '#app/ui/kit/icon.tsx';

export function OpeningList({ items }: { items: readonly ListedItem[] }) {
  const { pathname, search } = useLocation();
  // Links to this page keep its query, because another query would reload and scroll the page.
  const withSearch = (to: string) => (to.startsWith(`${pathname}#`) ? to.replace('#', `${search}#`) : to);
  return (
    <ul aria-label="Opening checklist">
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
