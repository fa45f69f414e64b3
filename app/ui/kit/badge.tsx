import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export function Badge({
  tone,
  plain,
  children,
}: {
  tone?: 'haldi' | 'indigo' | 'pine' | 'alert' | 'geru';
  plain?: boolean;
  children: ReactNode;
}) {
  return <span className={cn('badge', tone && `badge-${tone}`, plain && 'badge-plain')}>{children}</span>;
}
