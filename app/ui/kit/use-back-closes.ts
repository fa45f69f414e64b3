import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPath, useLocation, useNavigationType } from 'react-router';
import { NOWHERE } from '#app/basics/unknown-address.ts';

type Entry = { isLayer?: true; over?: string } | null;

const layers: { close: () => void }[] = [];
let entries = 0;
let base = { key: '', path: '' };
let page: { key: string; path: string; entry: Entry } = { key: '', path: '', entry: null };
/** Counts steps in the history that the router must ignore. */
let ownSteps = 0;

const SETTLES_AFTER_MS = 100;

/** Makes Back close a dialog, menu or sheet (a layer). Each adds a history entry with the page's address. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => closeNow() };
    layers.push(layer);
    settleSoon();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      settleSoon();
    };
  }, [isOpen]);
}

export function useBackClosesPopover(popover: RefObject<HTMLElement | null>): void {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const box = popover.current;
    const look = () => setIsOpen(box?.matches(':popover-open') ?? false);
    // The layer may have opened before hydration.
    look();
    box?.addEventListener('toggle', look);
    return () => box?.removeEventListener('toggle', look);
  }, [popover]);
  useBackCloses(isOpen, () => popover.current?.hidePopover());
}

/** Call it before the first render, so that this listener handles Back before the router. */
export function listenForBack(): void {
  window.addEventListener('popstate', hear);
}

export function useHistoryLayers(): void {
  const location = useLocation();
  const type = useNavigationType();
  // The visitor may use Back immediately, so the history entry is added before painting.
  useLayoutEffect(() => {
    const { isLayer: _, over: __, ...entry } = (history.state ?? {}) as NonNullable<Entry>;
    const path = createPath(location.pathname === NOWHERE ? window.location : location);
    page = { key: location.key, path, entry };
    // A new page leaves the history entries of layers behind, even if a layer is still closing.
    if (type !== 'REPLACE') entries = 0;
    // The router replaced a layer's entry with the page's new address.
    else if (entries > 0) history.replaceState(layerEntry(), '');
    // The visitor may have gone back before the router's entry was added. A newer page's entry stays.
    if (entries === 0 && isOfBase(history.state as Entry)) restoreAddress();
    settleSoon();
  }, [location, type]);
}

/** One layer may replace another layer, so closing waits for the next task. */
const settleSoon = () => setTimeout(settle, 0);

const isLayer = (entry: Entry): boolean => entry?.isLayer === true && entry.over === base.key;

const isOfBase = (entry: Entry): boolean =>
  isLayer(entry) || (!entry?.isLayer && createPath(window.location) === base.path);

const layerEntry = (): Entry => ({ ...(history.state as Entry), isLayer: true, over: base.key });

function settle(): void {
  if (entries === 0) base = { key: page.key, path: page.path };
  for (; entries < layers.length; entries += 1) history.pushState(layerEntry(), '');
  // Going back skips history entries below another page.
  if (entries === layers.length || !isLayer(history.state as Entry)) return;
  goWithoutRouter(layers.length - entries);
  entries = layers.length;
}

function goWithoutRouter(by: number): void {
  ownSteps += 1;
  history.go(by);
}

function hear(event: PopStateEvent): void {
  const entry = event.state as Entry;
  const isOurs = ownSteps > 0;
  const wasOfBase = isOfBase(entry);
  const closes = !isOurs && entries > 0 && wasOfBase;
  if (!isOurs && !closes && !entry?.isLayer) return;
  event.stopImmediatePropagation();
  if (isOurs) {
    ownSteps -= 1;
    if (entry?.isLayer && entries === 0) return goWithoutRouter(1);
  } else if (closes) {
    entries -= 1;
    layers.at(-1)?.close();
    setTimeout(settle, SETTLES_AFTER_MS);
  } else return history.go(entry?.over === page.key ? 1 : -1);
  if (entries === 0 && wasOfBase) restoreAddress();
}

/** A filter may have changed the page's address while a layer was open. */
function restoreAddress(): void {
  if (createPath(window.location) !== page.path) history.replaceState(page.entry, '', page.path);
}
