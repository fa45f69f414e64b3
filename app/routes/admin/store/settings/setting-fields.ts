import type { SettingKey } from '#app/modules/store/settings/settings.ts';

/**
 * In a list, `path` is relative to the row. `amount` is in rupees, `amount-or-none` may be empty, and `prefixes` are
 * separated by commas.
 */
export type SettingField = {
  path: string;
  label: string;
  kind:
    | 'text'
    | 'text-or-none'
    | 'area'
    | 'colour'
    | 'long-or-none'
    | 'number'
    | 'number-or-none'
    | 'amount'
    | 'amount-or-none'
    | 'prefixes'
    | 'day'
    | 'day-or-none'
    | 'tick'
    | 'choices'
    | 'select';
  hint?: string;
  optional?: true;
  sameAs?: string;
  options?: readonly { value: string; label: string }[];
};

export type SettingList = {
  key: SettingKey;
  row: string;
  add: string;
  fields: readonly SettingField[];
  /** The text that represents a folded row. Rows without it are not folded. */
  summary?: (read: (path: string) => string) => string;
};

export type SettingSection = {
  id: string;
  title?: string;
  intro?: string;
  fields: readonly SettingField[];
  list?: SettingList;
  isFolded?: true;
  opensWhile?: { name: string; is: string };
  /** `settings.css` hides the section for other kinds of shop. */
  shownFor?: 'cash' | 'registered' | 'regular' | 'unregistered' | 'not-regular';
};

export type SettingPage = { id: string; title: string; sections: readonly SettingSection[] };

export const text = (path: string, label: string, hint?: string): SettingField => ({ path, label, kind: 'text', hint });

export const area = (path: string, label: string, hint?: string): SettingField => ({ path, label, kind: 'area', hint });

export const tick = (path: string, label: string): SettingField => ({ path, label, kind: 'tick' });

export const number = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  kind: 'number',
  hint,
});

export const textOrNone = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  kind: 'text-or-none',
  hint,
  optional: true,
});

/** This field is optional until the shop opens. */
export const textBeforeOpening = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  kind: 'text-or-none',
  hint,
});

export const numberOrNone = (path: string, label: string, hint?: string): SettingField => ({
  path,
  label,
  kind: 'number-or-none',
  hint,
  optional: true,
});

export const amountOrNone = (path: string, label: string, hint: string): SettingField => ({
  path,
  label,
  kind: 'amount-or-none',
  hint,
  optional: true,
});

export const prefixes = (path: string, label: string, hint: string): SettingField => ({
  path,
  label,
  kind: 'prefixes',
  hint,
  optional: true,
});

export const range = (path: string, label: string, unit: string): SettingField[] => [
  { path: `${path}.from`, label: `${label}, from`, kind: 'number', hint: unit },
  { path: `${path}.to`, label: `${label}, to`, kind: 'number', hint: unit },
];
