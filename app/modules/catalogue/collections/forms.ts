import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isMediaUrl } from '#app/modules/catalogue/media/picture.ts';
import { line } from '#app/platform/text-schemas.ts';
import { MAX_IN_COLLECTION } from './collection.ts';

export const collectionForm = z.strictObject({
  id: uuidSchema.optional(),
  version: z.coerce.number().int().positive().optional(),
  title: line('Enter a name', 100),
  description: z
    .string()
    .transform((typed) => typed.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(2000, 'At most 2,000 characters'))
    .default(''),
  image: z
    .string()
    .refine((url) => url === '' || isMediaUrl(url), 'Choose a photo from Photos')
    .default(''),
  published: z
    .literal('on')
    .optional()
    .transform((on) => on === 'on'),
  artworks: z
    .string()
    .default('')
    .transform((ids) => [...new Set(ids.split(' ').filter(Boolean))])
    .pipe(
      z.array(z.string().refine(isUuid, 'Not a piece')).max(MAX_IN_COLLECTION, `At most ${MAX_IN_COLLECTION} pieces`),
    ),
});
export type CollectionInput = z.output<typeof collectionForm>;
