import { useEffect, useState, useSyncExternalStore } from 'react';
import { href } from 'react-router';
import { type BeingBought, type Buyer, MAX_ASKED_ABOUT } from '#app/modules/payments/checkout/checkout-hold.ts';

export type { Buyer };
type Buyers = { of: ReadonlyMap<string, Buyer>; endsInMs?: number };

/** One request asks about all pieces of a page. */
let batch: { ids: string[]; answer: Promise<Buyers> } | undefined;

const ASKS_EVERY_MS = 30_000;
const ASKS_SOON_MS = 5_000;
const ASKS_AFTER_END_MS = 1_000;

const askAtEndIn = (endsInMs: number): number => (endsInMs > 0 ? endsInMs + ASKS_AFTER_END_MS : ASKS_SOON_MS);

/**
 * Returns who is paying for a piece. Pages are cached, so the browser asks immediately, every half minute, and when the
 * hold ends.
 */
export function useBuyer(artworkId: string): Buyer | undefined {
  const [buyer, setBuyer] = useState<Buyer>();
  useEffect(() => {
    let isShown = true;
    let lastBuyer: Buyer | undefined;
    let atEnd: ReturnType<typeof setTimeout> | undefined;
    const ask = async ({ isFirst = false } = {}) => {
      if (document.visibilityState === 'hidden' && !isFirst) return;
      const buyers = await askAbout(artworkId);
      if (!isShown) return;
      clearTimeout(atEnd);
      if (buyers.endsInMs !== undefined && buyers.of.has(artworkId))
        atEnd = setTimeout(() => void ask(), askAtEndIn(buyers.endsInMs));
      const found = buyers.of.get(artworkId);
      if (!isFirst && found !== lastBuyer) changeListeners.forEach((notify) => notify());
      lastBuyer = found;
      setBuyer(found);
    };
    void ask({ isFirst: true });
    const timer = setInterval(() => void ask(), ASKS_EVERY_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
      clearTimeout(atEnd);
    };
  }, [artworkId]);
  return buyer;
}

const changeListeners = new Set<() => void>();

export function onBuyerChange(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => void changeListeners.delete(listener);
}

export function askAbout(id: string): Promise<Buyers> {
  if (!batch) {
    const ids: string[] = [];
    const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      if (batch?.ids === ids) batch = undefined;
      return fetchBeingBought(ids);
    });
    batch = { ids, answer };
  }
  const { ids, answer } = batch;
  ids.push(id);
  if (ids.length === MAX_ASKED_ABOUT) batch = undefined;
  return answer;
}

const NOBODY: Buyers = { of: new Map() };

async function fetchBeingBought(ids: readonly string[]): Promise<Buyers> {
  try {
    const query = new URLSearchParams(ids.map((id) => ['id', id]));
    const response = await fetch(`${href('/api/being-bought')}?${query}`);
    setCatalogueState(response.status >= 500, ids);
    if (!response.ok) return NOBODY;
    const { others, ordered, held, endsInSeconds } = (await response.json()) as BeingBought;
    const asBought = (bought: readonly string[], buyer: Buyer) => bought.map((id) => [id, buyer] as const);
    return {
      of: new Map([...asBought(others, 'others'), ...asBought(ordered, 'ordered'), ...asBought(held, 'held')]),
      ...(endsInSeconds !== undefined && { endsInMs: endsInSeconds * 1000 }),
    };
  } catch {
    return NOBODY;
  }
}

const ASKS_AGAIN_AFTER_MS = 10_000;
let isCatalogueAway = false;
const watchers = new Set<() => void>();

/** Asks again while the shop cannot read its catalogue. */
function setCatalogueState(isDown: boolean, ids: readonly string[]): void {
  if (isDown && watchers.size > 0) setTimeout(() => void fetchBeingBought(ids), ASKS_AGAIN_AFTER_MS);
  if (isDown === isCatalogueAway) return;
  isCatalogueAway = isDown;
  watchers.forEach((notify) => notify());
}

/** Returns whether a cached page must pause buying, because the catalogue cannot be read. */
export function useIsCatalogueDown(): boolean {
  return useSyncExternalStore(
    (notify) => {
      watchers.add(notify);
      return () => void watchers.delete(notify);
    },
    () => isCatalogueAway,
    () => false,
  );
}
