import type { Refused } from '#app/basics/result.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import type { TooMany } from '#app/platform/limits.server.ts';

const TOO_LARGE_BYTES = 5 * 1024 * 1024;
/** Both the browser and the server check this before decoding. */
export const isTooLarge = (bytes: number): boolean => bytes >= TOO_LARGE_BYTES;

export const MAX_MEGAPIXELS = 40;

/** Formats are listed one by one, so that an iPhone sends JPEG instead of HEIC. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

export const MEDIA_HINT = 'Supported formats: JPG, PNG, GIF, WebP. Max size: 5MB per image.';
export const UPLOAD_FAILED = 'Upload failed. Please try again.';
export const SOME_UPLOADS_FAILED = 'Some uploads failed:';
export const GALLERY_FAILED = 'Failed to load media gallery';
export const DELETE_FAILED = 'Failed to delete image';
export const CONFIRM_DELETION = 'Are you sure you want to delete this image? This action cannot be undone.';

export const errorDeletingImage = (titles: readonly string[]): string =>
  `Error deleting image: used by ${titles.slice(0, 3).join(', ')}${titles.length > 3 ? ` and ${titles.length - 3} more` : ''}`;

export type PictureRefusal =
  | Refused<'not-an-image', undefined>
  | Refused<'too-large', undefined>
  | Refused<'too-many-pixels', { megapixels: number }>;

export type StoreRefusal = PictureRefusal | Refused<'library-full', undefined> | TooMany;

const PICTURE_REFUSALS = {
  'not-an-image': 'Please select an image file',
  'too-large': 'Image size must be less than 5MB',
};

export const pictureRefusal = (refusal: PictureRefusal): string =>
  refusal.reason === 'too-many-pixels'
    ? `This picture has ${refusal.data.megapixels.toLocaleString('en-IN')} megapixels. Choose one with at most ${MAX_MEGAPIXELS}.`
    : PICTURE_REFUSALS[refusal.reason];

export function storeRefusal(refusal: StoreRefusal): string {
  if (refusal.reason === 'library-full') return 'Photos is full. Delete unused photos.';
  if (refusal.reason === 'too-many') return `${UPLOAD_FAILED} Wait ${formatMinutes(refusal.data.retryAfterSeconds)}.`;
  return pictureRefusal(refusal);
}

export function problemOfFile(file: { type: string; size: number }): string | undefined {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return PICTURE_REFUSALS['not-an-image'];
  return isTooLarge(file.size) ? PICTURE_REFUSALS['too-large'] : undefined;
}
