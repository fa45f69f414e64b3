/** What was drawn of a page when it was left, and where it was scrolled to. */
type Snapshot = { main: HTMLElement; elements: Element[]; scrollY: number };

const MAX_SNAPSHOTS = 5;

/** By the key of the entry of the history, the one taken last at the end. */
const snapshots = new Map<string, Snapshot>();
let leaving: { key: string; scrollY: number } | undefined;
/** Hears what the router takes out of the page, which would be gone otherwise. */
let observer: MutationObserver | undefined;
let observed: HTMLElement | null = null;
let shown: { box: HTMLElement; main: HTMLElement } | undefined;
/** Where what is shown was pressed, which can't answer: the page does, once it is drawn. */
let pressedAt: { x: number; y: number } | undefined;

/** The page of this entry of the history gives way to a page of another kind: what is drawn of it is kept as soon as it is taken away. */
export function leavePage(key: string): void {
  // The page that comes stands at its own place already.
  if (shown) return;
  leaving = { key, scrollY: window.scrollY };
}

export const forgetSnapshots = (): void => snapshots.clear();

/**
 * Shows a page as it was when it was left, at the place where it was, until it is drawn anew: resolves when it is on the screen, or at
 * once where nothing was kept of it.
 */
export function showSnapshot(key: string): Promise<void> | undefined {
  const snapshot = snapshots.get(key);
  snapshots.delete(key);
  if (!snapshot?.main.isConnected) return undefined;
  removeShown();
  const { main, elements, scrollY } = snapshot;
  const box = document.createElement('div');
  box.toggleAttribute('data-snapshot');
  box.inert = true;
  box.append(...elements);
  main.append(box);
  main.setAttribute('data-restoring', '');
  window.scrollTo(0, scrollY);
  main.addEventListener('click', keepPress);
  shown = { box, main };
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** The page of this entry of the history is drawn: call it before it is painted. */
export function settleSnapshots(key: string): void {
  const removed = (observer?.takeRecords() ?? []).flatMap(({ removedNodes }) => [...removedNodes]);
  const elements = removed.filter((node): node is Element => node instanceof Element && !node.isConnected);
  if (leaving && leaving.key !== key && observed && elements.length > 0) {
    snapshots.set(leaving.key, { main: observed, elements, scrollY: leaving.scrollY });
    const [oldest] = snapshots.keys();
    if (snapshots.size > MAX_SNAPSHOTS && oldest) snapshots.delete(oldest);
  }
  leaving = undefined;
  const main = document.getElementById('main');
  if (main !== observed) {
    observer?.disconnect();
    observer = new MutationObserver(() => {});
    if (main) observer.observe(main, { childList: true });
    observed = main;
  }
  removeShown();
}

const keepPress = ({ clientX: x, clientY: y }: MouseEvent): void => void (pressedAt = { x, y });

function removeShown(): void {
  if (!shown) return;
  const { box, main } = shown;
  shown = undefined;
  main.removeEventListener('click', keepPress);
  main.removeAttribute('data-restoring');
  box.remove();
  observer?.takeRecords();
  const at = pressedAt;
  pressedAt = undefined;
  if (!at) return;
  requestAnimationFrame(() => document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('a, button, label')?.click());
}
