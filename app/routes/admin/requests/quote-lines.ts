import { readRupees, rupeesText } from '#app/basics/rupees.ts';
import { paise, type Paise } from '#app/basics/money.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import {
  QUOTE_LINE_KINDS,
  QUOTE_LINE_LABELS,
  type QuoteLine,
  type QuoteLineKind,
} from '#app/modules/requests/requests/request.ts';

type Typed = Record<string, string>;

const PREFIX = 'lines.';
const PARTS = ['kind', 'title', 'amount'] as const;
const MAX_LINES = 12;

export const lineField = (row: number, part: (typeof PARTS)[number]): string => `${PREFIX}${row}.${part}`;

export const typedLines = (lines: readonly QuoteLine[]): Typed =>
  Object.fromEntries(
    lines.flatMap(({ kind, title, amount }, row) => [
      [lineField(row, 'kind'), kind],
      [lineField(row, 'title'), title],
      [lineField(row, 'amount'), amount > 0 ? rupeesText(amount) : ''],
    ]),
  );

export function lineCount(typed: Readonly<Record<string, string | undefined>>): number {
  const rows = Object.keys(typed).flatMap((name) => {
    const row = /^lines\.(\d{1,2})\./.exec(name)?.[1];
    return row === undefined ? [] : [Number(row) + 1];
  });
  return Math.min(MAX_LINES, Math.max(1, ...rows));
}

export function takeLines(form: FormData): Typed {
  const typed: Typed = {};
  for (const [name, value] of Array.from(form))
    if (name.startsWith(PREFIX)) {
      if (typeof value === 'string' && /^lines\.\d{1,2}\.(kind|title|amount)$/.test(name))
        typed[name] = value.slice(0, 200);
      form.delete(name);
    }
  return typed;
}

export const LINE_CHANGES: readonly string[] = [
  'add-line',
  ...Array.from({ length: MAX_LINES }, (_, row) => `remove-line.${row}`),
];

export function changeLines(typed: Typed, change: string): Typed {
  const rows = Array.from({ length: lineCount(typed) }, (_, row) => row);
  const [verb, place] = change.split('.');
  if (verb === 'add-line' && rows.length < MAX_LINES) rows.push(rows.length);
  if (verb === 'remove-line' && rows.length > 1) rows.splice(Number(place), 1);
  return Object.fromEntries(
    rows.flatMap((from, to) => PARTS.map((part) => [lineField(to, part), typed[lineField(from, part)] ?? ''])),
  );
}

export function readLines(typed: Typed): { lines: QuoteLine[]; errors: Record<string, string> } {
  const lines: QuoteLine[] = [];
  const errors: Record<string, string> = {};
  for (let row = 0; row < lineCount(typed); row += 1) {
    const title = (typed[lineField(row, 'title')] ?? '').trim();
    const written = (typed[lineField(row, 'amount')] ?? '').trim();
    const kind = QUOTE_LINE_KINDS.find((each) => each === typed[lineField(row, 'kind')]) ?? 'other';
    if (title === '' && written === '') continue;
    const amount = readRupees(written);
    if (amount === undefined || amount === 0)
      errors[lineField(row, 'amount')] = /^\s*(0+(\.0+)?|-.*)\s*$/.test(written)
        ? 'Enter more than ₹0. To give a discount, lower another line.'
        : 'Enter the amount in rupees';
    else lines.push({ kind, title, amount });
  }
  if (lines.length === 0 && Object.keys(errors).length === 0)
    errors[lineField(0, 'amount')] = 'Enter at least one line with an amount';
  return { lines, errors };
}

type AskedFor = Pick<RequestPage, 'artwork' | 'asked' | 'kind'>;

/** Returns a line for each thing that the customer requested. A line without a price is 0. */
export function linesToQuote({ artwork, asked, kind }: AskedFor, shippingCost: Paise): QuoteLine[] {
  const createUnpriced = (kind: QuoteLineKind): QuoteLine => ({ kind, title: '', amount: paise(0) });
  return [
    { kind: 'painting', title: artwork?.title ?? '', amount: artwork?.price ?? paise(0) },
    ...(asked.fabricSource === 'purchase_for_me' ? [createUnpriced('fabric')] : []),
    ...(asked.wantStitching && kind === 'custom' ? [createUnpriced('stitching')] : []),
    { ...createUnpriced('shipping'), amount: shippingCost },
  ];
}

/**
 * Returns the requested things without a price, except those that the last quote also omitted. Shipping may be free.
 */
export function kindsWithoutPrice(
  page: AskedFor & { quotes: readonly { lines: readonly QuoteLine[] }[] },
  lines: readonly QuoteLine[],
): QuoteLineKind[] {
  const [last] = page.quotes;
  return linesToQuote(page, paise(0))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'shipping' && !has(lines, kind) && (!last || has(last.lines, kind)));
}

const has = (lines: readonly QuoteLine[], kind: QuoteLineKind): boolean => lines.some((line) => line.kind === kind);

const AND = new Intl.ListFormat('en-IN', { type: 'conjunction' });

export const askWithoutPrice = (kinds: readonly QuoteLineKind[]): string =>
  `No price for ${AND.format(kinds.map((kind) => QUOTE_LINE_LABELS[kind].toLowerCase()))}. Add it, or send without it.`;

export function labelOfLine(
  typed: Readonly<Record<string, string | undefined>>,
  row: number,
  isCustom: boolean,
): string {
  const kind = QUOTE_LINE_KINDS.find((each) => each === typed[lineField(row, 'kind')]) ?? 'other';
  if (kind === 'other') return typed[lineField(row, 'title')] || `Line ${row + 1}`;
  return kind === 'painting' && !isCustom ? 'Piece' : QUOTE_LINE_LABELS[kind];
}
