import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
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

const shownBy = (cell: string) => [...cell.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file, name]) => ({ file, name }));

function problemsOf(shown: [required: string, cell: string][]): string[] {
  const sources = new Map<string, string>();
  const sourceOf = (file: string) => {
    const known = sources.get(file);
    if (known !== undefined) return known;
    const path = fileURLToPath(new URL(file, root));
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    sources.set(file, source);
    return source;
  };
  return shown.flatMap(([required, cell]) => {
    const tests = shownBy(cell);
    if (tests.length === 0) return [`no test: ${required}`];
    return tests.flatMap(({ file = '', name = '' }) => {
      if (!/\.(?:test|spec)\.(?:ts|tsx|mjs)$/.test(file) || sourceOf(file) === '') return [`no such file: ${file}`];
      const isNamed = [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => sourceOf(file).includes(quoted));
      return isNamed ? [] : [`no such test: ${file} › ${name}`];
    });
  });
}

test.each([
  ['docs/requirements.md', 100],
  ['docs/security.md', 30],
])('each row of %s names an existing test', (page, least) => {
  const rows = rowsOf(page);
  expect(rows.length).toBeGreaterThanOrEqual(least);
  expect(rows.filter((row) => row.length !== 2)).toEqual([]);
  expect(problemsOf(rows.map(([required = '', cell = '']) => [required, cell]))).toEqual([]);
});

/** The last number of levels 1 and 2 in each section of ASVS 5.0.0, as `section:number`. */
const ASVS_SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1
  4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2
  7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2
  10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2
`;

test('docs/asvs.md lists every ASVS 5.0 requirement once, with existing tests', () => {
  const asked = [...ASVS_SECTIONS.matchAll(/([\d.]+):(\d+)/g)].flatMap(([, section, last]) =>
    Array.from({ length: Number(last) }, (_, at) => `${section}.${at + 1}`),
  );
  expect(asked).toHaveLength(253);
  const rows = rowsOf('docs/asvs.md').filter(([numbers = '']) => /^\d/.test(numbers));
  const answered = rows.flatMap(([numbers = '']) =>
    numbers.split(', ').flatMap((each) => {
      const [, section, from, to] = /^(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?$/.exec(each) ?? [];
      if (section === undefined) return [`unreadable: ${each}`];
      return Array.from(
        { length: Number(to ?? from) - Number(from) + 1 },
        (_, at) => `${section}.${Number(from) + at}`,
      );
    }),
  );
  expect(answered.toSorted()).toEqual(asked.toSorted());
  const shown = rows.filter((row) => row.length === 3);
  expect(shown.length).toBeGreaterThan(100);
  expect(problemsOf(shown.map(([number = '', , cell = '']) => [number, cell]))).toEqual([]);
});
