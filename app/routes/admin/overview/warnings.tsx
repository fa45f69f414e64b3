import { href, Link } from 'react-router';
import type { Warning } from '#app/modules/operations/health/watch.ts';
import { Icon } from '#app/ui/kit/icon.tsx';

export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="What is wrong">
      {warnings.map(({ about, wrong, safe, toDo }) => (
        <li key={wrong} className="callout">
          <Icon name="warning" />
          <span className="min-w-0 flex-1 py-2 wrap-anywhere">
            <b className="font-semibold">{wrong}</b> {safe} {toDo}
          </span>
          {about === 'books' ? (
            <Link
              className="link inline-flex min-h-11 items-center"
              to={`${href('/admin/payments/refunds')}#books`}
              aria-label="Review: the books"
            >
              Review
            </Link>
          ) : null}
          {about === 'gateways' ? (
            <Link
              className="link inline-flex min-h-11 items-center"
              to={href('/admin/payments/differences')}
              aria-label="Review: gateway differences"
            >
              Review
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
