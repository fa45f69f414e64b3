import { z } from 'zod';
import { MAX_SOURCE_LENGTH } from './policy.ts';
import { unknownVariables } from './variables.ts';

export const policySchema = z.strictObject({
  /** The policy version that the form shows, for optimistic concurrency. */
  number: z.coerce.number().int().min(0).max(1_000_000),
  source: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Enter some text')
        .max(MAX_SOURCE_LENGTH, `At most ${MAX_SOURCE_LENGTH.toLocaleString('en-IN')} characters`)
        .superRefine((source, context) => {
          const [unknown] = unknownVariables(source);
          if (unknown !== undefined)
            context.addIssue({ code: 'custom', message: `{{ ${unknown} }} is not a known variable` });
        }),
    ),
});

export const policyResetSchema = policySchema.extend({ source: z.string() });
