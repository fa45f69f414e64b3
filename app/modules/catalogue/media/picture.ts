import { href } from 'react-router';
/**
 * A stored picture as a page needs it. `url` is what `artworks.images` holds ('/media/NAME.webp'); the narrower files
 * stand beside it as '/media/NAME-WIDTH.avif' and '.webp', one pair for each of `widths` (pixels, ascending). It names the
 * picture everywhere; what a browser shall fetch is asked of the functions here.
 */
export type Picture = {
  url: string;
  width: number;
  height: number;
  widths: number[];
  alt: string;
  /** The picture at a few pixels, as WebP in base64: what stands in its place until it is there. */
  preview?: string | undefined;
  /** What stays in view where the picture is cropped, from 0 (left, top) to 1; the middle unless the owner chose. */
  focalX?: number;
  focalY?: number;
  /** The address before '/media/…' where its files are not the shop's own to send (S3_PUBLIC_URL). */
  servedFrom?: string;
};

/** Shown where a picture's row is missing: clay with the mark, in the same 4:5 box. Its files are in public/. */
export const PLACEHOLDER: Picture = {
  url: '/placeholder.webp',
  width: 800,
  height: 1000,
  widths: [160, 400, 800],
  alt: '',
};

/** The `srcset` of one format: every width the picture was made in. */
export function sourceSet(picture: Picture, format: 'avif' | 'webp'): string {
  return picture.widths.map((width) => `${fileOf(picture, width, format)} ${width}w`).join(', ');
}

/** Where a file of the media library is read. */
export const mediaUrl = (filename: string): string => href('/media/*', { '*': filename });
/** Whether an address is one of the media library's, whatever is stored under it. */
export const isMediaUrl = (url: string): boolean => url.startsWith(mediaUrl(''));

/**
 * A picture for links shared in a chat, 1200×630: cut from the whole one; the shop's own where none is stored. Always asked
 * of the shop, which cuts it the first time.
 */
export function shareImageOf(picture: Pick<Picture, 'url'>): string {
  return isMediaUrl(picture.url) ? picture.url.replace(/\.webp$/, SHARE_SUFFIX) : SHOP_SHARE_IMAGE;
}
export const SHARE_SUFFIX = '-share.jpg';
/** What a shared link shows where a page has no picture of its own: lies in public/. */
export const SHOP_SHARE_IMAGE = '/share.jpg';

/** The address of the file nearest above a width in CSS pixels, for places that can't choose by themselves. */
export function fileAtLeast(picture: Picture, width: number): string {
  const chosen = picture.widths.find((candidate) => candidate >= width) ?? picture.widths.at(-1) ?? picture.width;
  return fileOf(picture, chosen, 'webp');
}

/** The address of the whole picture, as large as it is kept. */
export const wholeOf = (picture: Picture): string => `${picture.servedFrom ?? ''}${picture.url}`;

/** The address of the file of one width and format. */
export function fileOf(picture: Pick<Picture, 'url' | 'servedFrom'>, width: number, format: 'avif' | 'webp'): string {
  return `${picture.servedFrom ?? ''}${picture.url.replace(/\.webp$/, '')}-${width}.${format}`;
}

/** The same for who reads it outside the shop's pages: a mail, a search engine. */
export const absoluteAddress = (address: string, shopUrl: string): string =>
  address.startsWith('/') ? shopUrl + address : address;

/** '820 B', '14 KB', '1.4 MB': a file's size as the library shows it. */
export function formatFileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const amount = bytes / 1024 ** unit;
  return `${unit === 0 || amount >= 10 ? Math.round(amount) : Number(amount.toFixed(1))} ${units[unit]}`;
}
