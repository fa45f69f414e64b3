import { type Paise, rupees } from '#app/basics/money.ts';
import { readRupees, rupeesText } from '#app/basics/rupees.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '#app/modules/store/settings/settings.ts';
import type { SettingField, SettingList, SettingPage } from './setting-fields.ts';
import { keysOf } from './setting-pages.ts';

export type Typed = Record<string, string>;

export function typedOf(page: SettingPage, settings: Settings): Typed {
  const typed: Typed = {};
  for (const { fields, list } of page.sections) {
    for (const field of fields) write(typed, field, field.path, at(settings, field.path));
    for (const [row, value] of ((list && (settings[list.key] as unknown[])) ?? []).entries())
      for (const field of list!.fields) write(typed, field, `${list!.key}.${row}.${field.path}`, at(value, field.path));
  }
  for (const { path, sameAs } of fieldsOf(page))
    if (sameAs !== undefined && at(settings, path) === at(settings, sameAs)) typed[path] = '';
  return typed;
}

/**
 * Returns the page's settings, or errors by field. Keeps the parts of `saved` that other pages change. A live shop
 * never copies sample contact details into an empty field.
 */
export function readPage(
  page: SettingPage,
  typed: Typed,
  saved: Settings,
  mode: 'demo' | 'live',
): { ok: true; patch: Partial<Settings> } | { ok: false; errors: Record<string, string>; formError?: string } {
  const errors: Record<string, string> = {};
  const names = new Set<string>();
  const keys = keysOf(page);
  const patch = structuredClone(Object.fromEntries(keys.map((key) => [key, saved[key]]))) as Record<string, unknown>;
  const take = (field: SettingField, name: string, into: object, path: string) => {
    names.add(name);
    const read = valueOf(field, { ...typed, [name]: typedOrSame(field, typed, name, mode) }, name);
    if (typeof read === 'object' && read !== null && 'error' in read) errors[name] = String(read.error);
    else put(into, path, read);
  };
  for (const field of fieldsOf(page)) take(field, field.path, patch, field.path);
  for (const { list } of page.sections) {
    if (!list) continue;
    patch[list.key] = Array.from({ length: rowCount(list, typed) }, (_, row) => {
      const value = {};
      for (const field of list.fields) take(field, `${list.key}.${row}.${field.path}`, value, field.path);
      return value;
    });
  }
  const formErrors: string[] = [];
  for (const key of keys) {
    const parsed = settingsSchema.shape[key].safeParse(patch[key]);
    if (parsed.success) patch[key] = parsed.data;
    for (const issue of parsed.error?.issues ?? []) {
      const path = [key, ...issue.path].join('.');
      // An error inside a value, such as one PIN code, belongs to its field.
      const name = [...names].find((each) => path === each || path.startsWith(`${each}.`));
      if (name) errors[name] ??= issue.message;
      else formErrors.push(issue.message);
    }
  }
  if (Object.keys(errors).length === 0 && formErrors.length === 0)
    return { ok: true, patch: patch as Partial<Settings> };
  // An unreadable value already has an error, so the schema's error for it is ignored.
  return { ok: false, errors, formError: Object.keys(errors).length === 0 ? formErrors[0] : undefined };
}

const fieldsOf = ({ sections }: SettingPage): SettingField[] => sections.flatMap(({ fields }) => fields);

function typedOrSame({ sameAs, kind }: SettingField, typed: Typed, name: string, mode: 'demo' | 'live'): string {
  const own = typed[name] ?? '';
  if (sameAs === undefined || own.trim() !== '') return own;
  const same = (typed[sameAs] ?? '').trim();
  const isSample = sameAs.startsWith('contact.') && same === at(DEFAULT_SETTINGS, sameAs);
  return mode === 'live' && isSample && kind === 'text-or-none' ? '' : same;
}

