import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export function Note({
  id,
  tone,
  icon,
  children,
  className,
}: {
  id?: string;
  tone?: 'alert' | 'done' | 'info';
  icon?: IconName;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      id={id}
      className={cn('note', tone && `note-${tone}`, className)}
      role={tone === 'alert' ? 'alert' : tone === 'done' ? 'status' : undefined}
    >
      <Icon name={icon ?? (tone === 'done' ? 'check' : tone === 'info' ? 'info' : 'warning')} />
      <div>{children}</div>
    </div>
  );
}
