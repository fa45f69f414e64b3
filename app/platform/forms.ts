import type { z } from 'zod';
import { FAILURE_TEXT, FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { visibleText } from '#app/basics/typed-text.ts';

export type ReadForm<Value> =
  | { ok: true; value: Value; typed: Record<string, string> }
  | { ok: false; errors: Record<string, string>; typed: Record<string, string> };

const MAX_VALUE = 10_000;
const MAX_FIELDS = 400;
const SECRET = /password|token|^code$/i;

/**
 * Reads a posted form by its schema, with one message per field. `typed` never contains secrets. Throws a 413 response
 * for oversized forms.
 */
export function readFields<Schema extends z.ZodType>(
  form: FormData,
  shape: Schema,
  { longest = MAX_VALUE, lists = [] }: { longest?: number; lists?: readonly string[] } = {},
): ReadForm<z.output<Schema>> {
  const listed = Object.fromEntries(lists.map((name) => [name, form.getAll(name).slice(0, MAX_FIELDS)]));
  const fields = textFields(form, longest, lists);
  const typed = Object.fromEntries([...fields].filter(([name]) => !SECRET.test(name)));
  const parsed = shape.safeParse({ ...Object.fromEntries(fields), ...listed });
  if (parsed.success) return { ok: true, value: parsed.data, typed };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    for (const name of names) errors[name] ??= issue.code === 'unrecognized_keys' ? unknownField(name) : issue.message;
  }
  return { ok: false, errors, typed };
}

export const unknownField = (name: string): string => `Unknown field: ${name}`;

export const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'));

function textFields(form: FormData, longest = MAX_VALUE, lists: readonly string[] = []): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || name === FAILURE_TEXT || name === FAILURE_TOAST || lists.includes(name)) continue;
    // A browser sends a line break as two characters but counts it as one.
    const lines = value.replaceAll('\r\n', '\n');
    const text = SECRET.test(name) ? lines : visibleText(lines);
    if (text.length > longest || fields.size >= MAX_FIELDS) throw new Response('Too much', { status: 413 });
    fields.set(name, text);
  }
  return fields;
}
