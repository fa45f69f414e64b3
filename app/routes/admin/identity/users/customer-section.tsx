import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function Section({
  title,
  aside,
  nothing,
  children,
}: {
  title: string;
  aside?: ReactNode;
  nothing?: string;
  children: ReactNode;
}) {
  const id = `customer-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children ?? <p className="muted border-t border-line p-panel">{nothing}</p>}
    </section>
  );
}

export const Rows = ({ children }: { children: ReactNode }) => <ul>{children}</ul>;

export function Row({
  to,
  title,
  detail,
  children,
}: {
  to: string;
  title: string;
  detail?: string;
  children?: ReactNode;
}) {
  return (
    <li className="relative flex min-h-13 items-center justify-between gap-3 border-t border-line px-panel py-2 hover:bg-sand/45">
      <span className="min-w-0 leading-snug">
        <Link className="link whitespace-pre-wrap wrap-anywhere after:absolute after:inset-0" to={to}>
          {title}
        </Link>
        {detail ? <span className="meta num block wrap-anywhere">{detail}</span> : null}
      </span>
      {children}
    </li>
  );
}
