import { href } from 'react-router';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

const GALLERY_KEY = 'lastGallery';

/** Remembers the tab's last gallery address. */
export const keepGallery = (address: string) => writeStored(GALLERY_KEY, JSON.stringify({ address }), 'tab');

/** Returns the last gallery in this tab. */
export function galleryBefore(): string {
  const { address } = readStored(GALLERY_KEY, 'tab');
  return typeof address === 'string' && address.startsWith(href('/gallery')) ? address : href('/gallery');
}

/** The state of a link from a gallery card: the way back is history.back(), which restores the position. */
export const FROM_GALLERY = { isFromGallery: true };
export const isFromGallery = (state: unknown): boolean => (state as typeof FROM_GALLERY | null)?.isFromGallery === true;
