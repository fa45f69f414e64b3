import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Only one of the items with the same `name` can be open. */
export function Accordion({
  title,
  name,
  open,
  children,
}: {
  title: ReactNode;
  name?: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="accordion" name={name} open={open}>
      <summary>
        {title}
        <Icon name="plus" />
      </summary>
      <div className="accordion-body">{children}</div>
    </details>
  );
}
