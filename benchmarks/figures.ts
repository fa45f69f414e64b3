import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';

/** A value, a reference that was measured in the same minute, and the target. */
export type Figure = {
  figure: string;
  value: number;
  unit: string;
  reference: { name: string; value: number };
  ratio: number;
  target: string;
};

const RESULTS = resolve(import.meta.dirname, 'results');

export async function saveFigures(benchmark: string, figures: readonly Figure[]): Promise<void> {
  for (const { figure, value, unit, reference, ratio, target } of figures)
    console.log(
      `  ${figure.padEnd(56)} ${digits(value).padStart(9)} ${unit.padEnd(5)} ${digits(ratio).padStart(7)} × ${reference.name} (target: ${target})`,
    );
  const result = { benchmark, measuredAt: new Date().toISOString().slice(0, 10), cores: cpus().length, figures };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${benchmark}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

export const databaseName = (kind: string): string => (kind === 'server' ? 'PostgreSQL' : 'the embedded database');

export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-IN') : String(Number(value.toPrecision(3)));

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))]!;
