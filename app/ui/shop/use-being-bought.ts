import { useEffect, useState } from 'react';
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
    return new Set(response.ok ? ((await response.json()) as string[]) : []);
  } catch {
    // Without a network the page says what it said when it came.
    return new Set();
  }
}
