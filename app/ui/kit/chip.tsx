import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';

/** A filter that is a link: `chosen` fills it with ink. */
export function Chip({ to, chosen, children }: { to: string; chosen?: boolean; children: ReactNode }) {
  return (
    <Link className="chip" to={to} aria-current={chosen ? 'true' : undefined} preventScrollReset>
      {children}
    </Link>
  );
}

/** A filter in force; following it takes the filter away. */
export function AppliedChip({ to, children, className }: { to: string; children: ReactNode; className?: string }) {
  return (
    <Link className={cn('chip chip-applied', className)} to={to} preventScrollReset>
      <span>
        <span className="sr-only">Remove filter: </span>
        {children}
      </span>
      <Icon name="close" small />
    </Link>
  );
}
