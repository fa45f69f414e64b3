import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';

/** Opens the panel upwards if there is too little space below. */
function keepInSight(details: HTMLDetailsElement): void {
  const panel = details.querySelector<HTMLElement>('.row-menu');
  if (!details.open || !panel) return;
  delete panel.dataset.up;
  const { left, bottom, height } = panel.getBoundingClientRect();
  if (panel.contains(document.elementFromPoint(left + 8, bottom - 4))) return;
  if (details.getBoundingClientRect().top > height) panel.dataset.up = '';
  else panel.scrollIntoView({ block: 'nearest' });
}

/** A `details` element works without JavaScript. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  // A menu that was opened before hydration stays open.
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
    const place = () => keepInSight(details);
    place();
    details.addEventListener('toggle', place);
    details.addEventListener('focusout', leave);
    details.addEventListener('keydown', escape);
    return () => {
      details.removeEventListener('toggle', place);
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
