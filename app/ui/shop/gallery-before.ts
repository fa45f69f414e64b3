import { href } from 'react-router';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

const GALLERY_KEY = 'lastGallery';

/** Remembers, for as long as the tab is open, the gallery that is looked at: its path with filter, sort and what is shown. */
export const keepGallery = (address: string) => writeStored(GALLERY_KEY, JSON.stringify({ address }), 'tab');

/** The gallery that was looked at last in this tab. */
export function galleryBefore(): string {
  const { address } = readStored(GALLERY_KEY, 'tab');
  return typeof address === 'string' && address.startsWith(href('/gallery')) ? address : href('/gallery');
}

/** The state of a link from a gallery's card: the way back is the browser's, which finds the place again. */
export const FROM_GALLERY = { isFromGallery: true };
export const isFromGallery = (state: unknown): boolean => (state as typeof FROM_GALLERY | null)?.isFromGallery === true;
