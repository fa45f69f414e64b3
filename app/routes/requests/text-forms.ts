import { z } from 'zod';

/** A text that may stay empty. */
export const textSchema = (most: number) => z.string().trim().max(most, `At most ${most} characters`).default('');

const LENGTH_WRONG = 'A length in metres, like 2.5';

/** A length of cloth as people write it, in whole centimetres: '2.5', '2,50 m'. */
export const lengthSchema = z
  .string({ error: LENGTH_WRONG })
  .trim()
  .regex(/^\d{1,3}([.,]\d{1,2})?( ?m)?$/i, LENGTH_WRONG)
  .transform((text) => Math.round(Number.parseFloat(text.replace(',', '.')) * 100))
  .pipe(z.number().min(1, LENGTH_WRONG).max(10_000, 'At most 100 metres'));
