import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

type Toast = {
  text: string;
  /** `alert` is announced at once; it is still for things that don't block. */
  tone?: 'alert';
  /** One way on: an address to follow or something to do. */
  action?: { label: string; to: string } | { label: string; act: () => void };
};
type ShownToast = Toast & { id: number };

const SHOWN_FOR_MS = 5_000;
/** Between a toast and what it stands above. */
const GAP_PX = 8;
const NONE: ShownToast[] = [];
let shown: ShownToast[] = NONE;
let nextId = 1;
const watchers = new Set<() => void>();
const change = (toasts: ShownToast[]) => {
  shown = toasts;
  for (const watcher of watchers) watcher();
};
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

const dismiss = (id: number) => change(shown.filter((toast) => toast.id !== id));

/** Shows a message for 5 seconds at the bottom of the page. Call it in the browser only: in handlers and effects. */
export function showToast(toast: Toast): void {
  change([...shown.filter((other) => other.text !== toast.text), { ...toast, id: nextId++ }].slice(-3));
}

/** Where toasts appear, above what carries `data-keep-clear`: once, in the root. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(
    watch,
    () => shown,
    () => NONE,
  );
  const region = useRef<HTMLDivElement>(null);
  useClearOf(region, toasts.length);
  return (
    <div className="toasts" role="status" aria-live="polite" ref={region}>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/** Lifts the toasts, while there are any, over what stands at the foot of the window and waits for an answer. */
function useClearOf(region: RefObject<HTMLDivElement | null>, toasts: number): void {
  useLayoutEffect(() => {
    const box = region.current;
    const obstacle = document.querySelector('[data-keep-clear]');
    if (!box || !obstacle || toasts === 0) return;
    const place = () => {
      box.style.removeProperty('--lift');
      const own = box.getBoundingClientRect();
      const other = obstacle.getBoundingClientRect();
      if (other.top < own.bottom && other.bottom > own.top)
        box.style.setProperty('--lift', `${own.bottom - other.top + GAP_PX}px`);
    };
    place();
    // It comes, grows and goes, and leaves the foot of the window where the page ends.
    const watcher = new ResizeObserver(place);
    watcher.observe(obstacle);
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      watcher.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
      box.style.removeProperty('--lift');
    };
  }, [region, toasts]);
}

function OneToast({ toast }: { toast: ShownToast }) {
  const { id } = toast;
  const [paused, setPaused] = useState(false);
  const left = useRef(SHOWN_FOR_MS);
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => dismiss(id), Math.max(left.current, 1_000));
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [paused, id]);
  const close = () => dismiss(id);
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
