import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { fileAtLeast } from '#app/modules/catalogue/media/picture.ts';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

const SELECTED_DESIGN_KEY = 'customOrderSelectedDesign';

/** The price is in rupees. */
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

export function readDesign(): { artworkId: string; variantId: string | undefined } | undefined {
  const { artworkId, variantId } = readStored(SELECTED_DESIGN_KEY);
  if (typeof artworkId !== 'string') return undefined;
  return { artworkId, variantId: typeof variantId === 'string' ? variantId : undefined };
}

export const deleteDesign = () => writeStored(SELECTED_DESIGN_KEY, null);
