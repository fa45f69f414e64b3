import { parse } from '@conform-to/react';
import { type Paise, rupees } from '#app/basics/money.ts';
import { readRupees, rupeesText } from '#app/basics/rupees.ts';
import { type Settings, settingsSchema } from '#app/modules/settings/settings.ts';
import type { SettingField, SettingGroup } from './groups.ts';

/** The fields of a settings form as a tree of texts; a list is an array of rows. */
export type Typed = Record<string, unknown>;

/** What an owner would type to get the settings of a group as they are. */
export function typedOf({ fields, list }: SettingGroup, settings: Settings): Typed {
  const typed = typedFields(fields, settings);
  if (list) typed[list.key] = (settings[list.key] as unknown[]).map((row) => typedFields(list.fields, row));
  return typed;
}

function typedFields(fields: readonly SettingField[], value: unknown): Typed {
  const typed: Typed = {};
  for (const field of fields) put(typed, field.path, textOf(field, at(value, field.path)));
  return typed;
}

/** The settings a group's form asks for, or what is wrong, by field; what has no field of its own is in `formError`. */
export function readGroup(
  { fields, keys, list }: SettingGroup,
  typed: Typed,
): { ok: true; patch: Partial<Settings> } | { ok: false; errors: Record<string, string>; formError?: string } {
  const errors: Record<string, string> = {};
  const names: string[] = [];
  const take = (fields: readonly SettingField[], from: unknown, prefix = '') => {
    const value: Record<string, unknown> = {};
    for (const field of fields) {
      const name = `${prefix}${field.path}`;
      names.push(name);
      const read = valueOf(field, at(from, field.path));
      if (typeof read === 'object' && read !== null && 'error' in read) errors[name] = String(read.error);
      else put(value, field.path, read);
    }
    return value;
  };
  const patch = take(fields, typed);
  if (list) patch[list.key] = rowsOf(typed[list.key]).map((row, n) => take(list.fields, row, `${list.key}[${n}].`));
  const formErrors: string[] = [];
  for (const key of keys) {
    const parsed = settingsSchema.shape[key].safeParse(patch[key]);
    if (parsed.success) patch[key] = parsed.data;
    for (const issue of parsed.error?.issues ?? []) {
      const path = issue.path.reduce<string>(
        (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}.${String(part)}`),
        key,
      );
      // A mistake inside a value, a PIN code among many, is the field's.
      const name = names.find(
        (each) => path === each || (path.startsWith(each) && /^[.[]/.test(path.slice(each.length))),
      );
      if (name) errors[name] ??= issue.message;
      else formErrors.push(issue.message);
    }
  }
  if (Object.keys(errors).length === 0 && formErrors.length === 0)
    return { ok: true, patch: patch as Partial<Settings> };
  // What can't be read at all has said so itself; the schema's complaint about the hole it leaves adds nothing.
  return { ok: false, errors, formError: Object.keys(errors).length === 0 ? formErrors[0] : undefined };
}

/**
 * Reads what a settings form sent; a button that adds, takes out or moves a row changes the form instead, and what was
 * typed goes with its row. Answers 400 for what no form of ours sends.
 */
export function parseGroup(group: SettingGroup, fields: Record<string, string>) {
  // A place far out would make a list as long.
  if (Object.entries(fields).some(([name, value]) => /\[\d{4}/.test(name === '__intent__' ? value : name)))
    throw badRequest();
  try {
    return parse<Partial<Settings>, string>(new URLSearchParams(fields), {
      resolve(typed, intent) {
        if (intent) return { error: {} };
        const read = readGroup(group, typed);
        if (read.ok) return { value: read.patch };
        return { error: { ...read.errors, ...(read.formError ? { '': read.formError } : {}) } };
      },
    });
  } catch {
    throw badRequest();
  }
}

const badRequest = () => new Response(null, { status: 400, statusText: 'Bad Request' });

const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function textOf({ kind }: SettingField, value: unknown): unknown {
  switch (kind) {
    case 'choices':
      return Object.fromEntries((value as string[]).map((chosen) => [chosen, 'yes']));
    case 'tick':
      return value ? 'yes' : '';
    case 'prefixes':
      return (value as string[]).join(', ');
    case 'amount':
    case 'amount-or-none':
      return value === null ? '' : rupeesText(value as Paise);
    case 'text':
    case 'text-or-none':
    case 'area':
    case 'number':
    case 'day':
    case 'select':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

const TOO_MUCH = rupees(1_000_000_000);

function valueOf({ kind, options = [] }: SettingField, typed: unknown): unknown {
  const text = typeof typed === 'string' ? typed.trim() : '';
  switch (kind) {
    case 'tick':
      return text === 'yes';
    case 'choices':
      return options.map(({ value }) => value).filter((value) => at(typed, value) === 'yes');
    case 'number':
      return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : { error: 'A number' };
    case 'amount':
    case 'amount-or-none': {
      if (text === '' && kind === 'amount-or-none') return null;
      const amount = readRupees(text);
      return amount !== undefined && amount < TOO_MUCH ? amount : { error: 'An amount in rupees, like 150 or 99.50' };
    }
    case 'text-or-none':
      return text || null;
    case 'prefixes':
      return text.split(/[\s,]+/).filter(Boolean);
    case 'text':
    case 'area':
    case 'day':
    case 'select':
      return text;
  }
}

/** The value at 'contact.email' in a tree. */
const at = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], tree);

/** Paths are those of SETTING_GROUPS, never a visitor's. */
function put(tree: object, path: string, value: unknown): void {
  const names = path.split('.');
  let node = tree as Record<string, unknown>;
  for (const name of names.slice(0, -1)) node = (node[name] ??= {}) as Record<string, unknown>;
  node[names.at(-1)!] = value;
}
