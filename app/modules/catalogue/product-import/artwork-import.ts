import type { Refused } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';

export type ImportRow = {
  line: number;
  id: string;
  title: string;
  outcome: ImportOutcome;
  changes: { column: string; before: string; after: string }[];
  reasons: string[];
};
export const IMPORT_OUTCOMES = ['added', 'changed', 'unchanged', 'refused'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export type ImportPlan = {
  rows: ImportRow[];
  counts: Record<ImportOutcome, number>;
  /** The other shop's types or categories that have no mapping. */
  unmapped: string[];
  notes: string[];
  toFetch: number;
  /** Hash of the plan, so that exactly this plan is applied. */
  key: string;
};

/** Decodes UTF-8, or UTF-16 with its byte order mark. Otherwise returns undefined. */
export function decodeTable(bytes: Uint8Array): string | undefined {
  const mark = `${bytes[0]},${bytes[1]}`;
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export const NOT_UNICODE = 'This file is not in UTF-8 or UTF-16. Save it as “CSV UTF-8” and choose it again.';

export const MAX_IMPORT_ROWS = 5_000;
export const MAX_IMPORT_LINES = 25_000;
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

export type ImportRefusal =
  | Refused<'unreadable', { message: string }>
  | Refused<'too-many-rows', undefined>
  | Stale<ImportPlan>;

export function importRefusal(refusal: ImportRefusal): string {
  if (refusal.reason === 'too-many-rows')
    return `At most ${MAX_IMPORT_ROWS.toLocaleString('en-IN')} pieces at once, in ${MAX_IMPORT_LINES.toLocaleString('en-IN')} rows. Import the file in parts.`;
  if (refusal.reason === 'stale')
    return 'The shop has changed since this check. Nothing was imported. Check the table again.';
  return `We can’t read this table: ${refusal.data.message}`;
}

export const NET_PRICES =
  'Prices in this file are without GST. The shop adds it, and the preview shows what customers pay.';
export const OWN_PRICES = 'This file is from this shop, so its prices include GST.';
