import { z } from 'zod';

/** The heart: which piece, and whether it shall be on the list. */
export const wishShape = z.strictObject({
  artworkId: z.string().max(64),
  wanted: z.enum(['yes', 'no']).transform((wanted) => wanted === 'yes'),
});
