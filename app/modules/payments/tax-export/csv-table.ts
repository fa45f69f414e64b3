import { type Paise, paise } from '#app/basics/money.ts';

/** A number is an amount in paise; everything else is text. */
export type Cell = string | Paise;
export type Table = { name: string; head: readonly string[]; rows: Cell[][] };

export function toRupees(amount: Paise): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds up a column of amounts, for all rows or for the rows with a given value in another column. */
export function sumColumn({ head, rows }: Table, name: string, only?: { column: string; values: string[] }): Paise {
  const at = head.indexOf(name);
  const counted = only ? rows.filter((row) => only.values.includes(String(row[head.indexOf(only.column)]))) : rows;
  return paise(counted.reduce((all, row) => all + (row[at] as Paise), 0));
}
