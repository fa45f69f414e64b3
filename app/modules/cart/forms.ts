import { z } from 'zod';
import { MOST_OF_ONE_LINE } from './guest-cart.ts';

/** 'Add to Cart': one from a card, the chosen number from the artwork's page (decision 13). */
export const addLineShape = z.strictObject({
  artworkId: z.string().max(64),
  quantity: z.coerce.number().int().min(1).max(MOST_OF_ONE_LINE).default(1),
});

/** A line's new quantity; 0 or less takes it out (S1 §4). */
export const quantityShape = z.strictObject({
  quantity: z.coerce.number().int().min(-MOST_OF_ONE_LINE).max(MOST_OF_ONE_LINE),
});
