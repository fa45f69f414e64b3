import type { z } from 'zod';

/** The first mistake of each field, by its name in the form: what is shown beside it and in the summary. */
export function firstErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[path.join('.')] ??= message;
  return errors;
}
