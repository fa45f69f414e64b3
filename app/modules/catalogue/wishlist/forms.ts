import { z } from 'zod';

export const wishSchema = z.strictObject({
  artworkId: z.string().max(64),
  wanted: z.enum(['yes', 'no']).transform((wanted) => wanted === 'yes'),
});

export const shareSchema = z.strictObject({ shared: z.enum(['yes', 'no']).transform((shared) => shared === 'yes') });
