import type { ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { fileAtLeast } from '#app/modules/media/picture.ts';

/** Where the custom order finds the piece chosen for it. */
const SELECTED_DESIGN_KEY = 'customOrderSelectedDesign';

/** Remembers the chosen design in this browser, and which variant of it; the price kept is in rupees. */
export function storeDesign(
  artwork: Pick<ArtworkSummary, 'id' | 'title' | 'category' | 'price' | 'picture'>,
  variantId?: string,
): void {
  writeStored(
    SELECTED_DESIGN_KEY,
    JSON.stringify({
      artworkId: artwork.id,
      title: artwork.title,
      image: fileAtLeast(artwork.picture, 400),
      category: artwork.category,
      price: artwork.price === null ? null : artwork.price / 100,
      variantId,
    }),
  );
}

/** The ids of the chosen design and its variant; undefined when none is kept. */
export function readDesign(): { artworkId: string; variantId: string | undefined } | undefined {
  const { artworkId, variantId } = readStored(SELECTED_DESIGN_KEY);
  if (typeof artworkId !== 'string') return undefined;
  return { artworkId, variantId: typeof variantId === 'string' ? variantId : undefined };
}

export const forgetDesign = () => writeStored(SELECTED_DESIGN_KEY, null);

/** For all visits, or for as long as the tab is open. */
type Where = 'browser' | 'tab';
const storeOf = (where: Where) => (where === 'tab' ? sessionStorage : localStorage);

/** Writes to the browser's storage, or clears with null. Storage may be switched off or full; then nothing is kept. */
export function writeStored(key: string, value: string | null, where: Where = 'browser'): void {
  try {
    if (value === null) storeOf(where).removeItem(key);
    else storeOf(where).setItem(key, value);
  } catch {
    // What can't be kept is still in the page and in its address.
  }
}

/** What is kept under a key, as an object; an empty one when there is nothing, or nothing of ours. */
export function readStored(key: string, where: Where = 'browser'): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storeOf(where).getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
