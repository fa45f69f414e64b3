import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPath, useLocation, useNavigationType } from 'react-router';
import { NOWHERE } from '#app/basics/unknown-address.ts';

/** The state of an entry of the browser's history; `isLayer` marks one of a layer, over the page with the key `over`. */
type Entry = { isLayer?: true; over?: string } | null;

/** What lies over the page, the newest last; `close` may refuse. */
const layers: { close: () => void }[] = [];
/** How many entries belong to layers, and the page under them: its key, and its path when the first layer opened. */
let entries = 0;
let base = { key: '', path: '' };
/** The page that is shown, as the router left it. */
let page: { key: string; path: string; entry: Entry } = { key: '', path: '', entry: null };
/** Steps taken here, of which the router must not hear. */
let ownSteps = 0;

const SETTLES_AFTER_MS = 100;

/**
 * Back closes what lies over a page (a dialog, the menu, a sheet) instead of leaving the page, as on a phone everything
 * does: each layer has an entry of its own in the history, at the page's address. Refusing to close keeps it open.
 */
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

/** The same for a popover, which opens and closes by itself. */
export function useBackClosesPopover(popover: RefObject<HTMLElement | null>): void {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const box = popover.current;
    const look = () => setIsOpen(box?.matches(':popover-open') ?? false);
    // It opens without a script, too.
    look();
    box?.addEventListener('toggle', look);
    return () => box?.removeEventListener('toggle', look);
  }, [popover]);
  useBackCloses(isOpen, () => popover.current?.hidePopover());
}

/** Hears of Back before the router does, whose own listener comes with its first drawing: call it before that. */
export function listenForBack(): void {
  window.addEventListener('popstate', hear);
}

/** Keeps what the router made of the address: once, in the root. */
export function useHistoryLayers(): void {
  const location = useLocation();
  const type = useNavigationType();
  // Before anybody sees the page: Back may come at once.
  useLayoutEffect(() => {
    const { isLayer: _, over: __, ...entry } = (history.state ?? {}) as NonNullable<Entry>;
    // The address bar has what was typed.
    const path = createPath(location.pathname === NOWHERE ? window.location : location);
    page = { key: location.key, path, entry };
    // A page on top leaves the entries of what lay over the one before behind, though that is still closing.
    if (type !== 'REPLACE') entries = 0;
    // The router has replaced the entry of a layer with the page's new address.
    else if (entries > 0) history.replaceState(layerEntry(), '');
    // Back may have come between the router's step and this.
    if (entries === 0) restoreAddress();
    settleSoon();
  }, [location, type]);
}

/** A moment later, so that one layer may take another's place. */
const settleSoon = () => setTimeout(settle, 0);

const isLayer = (entry: Entry): boolean => entry?.isLayer === true && entry.over === base.key;

const layerEntry = (): Entry => ({ ...(history.state as Entry), isLayer: true, over: base.key });

/** Makes the entries as many as the layers. */
function settle(): void {
  if (entries === 0) base = { key: page.key, path: page.path };
  for (; entries < layers.length; entries += 1) history.pushState(layerEntry(), '');
  // Where another page has come on top they stay behind, and are passed over on the way back.
  if (entries === layers.length || !isLayer(history.state as Entry)) return;
  goSilently(layers.length - entries);
  entries = layers.length;
}

function goSilently(by: number): void {
  ownSteps += 1;
  history.go(by);
}

function hear(event: PopStateEvent): void {
  const entry = event.state as Entry;
  const isOurs = ownSteps > 0;
  const isOfBase = isLayer(entry) || (!entry?.isLayer && createPath(window.location) === base.path);
  const closes = !isOurs && entries > 0 && isOfBase;
  if (!isOurs && !closes && !entry?.isLayer) return;
  event.stopImmediatePropagation();
  if (isOurs) {
    ownSteps -= 1;
    // Another page came on top in the same moment.
    if (entry?.isLayer && entries === 0) return goSilently(1);
  } else if (closes) {
    entries -= 1;
    layers.at(-1)?.close();
    setTimeout(settle, SETTLES_AFTER_MS);
  } else return history.go(entry?.over === page.key ? 1 : -1);
  if (entries === 0 && isOfBase) restoreAddress();
}

/** The page may have taken another address (a filter) while something lay over it. */
function restoreAddress(): void {
  if (createPath(window.location) !== page.path) history.replaceState(page.entry, '', page.path);
}
