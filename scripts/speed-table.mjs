import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './setup.mjs';

const BEGIN = '<!-- figures: written by `npm run bench` -->';
const END = '<!-- /figures -->';

const digits = (value) =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-IN') : String(Number(value.toPrecision(3)));

export const rowsOf = ({ benchmark, measuredAt, figures }) =>
  figures.map(
    ({ figure, value, unit, reference, ratio, target }) =>
      `| ${benchmark} | ${figure} | ${digits(value)} ${unit} | ${digits(reference.value)} ${unit} (${reference.name}) | ${digits(ratio)} | ${target} | ${measuredAt} |`,
  );

export function writeSpeedTable() {
  const [page, results] = [inRoot('docs', 'speed.md'), inRoot('benchmarks', 'results')];
  const files = existsSync(results) ? readdirSync(results).filter((file) => file.endsWith('.json')) : [];
  const rows = files.sort().flatMap((file) => rowsOf(JSON.parse(readFileSync(`${results}/${file}`, 'utf8'))));
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.split(BEGIN)[0], text.split(END)[1]];
  if (before === text || after === undefined) throw new Error('docs/speed.md has no place for the figures');
  const head =
    '| benchmark | figure | measured | reference, same run | ratio | target | day |\n| --- | --- | --- | --- | --- | --- | --- |';
  writeFileSync(page, `${before}${BEGIN}\n\n${[head, ...rows].join('\n')}\n\n${END}${after}`);
  return 0;
}
