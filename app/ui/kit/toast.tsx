import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from './icon.tsx';

type Toast = {
  text: string;
  tone?: 'alert';
  action?: { label: string; to: string } | { label: string; act: () => void };
};
/** `origin` had the focus when the toast appeared. Tab leads from it to the toast. */
type ShownToast = Toast & { id: number; since: number; origin: HTMLElement | undefined };

const SHOWN_FOR_MS = 5_000;
/** A newer toast belongs to the action that led to this page. */
const BELONGS_TO_PAGE_AFTER_MS = 1_500;
const GAP_PX = 8;
let shown: ShownToast | undefined;
let nextId = 1;
let pressed: Element | undefined;
let focused: HTMLElement | undefined;
const watchers = new Set<() => void>();
const change = (toast: ShownToast | undefined) => {
  shown = toast;
  for (const watcher of watchers) watcher();
};
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

const dismiss = (id: number) => {
  if (shown?.id === id) change(undefined);
};

export function showToast(toast: Toast): void {
  change({ ...toast, id: nextId++, since: Date.now(), origin: focused });
}

/** Toasts are placed above `data-keep-clear` and the clicked element. The root renders this component once. */
export function ToastRegion() {
  const toast = useSyncExternalStore(
    watch,
    () => shown,
    () => undefined,
  );
  const { pathname } = useLocation();
  const region = useRef<HTMLDivElement>(null);
  useClearOf(region, toast);
  useNextInTabOrder(region, toast);
  useEffect(() => {
    if (shown && Date.now() - shown.since > BELONGS_TO_PAGE_AFTER_MS) change(undefined);
  }, [pathname]);
  return (
    <div className="toasts" role="status" aria-live={toast?.tone === 'alert' ? 'off' : 'polite'} ref={region}>
      {toast ? <OneToast toast={toast} /> : null}
    </div>
  );
}

function useClearOf(region: RefObject<HTMLDivElement | null>, toast: ShownToast | undefined): void {
  useEffect(() => {
    const remember = (event: PointerEvent) => {
      pressed = (event.target as Element).closest('button, a, label') ?? undefined;
    };
    // A button that becomes disabled loses the focus, so this remembers the button.
    const rememberFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest('.toast')) focused = target;
    };
    document.addEventListener('pointerdown', remember, { capture: true });
    document.addEventListener('focusin', rememberFocus);
    return () => {
      document.removeEventListener('pointerdown', remember, { capture: true });
      document.removeEventListener('focusin', rememberFocus);
    };
  }, []);
  useLayoutEffect(() => {
    const box = region.current;
    if (!box || !toast) return;
    const obstacles = [...document.querySelectorAll('[data-keep-clear]')];
    if (pressed && !box.contains(pressed)) obstacles.push(pressed);
    const place = () => {
      box.style.removeProperty('--lift');
      const toastBox = box.getBoundingClientRect();
      let top = toastBox.top;
      for (const other of obstacles.map((each) => each.getBoundingClientRect()).sort((a, b) => b.top - a.top))
        if (other.height > 0 && other.top < top + toastBox.height && other.bottom > top)
          top = other.top - GAP_PX - toastBox.height;
      if (top < toastBox.top && top > 0) box.style.setProperty('--lift', `${toastBox.top - top}px`);
    };
    place();
    const watcher = new ResizeObserver(place);
    for (const obstacle of obstacles) watcher.observe(obstacle);
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      watcher.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
      box.style.removeProperty('--lift');
    };
  }, [region, toast]);
}

function useNextInTabOrder(region: RefObject<HTMLDivElement | null>, toast: ShownToast | undefined): void {
  useLayoutEffect(() => {
    if (!toast?.action) return;
    const turn = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return;
      const action = region.current?.querySelector<HTMLElement>('.toast > .button');
      const { activeElement } = document;
      const isAtOrigin = activeElement === toast.origin || activeElement === document.body;
      const to = event.shiftKey ? activeElement === action && toast.origin : isAtOrigin && action;
      if (!to) return;
      event.preventDefault();
      to.focus();
    };
    document.addEventListener('keydown', turn);
    return () => document.removeEventListener('keydown', turn);
  }, [region, toast]);
}

function OneToast({ toast }: { toast: ShownToast }) {
  const { id } = toast;
  const [paused, setPaused] = useState(false);
  const left = useRef(SHOWN_FOR_MS);
  useEffect(() => {
    left.current = SHOWN_FOR_MS;
  }, [id]);
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => dismiss(id), Math.max(left.current, 1_000));
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [paused, id]);
  const close = () => {
    if (document.activeElement?.closest('.toast')) toast.origin?.focus();
    dismiss(id);
  };
  const pause = () => setPaused(true);
  const run = () => setPaused(false);
  const { action } = toast;
  return (
    <div
      className={toast.tone === 'alert' ? 'toast toast-alert' : 'toast'}
      role={toast.tone}
      onPointerEnter={pause}
      onPointerLeave={run}
      onFocus={pause}
      onBlur={run}
    >
      <p>{toast.text}</p>
      {action && 'to' in action ? (
        <Link className="button button-quiet" to={action.to} onClick={close}>
          <span>{action.label}</span>
        </Link>
      ) : null}
      {action && 'act' in action ? (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            action.act();
            close();
          }}
        >
          <span>{action.label}</span>
        </button>
      ) : null}
      <button type="button" className="icon-button icon-button-small" aria-label="Dismiss message" onClick={close}>
        <Icon name="close" small />
      </button>
    </div>
  );
}
