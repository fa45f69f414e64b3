import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';

/** A disclosure, so that it works without JavaScript. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  // A menu opened before hydration stays open.
  useEffect(() => {
    if (menu.current && openedAt.current !== key) menu.current.open = false;
    openedAt.current = key;
  }, [key]);
  useEffect(() => {
    const details = menu.current;
    if (!details) return;
    const leave = (event: FocusEvent) => {
      if (!details.contains(event.relatedTarget as Node | null)) details.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      details.open = false;
      details.querySelector('summary')?.focus();
    };
    details.addEventListener('focusout', leave);
    details.addEventListener('keydown', escape);
    return () => {
      details.removeEventListener('focusout', leave);
      details.removeEventListener('keydown', escape);
    };
  }, []);
  return (
    <details ref={menu} name="row-menu" className="relative z-10 inline-block align-top text-left">
      <summary className="icon-button icon-button-small list-none" aria-label={label}>
        <Icon name="more" />
      </summary>
      <div className="menu-panel row-menu">{children}</div>
    </details>
  );
}
