import { z } from 'zod';
import { line } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { withoutGroups } from '#app/basics/rupees.ts';
import { type Dimensions, type Medium, MEDIUMS } from './artwork.ts';
import { IMAGES_APART, tagsOf } from './artwork-draft.ts';
import { FILL_IN_REQUIRED, ADD_AN_IMAGE } from './messages.ts';

const DEAREST = paise(100_000_000_000);

const price = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,10}(\.\d+)?$/, FILL_IN_REQUIRED)
        .transform(Number),
    ],
    { error: FILL_IN_REQUIRED },
  )
  .pipe(
    z
      .number()
      .positive(FILL_IN_REQUIRED)
      .max(DEAREST / 100, 'At most ₹1,00,00,00,000'),
  )
  .transform((amount): Paise => rupees(amount))
  .refine((amount) => amount > 0, FILL_IN_REQUIRED);

/** A whole number as the form parses it: anything that isn't one is 0. */
const count = z
  .union([z.number(), z.string()])
  .optional()
  .transform((value) => {
    const whole = Number.parseInt(String(value ?? ''), 10);
    return Number.isSafeInteger(whole) && whole > 0 ? Math.min(whole, 1_000_000) : 0;
  });

/** A browser sends line breaks as two characters, a table as one. */
const text = (longest: number) =>
  z
    .string()
    .transform((typed) => typed.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(longest, `At most ${longest} characters`))
    .default('');

/** What the admin's artwork form may send; price in rupees, as typed. */
export const artworkSchema = z
  .strictObject({
    /** Not a UUID: saved as a new one. */
    id: z.string().max(100).optional(),
    version: z.coerce.number().int().positive().optional(),
    title: line(FILL_IN_REQUIRED),
    description: text(5000),
    price,
    medium: z.enum(MEDIUMS, { error: FILL_IN_REQUIRED }).default('fabric'),
    category: line(FILL_IN_REQUIRED, 100),
    style: text(100),
    dimensions: z
      .strictObject({ width: count, height: count, unit: z.enum(['cm', 'inches']).default('cm') })
      .default({ width: 0, height: 0, unit: 'cm' }),
    images: z
      .array(z.string().regex(/^\/media\/[\w-]+\.webp$/), { error: ADD_AN_IMAGE })
      .min(1, ADD_AN_IMAGE)
      .max(20),
    mainImageIndex: z.coerce.number().int().min(0).default(0),
    stockCount: count,
    featured: z.boolean().default(false),
    /** Trimmed; empty ones and duplicates are ignored. */
    tags: z
      .array(z.string().trim().max(50))
      .max(50)
      .default([])
      .transform((tags) => [...new Set(tags.filter(Boolean))]),
    dateCreated: z.iso.date('Choose a day').nullable().default(null),
  })
  .transform((artwork) => ({
    ...artwork,
    mainImageIndex: artwork.mainImageIndex < artwork.images.length ? artwork.mainImageIndex : 0,
  }));

/** A piece as the form sends it, parsed. */
export type ArtworkInput = z.output<typeof artworkSchema>;

const typed = z.string().default('');

/**
 * The same as the fields of a form: flat, everything text. Pictures are addresses in their order, tags a list with commas;
 * a price may carry the rupee sign and commas.
 */
export const artworkFormSchema = z
  .strictObject({
    id: typed,
    version: typed,
    title: typed,
    description: typed,
    price: typed,
    medium: typed,
    category: typed,
    style: typed,
    width: typed,
    height: typed,
    unit: typed,
    images: typed,
    stockCount: typed,
    featured: z.literal('on').optional(),
    tags: typed,
    dateCreated: typed,
  })
  .transform(
    ({ id, version, price, width, height, unit, images, featured, tags, dateCreated, medium, ...fields }) =>
      ({
        ...fields,
        ...(id ? { id } : {}),
        ...(version ? { version } : {}),
        price: withoutGroups(price),
        // What isn't one is for the shape to refuse.
        medium: medium as Medium,
        dimensions: { width, height, unit: (unit || 'cm') as Dimensions['unit'] },
        images: images.split(IMAGES_APART).filter(Boolean),
        featured: featured === 'on',
        tags: tagsOf(tags),
        dateCreated: dateCreated || null,
      }) satisfies z.input<typeof artworkSchema> as z.input<typeof artworkSchema>,
  )
  .pipe(artworkSchema);
