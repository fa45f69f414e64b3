import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';

export function Chip({ to, chosen, children }: { to: string; chosen?: boolean; children: ReactNode }) {
  return (
    <Link className="chip" to={to} aria-current={chosen ? 'true' : undefined} preventScrollReset>
      {children}
    </Link>
  );
}

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (chosen) row.current?.scrollTo({ left: chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2 });
  }, [pathname, search]);
  return (
    <nav ref={row} className="chips chips-wide" aria-label={label}>
      {children}
    </nav>
  );
}

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
