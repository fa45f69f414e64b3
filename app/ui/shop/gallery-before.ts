import { href } from 'react-router';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

const GALLERY_KEY = 'lastGallery';

export const keepGallery = (address: string) => writeStored(GALLERY_KEY, JSON.stringify({ address }), 'tab');

export function galleryBefore(): string {
  const { address } = readStored(GALLERY_KEY, 'tab');
  return typeof address === 'string' && address.startsWith(href('/gallery')) ? address : href('/gallery');
}

/** A page opened from a gallery card uses history.back(), which restores the position. */
export const FROM_GALLERY = { isFromGallery: true };
export const isFromGallery = (state: unknown): boolean => (state as typeof FROM_GALLERY | null)?.isFromGallery === true;
