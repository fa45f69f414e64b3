import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';

/** What one measurement says: its value beside a reference's, measured in the same minute, and what it should be. */
export type Figure = {
  figure: string;
  value: number;
  unit: string;
  reference: { name: string; value: number };
  /** The value as a multiple of the reference. */
  ratio: number;
  target: string;
};

const RESULTS = resolve(import.meta.dirname, 'results');

/** Prints the figures of a benchmark, and writes them down for the table in docs/speed.md. */
export async function saveFigures(benchmark: string, figures: readonly Figure[]): Promise<void> {
  for (const { figure, value, unit, reference, ratio, target } of figures)
    console.log(
      `  ${figure.padEnd(56)} ${digits(value).padStart(9)} ${unit.padEnd(5)} ${digits(ratio).padStart(7)} × ${reference.name} (target: ${target})`,
    );
  const result = { benchmark, measuredAt: new Date().toISOString().slice(0, 10), cores: cpus().length, figures };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${benchmark}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** What a table calls a kind of database. */
export const databaseName = (kind: string): string => (kind === 'server' ? 'PostgreSQL' : 'the embedded database');

/** A number as a table shows it: three digits that count. */
export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-IN') : String(Number(value.toPrecision(3)));

/** The middle one, so that one slow run changes nothing. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The value that so many of a hundred stay under. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))]!;
