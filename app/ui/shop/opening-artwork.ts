import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { lookAhead } from '#app/ui/kit/page-memory.ts';
import { keepShown } from './picture.tsx';

/** What the card of a piece knows, from its press until the page of the piece is drawn. */
let opening: ArtworkSummary | undefined;
let listener: (() => void) | undefined;

/** For `useSyncExternalStore`: one frame listens, that of the layout. */
export const openingArtwork = {
  get: () => opening,
  subscribe(changed: () => void) {
    listener = changed;
    return () => (listener = undefined);
  },
};

/** The page of the piece is drawn, or another. */
export function closeArtwork(): void {
  opening = undefined;
  listener?.();
}

/**
 * Shows name, price and picture of a piece at once, before its page is fetched and drawn, and goes there. The picture of the
 * pressed card grows into its place. Leaves to the browser what opens in another tab, and what has no frame to be shown in.
 */
export function openArtwork(event: MouseEvent<HTMLAnchorElement>, artwork: ArtworkSummary, go: () => void): void {
  const link = event.currentTarget;
  if (!listener || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const picture = link.closest('.card')?.querySelector('.card-picture .picture');
  keepShown(artwork.picture, picture?.querySelector('img')?.currentSrc);
  void lookAhead(link.pathname);
  const show = () => {
    picture?.classList.remove('grows');
    flushSync(() => {
      opening = artwork;
      listener?.();
    });
    // Drawing the page takes longer than this frame of it, which is to be seen first.
    requestAnimationFrame(() => setTimeout(go));
  };
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !document.startViewTransition) return show();
  picture?.classList.add('grows');
  document.startViewTransition(show);
}
