import { useEffect, useRef } from 'react';
import { useNavigate, href } from 'react-router';
import type { AdminView } from './admin-pages.ts';

export const SHORTCUTS = [
  { keys: ['/'], what: 'Search everything' },
  { keys: ['Ctrl', 'K'], what: 'Search everything, even while typing' },
  { keys: ['Ctrl', 'S'], what: 'Save settings or artwork' },
  { keys: ['j'], what: 'Next row' },
  { keys: ['k'], what: 'Previous row' },
  { keys: ['Enter'], what: 'Open row' },
  { keys: ['x'], what: 'Select row' },
  { keys: ['Esc'], what: 'Close dialog or menu' },
  { keys: ['?'], what: 'Keyboard shortcuts' },
] as const;

const SWITCH = 'admin-shortcuts';
/** People who use voice control can turn off shortcuts in this browser. */
export const areShortcutsOn = (): boolean => localStorage.getItem(SWITCH) !== 'off';
export const switchShortcuts = (on: boolean): void => localStorage.setItem(SWITCH, on ? 'on' : 'off');

const GO_WITHIN_MS = 1_500;
const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

export function useShortcuts(pages: readonly AdminView[], onSearch: () => void): void {
  const navigate = useNavigate();
  const goBefore = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && key === 's') return saveForm(event);
      const isSearch = (event.ctrlKey || event.metaKey) && key === 'k';
      if (!isSearch) {
        const isTyped = event.target instanceof Element && event.target.closest(TYPED_INTO);
        if (event.ctrlKey || event.metaKey || isTyped || !areShortcutsOn()) return;
      }
      const page = Date.now() < goBefore.current ? pages.find((each) => each.key === key) : undefined;
      goBefore.current = 0;
      if (page) void navigate(page.to);
      else if (isSearch || key === '/') onSearch();
      else if (key === '?') void navigate(href('/admin/shortcuts'));
      else if (key === 'g') goBefore.current = Date.now() + GO_WITHIN_MS;
      else if (key === 'j') focusRow(1);
      else if (key === 'k') focusRow(-1);
      else if (key === 'x') chooseRow();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

/** If no form can be saved, the browser handles the key. */
function saveForm(event: KeyboardEvent): void {
  const form = document.querySelector<HTMLFormElement>('form[data-saved-by-keys]');
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}

function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility());
  const here = rows.findIndex((row) => row === document.activeElement);
  const row = here < 0 ? rows[0] : rows[Math.min(Math.max(here + step, 0), rows.length - 1)];
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

function chooseRow(): void {
  const row = document.activeElement?.closest('[data-row]')?.closest('li, tr');
  row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
}
