import { useEffect, useState, useSyncExternalStore } from 'react';
import { href } from 'react-router';

/** Everything a page shows is asked about together. */
let batch: { ids: string[]; answer: Promise<ReadonlySet<string>> } | undefined;

/** Whether somebody else pays for this piece just now; asked once the page stands, since the page itself may be kept. */
export function useBeingBought(artworkId: string): boolean {
  const [isBeingBought, setBeingBought] = useState(false);
  useEffect(() => {
    let isShown = true;
    void askAbout(artworkId).then((ids) => isShown && setBeingBought(ids.has(artworkId)));
    return () => {
      isShown = false;
    };
  }, [artworkId]);
  return isBeingBought;
}

function askAbout(id: string): Promise<ReadonlySet<string>> {
  if (!batch) {
    const ids: string[] = [];
    const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      batch = undefined;
      return fetchBeingBought(ids);
    });
    batch = { ids, answer };
  }
  batch.ids.push(id);
  return batch.answer;
}

async function fetchBeingBought(ids: readonly string[]): Promise<ReadonlySet<string>> {
  try {
    const query = new URLSearchParams(ids.map((id) => ['id', id]));
    const response = await fetch(`${href('/api/being-bought')}?${query}`);
    noteCatalogue(response.status >= 500, ids);
    return new Set(response.ok ? ((await response.json()) as string[]) : []);
  } catch {
    // Without a network the page says what it said when it came.
    return new Set();
  }
}

const ASKS_AGAIN_AFTER_MS = 10_000;
let isCatalogueAway = false;
const watchers = new Set<() => void>();

/** Remembers whether the shop could look the pieces up, and asks again while it can't. */
function noteCatalogue(isAway: boolean, ids: readonly string[]): void {
  if (isAway && watchers.size > 0) setTimeout(() => void fetchBeingBought(ids), ASKS_AGAIN_AFTER_MS);
  if (isAway === isCatalogueAway) return;
  isCatalogueAway = isAway;
  watchers.forEach((notify) => notify());
}

/**
 * Whether the shop can't read its catalogue just now: a page that was kept is shown nevertheless, says so by itself and pauses buying.
 * Known a moment after the page stands.
 */
export function useCatalogueAway(): boolean {
  return useSyncExternalStore(
    (notify) => {
      watchers.add(notify);
      return () => void watchers.delete(notify);
    },
    () => isCatalogueAway,
    () => false,
  );
}
