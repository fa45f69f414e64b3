import type { Refused } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';

/** What an import does, or would do, with one row of the file. */
export type ImportRow = {
  /** The line of the file in which the row begins, from 2. */
  line: number;
  id: string;
  title: string;
  outcome: ImportOutcome;
  /** Of a changed piece what becomes different, as text. */
  changes: { column: string; before: string; after: string }[];
  /** Why it is refused; the others are taken all the same. */
  reasons: string[];
};
export const IMPORT_OUTCOMES = ['added', 'changed', 'unchanged', 'refused'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export type ImportPlan = {
  rows: ImportRow[];
  counts: Record<ImportOutcome, number>;
  /** What another shop calls its types or categories and nobody said where it belongs. */
  unmapped: string[];
  /** What is left out of all of them. */
  notes: string[];
  /** How many pictures would be fetched from where their addresses lead. */
  toFetch: number;
  /** Stands for all of the rows: what was looked at is what is done. */
  key: string;
};

/** A table's bytes as text: UTF-8, or UTF-16 with its byte order mark. Undefined in another encoding. */
export function decodeTable(bytes: Uint8Array): string | undefined {
  const mark = `${bytes[0]},${bytes[1]}`;
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The error for a file that `decodeTable` cannot read. */
export const NOT_UNICODE =
  'This file isn’t written in UTF-8 or UTF-16, so some of its letters would be lost. Save it as “CSV UTF-8” and choose it again.';

/** Pieces in a table. */
export const MAX_IMPORT_ROWS = 5_000;
/** Rows of a table of which a piece may have several. */
export const MAX_IMPORT_LINES = 25_000;
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

export type ImportRefusal =
  | Refused<'unreadable', { message: string }>
  | Refused<'too-many-rows', undefined>
  | Stale<ImportPlan>;

/** Why a file isn't imported at all. */
export function importRefusal(refusal: ImportRefusal): string {
  if (refusal.reason === 'too-many-rows')
    return `At most ${MAX_IMPORT_ROWS.toLocaleString('en-IN')} pieces at once, in ${MAX_IMPORT_LINES.toLocaleString('en-IN')} rows. Import the file in parts.`;
  if (refusal.reason === 'changed-meanwhile')
    return 'The shop changed since this was checked. Nothing was imported; look at the table again.';
  return `This is no table we can read: ${refusal.data.message}`;
}
