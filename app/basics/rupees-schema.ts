import { z } from 'zod';
import { readRupees } from './rupees.ts';

/** This schema has its own file, so that the gallery does not load Zod. */
export const rupeesSchema = (message: string) =>
  z.string({ error: message }).transform((typed, context) => {
    const amount = readRupees(typed);
    if (amount !== undefined) return amount;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
