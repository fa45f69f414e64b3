import type { ReactNode } from 'react';

export function EmptyState({
  title,
  children,
  action,
  level = 2,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty">
      <span className="motif motif-mini-1" aria-hidden="true" />
      <Heading className="text-h3">{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
