import { useRef, type ReactNode } from 'react';
import { Icon } from '#app/ui/kit/icon.tsx';

/** The ⋯ of a row: a disclosure, so that it opens without JavaScript; Esc, leaving it and choosing close it. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  return (
    <details
      ref={menu}
      name="row-menu"
      className="relative z-10 inline-block text-left"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
    >
      <summary className="icon-button list-none" aria-label={label}>
        <Icon name="more" />
      </summary>
      <div className="menu-panel absolute right-2 top-full grid min-w-40 py-1.5 [&>a]:flex [&>a]:min-h-12 [&>a]:items-center [&>a]:px-[1.1rem] [&>a:hover]:bg-sand" onClick={close}>
        {children}
      </div>
    </details>
  );
}
