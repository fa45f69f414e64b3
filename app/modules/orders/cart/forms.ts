import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { gatherAnswers } from '#app/modules/catalogue/artworks/personalization.ts';
import { answersSchema } from '#app/modules/catalogue/artworks/personalization-forms.ts';
import { MAX_OF_ONE_LINE } from './guest-cart.ts';

/** 'Add to Cart': one from a card, the chosen number and the answers from the artwork's page. */
export const addLineSchema = z.preprocess(
  gatherAnswers,
  z.strictObject({
    artworkId: z.string().max(64),
    variantId: uuidSchema.optional(),
    quantity: z.coerce.number().int().min(1).max(MAX_OF_ONE_LINE).default(1),
    answers: answersSchema.optional(),
  }),
);

/** A line's new answers. */
export const answerLineSchema = z.preprocess(gatherAnswers, z.strictObject({ answers: answersSchema.default({}) }));

/** A line's new quantity, as it stands in the box or with − or + pressed; 0 or less takes it out. */
export const quantitySchema = z.strictObject({
  quantity: z.coerce.number().int().min(-MAX_OF_ONE_LINE).max(MAX_OF_ONE_LINE),
  step: z.coerce.number().int().min(-1).max(1).default(0),
});
