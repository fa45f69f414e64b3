import { z } from 'zod';
import { toOneLine } from '#app/basics/one-line.ts';

export const MAX_ALT_TEXT = 300;

export const pictureDetailsSchema = z.strictObject({
  altText: z
    .string()
    .transform(toOneLine)
    .pipe(z.string().max(MAX_ALT_TEXT, `At most ${MAX_ALT_TEXT} characters`)),
  /** Both numbers are percentages, from the left and from the top. */
  focalX: z.coerce.number().min(0).max(100),
  focalY: z.coerce.number().min(0).max(100),
});
export type PictureDetails = z.output<typeof pictureDetailsSchema>;

const pixel = z.coerce.number().int().min(0).max(20_000);
export const cropSchema = z.strictObject({ left: pixel, top: pixel, width: pixel, height: pixel });
export type CropArea = z.output<typeof cropSchema>;
