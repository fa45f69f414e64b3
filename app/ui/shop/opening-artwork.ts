import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
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

/** How a card's picture grows into its place, while it does. */
let growth: Animation | undefined;

/** The page of the piece is drawn, or another: what covers it goes as soon as its picture has grown, or if asked again at once. */
export function closeArtwork(): void {
  const closed = opening;
  const close = () => {
    if (opening !== closed) return;
    opening = undefined;
    listener?.();
  };
  const growing = growth;
  growth = undefined;
  if (growing?.playState !== 'running') return close();
  // The page beneath is what is read from now on.
  document.querySelector('.opening')?.setAttribute('aria-hidden', 'true');
  growing.finished.then(close, close);
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
  const from = picture?.getBoundingClientRect();
  flushSync(() => {
    opening = artwork;
    listener?.();
  });
  growth = from && grow(from, document.querySelector('.opening .stage-pictures'));
  const { pathname } = link;
  // Fetching and drawing the page takes longer than this frame of it, which is to be seen first.
  requestAnimationFrame(() =>
    setTimeout(() => {
      void lookAhead(pathname);
      go();
    }),
  );
}

/** Lets a picture grow to where it stands. A view transition would draw the page that is left once more first: half of the press. */
function grow(from: DOMRect, element: Element | null): Animation | undefined {
  if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  const to = element.getBoundingClientRect();
  const across = from.x + from.width / 2 - (to.x + to.width / 2);
  const down = from.y + from.height / 2 - (to.y + to.height / 2);
  const start = `translate(${across}px, ${down}px) scale(${from.height / to.height})`;
  // Its styles are computed already: it was measured.
  const styles = getComputedStyle(element);
  return element.animate(
    { transform: [start, 'none'] },
    { duration: inMs(styles.getPropertyValue('--dur-2')), easing: styles.getPropertyValue('--ease-settle') },
  );
}

/** '220ms', or '.22s' as the build writes it. */
const inMs = (duration: string): number => parseFloat(duration) * (duration.endsWith('ms') ? 1 : 1000);
