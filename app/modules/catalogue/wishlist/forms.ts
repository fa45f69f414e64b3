import { z } from 'zod';

/** The heart: which piece, and whether it shall be on the list. */
export const wishSchema = z.strictObject({
  artworkId: z.string().max(64),
  wanted: z.enum(['yes', 'no']).transform((wanted) => wanted === 'yes'),
});

/** Make the link to one's list, or stop it. */
export const shareSchema = z.strictObject({ shared: z.enum(['yes', 'no']).transform((shared) => shared === 'yes') });
