import type { Refused } from '#app/basics/result.ts';

/** A file of this size or more is refused: 5 MB exactly too (D33). */
export const TOO_LARGE_BYTES = 5 * 1024 * 1024;

export type PictureRefusal = Refused<'not-an-image', undefined> | Refused<'too-large', undefined>;

const PICTURE_REFUSALS: Record<PictureRefusal['reason'], string> = {
  'not-an-image': 'Please select an image file',
  'too-large': 'Image size must be less than 5MB',
};

/** Why a file wasn't taken, in the words of S2 §5. */
export const pictureRefusal = (refusal: PictureRefusal): string => PICTURE_REFUSALS[refusal.reason];

/** When the way to the server broke, or too many came (S2 §8). */
export const UPLOAD_FAILED = 'Upload failed. Please try again.';
