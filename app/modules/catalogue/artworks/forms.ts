import { z } from 'zod';
import type { Paise } from '#app/basics/money.ts';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import type { Dimensions } from './dimensions.ts';
import type { Medium } from './medium.ts';
import { ABOVE_MRP } from './messages.ts';
import { PRICE_STEPS, type PriceStep, STOCK_STEPS, type StockStep } from './artwork-list.ts';
import { ARTWORK_SCHEMAS, mapTextFields, WHOLE_COUNT } from './artwork-fields.ts';

export const artworkSchema = z
  .strictObject({
    id: z.string().max(100).optional(),
    version: z.coerce.number().int().positive().optional(),
    ...ARTWORK_SCHEMAS,
  })
  .refine((artwork) => !isAboveMrp(artwork), { path: ['price'], message: ABOVE_MRP })
  .transform((artwork) => ({
    ...artwork,
    mainImageIndex: artwork.mainImageIndex < artwork.images.length ? artwork.mainImageIndex : 0,
  }));

/** The MRP includes all taxes, and nothing is sold above it (Packaged Commodities Rules 2011, rule 18(2)). */
export const isAboveMrp = ({ price, mrp }: { price: Paise | null; mrp: Paise | null }): boolean =>
  mrp !== null && price !== null && price > mrp;

export type ArtworkInput = z.output<typeof artworkSchema>;

export const IMAGE_SEPARATOR = ' ';

export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const typed = z.string().default('');

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
      medium: medium as Medium,
      dimensions: { width, height, unit: (unit || 'cm') as Dimensions['unit'] },
      images: images.split(IMAGE_SEPARATOR).filter(Boolean),
      featured: featured === 'on',
      tags: tagsOf(tags),
    }),
  )
  .pipe(artworkSchema);

const AMOUNT_WRONG = 'Enter a number above 0, like 10 or 2.5';
export const priceChangeSchema = z.strictObject({
  step: z.enum(Object.keys(PRICE_STEPS) as [PriceStep], { error: 'Choose an option' }),
  /** The amount is in paise, or in hundredths of a percent. */
  amount: rupeesSchema(AMOUNT_WRONG).refine((amount) => amount > 0 && amount <= 100_000_000_000, AMOUNT_WRONG),
});
export const stockChangeSchema = z.strictObject({
  step: z.enum(Object.keys(STOCK_STEPS) as [StockStep], { error: 'Choose an option' }),
  count: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, WHOLE_COUNT)
    .transform(Number)
    .pipe(z.number().max(1_000_000, 'At most 10,00,000')),
  reason: z.string().trim().max(200, 'At most 200 characters').default(''),
});

const once = { key: uuidSchema };
export const priceFormSchema = priceChangeSchema.extend(once);
export const stockFormSchema = stockChangeSchema.extend(once);
