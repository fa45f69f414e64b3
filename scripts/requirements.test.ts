import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
/** Every row of a page's tables, but for their heads: what is required, and what shows it. */
const rowsOf = (page: string) =>
  readFileSync(new URL(page, root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
    .filter(([required]) => required !== 'Required');

/** What shows a requirement: one or more of `file › name of a test`. */
const shownBy = (cell: string) => [...cell.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file, name]) => ({ file, name }));

test.each([
  ['docs/requirements.md', 100],
  ['docs/security.md', 30],
])('each row of %s names a test that is there', (page, least) => {
  const rows = rowsOf(page);
  expect(rows.length).toBeGreaterThanOrEqual(least);
  const sources = new Map<string, string>();
  const sourceOf = (file: string) => {
    const known = sources.get(file);
    if (known !== undefined) return known;
    const path = fileURLToPath(new URL(file, root));
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    sources.set(file, source);
    return source;
  };
  const problems = rows.flatMap((row) => {
    const [required, cell = ''] = row;
    if (row.length !== 2) return [`not two columns: ${row.join(' | ')}`];
    const tests = shownBy(cell);
    if (tests.length === 0) return [`no test: ${required}`];
    return tests.flatMap(({ file = '', name = '' }) => {
      if (!/\.(?:test|spec)\.(?:ts|tsx|mjs)$/.test(file) || sourceOf(file) === '') return [`no such file: ${file}`];
      const isNamed = [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => sourceOf(file).includes(quoted));
      return isNamed ? [] : [`no such test: ${file} › ${name}`];
    });
  });
  expect(problems).toEqual([]);
});
