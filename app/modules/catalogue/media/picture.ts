import { href } from 'react-router';
/**
 * A stored picture. `url` is what `artworks.images` holds ('/media/NAME.webp'); narrower files are
 * '/media/NAME-WIDTH.avif' and '.webp' for each of `widths`. Use the functions here for URLs to fetch.
 */
export type Picture = {
  url: string;
  width: number;
  height: number;
  widths: number[];
  alt: string;
  /** A few pixels, as WebP in base64, shown until it has loaded. */
  preview?: string | undefined;
  /** The point that stays in view when cropped, from 0 (left, top) to 1; the middle by default. */
  focalX?: number;
  focalY?: number;
  /** The origin of its files when the shop does not send them itself (S3_PUBLIC_URL). */
  servedFrom?: string;
};

/** Shown for a missing picture, in the same 4:5 box. Its files are in public/. */
export const PLACEHOLDER: Picture = {
  url: '/placeholder.webp',
  width: 800,
  height: 1000,
  widths: [160, 400, 800],
  alt: '',
};

/** The `srcset` of one format. */
export function sourceSet(picture: Picture, format: 'avif' | 'webp'): string {
  return picture.widths.map((width) => `${fileOf(picture, width, format)} ${width}w`).join(', ');
}

export const mediaUrl = (filename: string): string => href('/media/*', { '*': filename });
/** Returns whether a URL is one of the media library's, even if nothing is stored there. */
export const isMediaUrl = (url: string): boolean => url.startsWith(mediaUrl(''));

/** Returns the 1200×630 picture for shared links. The shop cuts it on first request, so it always serves it. */
export function shareImageOf(picture: Pick<Picture, 'url'>): string {
  return isMediaUrl(picture.url) ? picture.url.replace(/\.webp$/, SHARE_SUFFIX) : SHOP_SHARE_IMAGE;
}
export const SHARE_SUFFIX = '-share.jpg';
/** For a page without a picture; in public/. */
export const SHOP_SHARE_IMAGE = '/share.jpg';

/** Returns the file of the next larger width in CSS pixels, for clients without `srcset`. */
export function fileAtLeast(picture: Picture, width: number): string {
  const chosen = picture.widths.find((candidate) => candidate >= width) ?? picture.widths.at(-1) ?? picture.width;
  return fileOf(picture, chosen, 'webp');
}

export const wholeOf = (picture: Picture): string => `${picture.servedFrom ?? ''}${picture.url}`;

export function fileOf(picture: Pick<Picture, 'url' | 'servedFrom'>, width: number, format: 'avif' | 'webp'): string {
  return `${picture.servedFrom ?? ''}${picture.url.replace(/\.webp$/, '')}-${width}.${format}`;
}

/** For emails and search engines. */
export const absoluteAddress = (address: string, shopUrl: string): string =>
  address.startsWith('/') ? shopUrl + address : address;

/** '820 B', '14 KB', '1.4 MB'. */
export function formatFileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const amount = bytes / 1024 ** unit;
  return `${unit === 0 || amount >= 10 ? Math.round(amount) : Number(amount.toFixed(1))} ${units[unit]}`;
}
