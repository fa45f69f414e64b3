import { href } from 'react-router';
/**
 * A stored picture. Narrower files are '/media/NAME-WIDTH.avif' and '.webp' for each of `widths`; use the functions
 * here for their URLs.
 */
export type Picture = {
  url: string;
  width: number;
  height: number;
  widths: number[];
  alt: string;
  preview?: string | undefined;
  /** Focal point from 0 (left, top) to 1; the centre by default. */
  focalX?: number;
  focalY?: number;
  /** Origin of the picture's files (S3_PUBLIC_URL), if the shop does not serve them itself. */
  servedFrom?: string;
};

export const PLACEHOLDER: Picture = {
  url: '/placeholder.webp',
  width: 800,
  height: 1000,
  widths: [160, 400, 800],
  alt: '',
};

export function sourceSet(picture: Picture, format: 'avif' | 'webp'): string {
  return picture.widths.map((width) => `${fileOf(picture, width, format)} ${width}w`).join(', ');
}

export const mediaUrl = (filename: string): string => href('/media/*', { '*': filename });
export const isMediaUrl = (url: string): boolean => url.startsWith(mediaUrl(''));

/** Returns the 1200×630 picture for shared links, which only the shop itself serves. */
export function shareImageOf(picture: Pick<Picture, 'url'>): string {
  return isMediaUrl(picture.url) ? picture.url.replace(/\.webp$/, SHARE_SUFFIX) : SHOP_SHARE_IMAGE;
}
export const SHARE_SUFFIX = '-share.jpg';
export const SHOP_SHARE_IMAGE = '/share.jpg';

/** Returns the whole picture as a JPEG, for catalogues that read no WebP. Only the shop itself serves it. */
export function wholeJpegOf(picture: Pick<Picture, 'url'>): string {
  return isMediaUrl(picture.url) ? picture.url.replace(/\.webp$/, JPEG_SUFFIX) : SHOP_SHARE_IMAGE;
}
export const JPEG_SUFFIX = '-whole.jpg';

/** Returns the file with at least this width in CSS pixels, for clients without `srcset`. */
export function fileAtLeast(picture: Picture, width: number): string {
  const chosenWidth = picture.widths.find((candidate) => candidate >= width) ?? picture.widths.at(-1) ?? picture.width;
  return fileOf(picture, chosenWidth, 'webp');
}

export const wholeOf = (picture: Picture): string => `${picture.servedFrom ?? ''}${picture.url}`;

export function fileOf(picture: Pick<Picture, 'url' | 'servedFrom'>, width: number, format: 'avif' | 'webp'): string {
  return `${picture.servedFrom ?? ''}${picture.url.replace(/\.webp$/, '')}-${width}.${format}`;
}

export const absoluteAddress = (address: string, shopUrl: string): string =>
  address.startsWith('/') ? shopUrl + address : address;

export function formatFileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const amount = bytes / 1024 ** unit;
  return `${unit === 0 || amount >= 10 ? Math.round(amount) : Number(amount.toFixed(1))} ${units[unit]}`;
}