export function rowCount({ key }: SettingList, typed: Typed): number {
  const rows = Object.keys(typed).flatMap((name) => {
    const [, row] = name.startsWith(`${key}.`) ? name.split('.') : [];
    return row && /^\d{1,3}$/.test(row) ? [Number(row) + 1] : [];
  });
  return Math.max(0, ...rows);
}

/**
 * Adds ('add.founders'), removes ('remove.founders.2') or moves ('up.founders.2') a row. Returns the field to focus.
 * Ignores other intents.
 */
export function rearrange(page: SettingPage, typed: Typed, intent: string): { typed: Typed; goOn?: string } {
  const [verb, key, place] = intent.split('.');
  const list = page.sections.flatMap((section) => section.list ?? []).find((each) => each.key === key);
  if (!list) return { typed };
  const count = rowCount(list, typed);
  const order = Array.from({ length: count }, (_, row) => row);
  const row = Number(place);
  if (verb === 'add') order.push(count);
  else if (!order.includes(row)) return { typed };
  else if (verb === 'remove') order.splice(row, 1);
  else if (verb === 'up' && row > 0) order.splice(row - 1, 2, row, row - 1);
  else if (verb === 'down' && row < count - 1) order.splice(row, 2, row + 1, row);
  else return { typed };
  const prefix = `${list.key}.`;
  const changed: Typed = Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith(prefix)));
  for (const [to, from] of order.entries())
    for (const field of list.fields)
      changed[`${prefix}${to}.${field.path}`] = typed[`${prefix}${from}.${field.path}`] ?? '';
  const first = list.fields[0]!.path;
  const target = verb === 'add' ? count : verb === 'up' ? row - 1 : verb === 'down' ? row + 1 : Math.max(0, row - 1);
  return { typed: changed, goOn: order.length > 0 ? `${prefix}${target}.${first}` : undefined };
}

function write(typed: Typed, { kind, options }: SettingField, name: string, value: unknown): void {
  if (kind === 'choices')
    for (const option of options ?? []) {
      if ((value as string[]).includes(option.value)) typed[`${name}.${option.value}`] = 'yes';
    }
  else if (kind === 'tick') typed[name] = value ? 'yes' : '';
  else if (kind === 'prefixes') typed[name] = (value as string[]).join(', ');
  else if (kind === 'amount' || kind === 'amount-or-none')
    typed[name] = value === null ? '' : rupeesText(value as Paise);
  else typed[name] = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const TOO_MUCH = rupees(1_000_000_000);

function valueOf({ kind, options }: SettingField, typed: Typed, name: string): unknown {
  const text = (typed[name] ?? '').trim();
  switch (kind) {
    case 'tick':
      return text === 'yes';
    case 'choices':
      return (options ?? []).map(({ value }) => value).filter((value) => typed[`${name}.${value}`] === 'yes');
    case 'number':
    case 'number-or-none':
      if (text === '' && kind === 'number-or-none') return null;
      return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : { error: 'Enter a number' };
    case 'amount':
    case 'amount-or-none': {
      if (text === '' && kind === 'amount-or-none') return null;
      const amount = readRupees(text);
      return amount !== undefined && amount < TOO_MUCH
        ? amount
        : { error: 'Enter an amount in rupees, such as 150 or 99.50' };
    }
    case 'text-or-none':
    case 'long-or-none':
    case 'day-or-none':
      return text || null;
    case 'prefixes':
      return text.split(/[\s,]+/).filter(Boolean);
    case 'text':
    case 'area':
    case 'colour':
    case 'day':
      return text;
    case 'select':
      return text || undefined;
  }
}

const at = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], tree);

/** Paths are from SETTING_PAGES, never from a visitor. */
function put(tree: object, path: string, value: unknown): void {
  const names = path.split('.');
  let node = tree as Record<string, unknown>;
  for (const name of names.slice(0, -1)) node = (node[name] ??= {}) as Record<string, unknown>;
  node[names.at(-1)!] = value;
}
