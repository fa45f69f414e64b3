import { useId, type ReactNode } from 'react';

export function SecuritySection({
  id: place,
  title,
  state,
  action,
  children,
}: {
  id?: string;
  title: string;
  state?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={place} className="grid gap-3 border-t border-line pt-6" aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-3">
        <h3 id={id} className="text-h4">
          {title}
        </h3>
        {state}
      </div>
      {children}
      {action ? <div>{action}</div> : null}
    </section>
  );
}
