import type { z } from 'zod';

/** A form as it came: what it says when every field is right, or what is wrong with which field and what was typed. */
export type ReadForm<Value> =
  | { ok: true; value: Value; typed: Record<string, string> }
  | { ok: false; errors: Record<string, string>; typed: Record<string, string> };

/** What an action answers when a form must be shown again: nothing that was typed is lost, but never a password. */
export type FormTrouble = { errors?: Record<string, string>; formError?: string; typed: Record<string, string> };

const LONGEST_VALUE = 10_000;
const MOST_FIELDS = 200;
const SECRET = /password|token|^code$/i;

/**
 * Reads a posted form by its shape: one message a field, in the order of the shape. Files are left out (uploads have
 * their own way in), a field sent twice counts once, and secrets are not among what was typed. Throws a 413 response
 * when there is more than any form of the shop sends.
 */
export async function readForm<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
): Promise<ReadForm<z.output<Shape>>> {
  return readFields(await request.formData(), shape);
}

/** The same for a form that was read already. */
export function readFields<Shape extends z.ZodType>(form: FormData, shape: Shape): ReadForm<z.output<Shape>> {
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    if (value.length > LONGEST_VALUE || fields.size >= MOST_FIELDS) throw new Response('Too much', { status: 413 });
    fields.set(name, value);
  }
  const typed = Object.fromEntries([...fields].filter(([name]) => !SECRET.test(name)));
  const parsed = shape.safeParse(Object.fromEntries(fields));
  if (parsed.success) return { ok: true, value: parsed.data, typed };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    for (const name of names)
      errors[name] ??= issue.code === 'unrecognized_keys' ? `Unknown field: ${name}` : issue.message;
  }
  return { ok: false, errors, typed };
}
