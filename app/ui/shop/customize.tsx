import type { ComponentProps } from 'react';
import { fileAtLeast } from '#app/modules/media/picture.ts';
import { type ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';

/** Where the custom-order wizard finds the piece chosen for it (S1 §3). */
export const SELECTED_DESIGN_KEY = 'customOrderSelectedDesign';

/**
 * 'Customize & Order': remembers the chosen design in this browser and opens the custom order. The address carries the
 * piece too, so that it arrives where storage is off or there is no JavaScript. The price kept is in rupees.
 */
export function Customize({
  artwork,
  ...link
}: { artwork: Pick<ArtworkSummary, 'id' | 'title' | 'category' | 'price' | 'picture'> } & Partial<
  ComponentProps<typeof ButtonLink>
>) {
  const remember = () => {
    const design = {
      artworkId: artwork.id,
      title: artwork.title,
      image: fileAtLeast(artwork.picture, 400),
      category: artwork.category,
      price: artwork.price / 100,
    };
    // Storage may be switched off; then the address alone tells which piece.
    if (storageWorks()) localStorage.setItem(SELECTED_DESIGN_KEY, JSON.stringify(design));
  };
  return (
    <ButtonLink
      look="card"
      full
      {...link}
      to={`/custom-order?design=${encodeURIComponent(artwork.id)}`}
      onClick={remember}
    >
      Customize &amp; Order<span className="sr-only">: {artwork.title}</span>
    </ButtonLink>
  );
}

function storageWorks(): boolean {
  try {
    localStorage.setItem('storage-works', '1');
    localStorage.removeItem('storage-works');
    return true;
  } catch {
    return false;
  }
}
