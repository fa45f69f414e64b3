import type { z } from 'zod';
import { readFields, type ReadForm } from '#app/platform/forms.ts';

/** Reads the one of a page's forms that was sent, by its `intent`; answers 400 for one that the page doesn't have. */
export function readIntent<Schema extends z.ZodDiscriminatedUnion>(
  form: FormData,
  forms: Schema,
): ReadForm<z.output<Schema>> {
  const read = readFields(form, forms);
  if (!read.ok && read.errors.intent) throw new Response(null, { status: 400, statusText: 'Bad Request' });
  return read;
}
