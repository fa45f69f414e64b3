import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { gatherAnswers } from '#app/modules/catalogue/artworks/personalization.ts';
import { answersSchema } from '#app/modules/catalogue/artworks/personalization-forms.ts';
import { MAX_OF_ONE_LINE } from './guest-cart.ts';

export const addLineSchema = z.preprocess(
  gatherAnswers,
  z.strictObject({
    artworkId: z.string().max(64),
    variantId: uuidSchema.optional(),
    quantity: z.coerce.number().int().min(1).max(MAX_OF_ONE_LINE).default(1),
    answers: answersSchema.optional(),
  }),
);

export const answerLineSchema = z.preprocess(gatherAnswers, z.strictObject({ answers: answersSchema.default({}) }));

export const quantitySchema = z.strictObject({
  lineId: z.string().max(200),
  quantity: z.coerce.number().int().min(-MAX_OF_ONE_LINE).max(MAX_OF_ONE_LINE),
  step: z.coerce.number().int().min(-1).max(1).default(0),
});
