import { z } from 'zod';
import type { Dimensions, Medium } from './artwork.ts';
import { ARTWORK_SCHEMAS, mapTextFields } from './artwork-fields.ts';

/** What the admin's artwork form may send; price in rupees, as typed. */
export const artworkSchema = z
  .strictObject({
    /** Not a UUID: saved as a new one. */
    id: z.string().max(100).optional(),
    version: z.coerce.number().int().positive().optional(),
    ...ARTWORK_SCHEMAS,
  })
  .refine(({ price, mrp }) => mrp === null || price === null || price <= mrp, {
    path: ['price'],
    message: 'Not more than the MRP',
  })
  .transform((artwork) => ({
    ...artwork,
    mainImageIndex: artwork.mainImageIndex < artwork.images.length ? artwork.mainImageIndex : 0,
  }));

/** An artwork as the form sends it, parsed. */
export type ArtworkInput = z.output<typeof artworkSchema>;

/** What stands between two addresses in the field that carries them. */
export const IMAGE_SEPARATOR = ' ';

/** Tags from a list with commas: trimmed, without empty ones and duplicates. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const typed = z.string().default('');

/** The same as the fields of a form: flat, everything text. Pictures are addresses in their order, tags a list with commas. */
export const artworkFormSchema = z
  .strictObject({
    id: typed,
    version: typed,
    ...mapTextFields(() => typed),
    priceOnRequest: z.literal('on').optional(),
    width: typed,
    height: typed,
    unit: typed,
    images: typed,
    featured: z.literal('on').optional(),
    tags: typed,
  })
  .transform(
    ({
      id,
      version,
      width,
      height,
      unit,
      images,
      featured,
      tags,
      medium,
      price,
      priceOnRequest,
      ...texts
    }): z.input<typeof artworkSchema> => ({
      ...texts,
      price: priceOnRequest === 'on' ? null : price,
      ...(id ? { id } : {}),
      ...(version ? { version } : {}),
      // What isn't one is for the schema to refuse.
      medium: medium as Medium,
      dimensions: { width, height, unit: (unit || 'cm') as Dimensions['unit'] },
      images: images.split(IMAGE_SEPARATOR).filter(Boolean),
      featured: featured === 'on',
      tags: tagsOf(tags),
    }),
  )
  .pipe(artworkSchema);
