// Prepares a fresh clone. Runs on Node 20 or later, because it installs Node 24 and the libraries.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBillOfMaterials } from './bill-of-materials.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

export const inRoot = (...parts) => join(root, ...parts);

export class SetupError extends Error {
  name = 'SetupError';
}

export class Stopped extends Error {
  name = 'Stopped';
}

const running = new Set();
let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    stopping = true;
    for (const child of running) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  });
}

/** Returns exit code, signal and output. Passes signals on, then throws Stopped unless `last`. */
export async function run(command, args, { env = {}, shown = false, last = false, minutes } = {}) {
  if (stopping) throw new Stopped();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH}`, ...env },
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    timeout: minutes && minutes * 60_000,
  });
  running.add(child);
  const printed = [];
  child.stdout?.on('data', (part) => printed.push(part));
  child.stderr?.on('data', (part) => printed.push(part));
  const ended = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ code: status ?? (stopping ? 0 : 1), isKilled: status === null }));
  }).finally(() => running.delete(child));
  if (stopping && !last) throw new Stopped();
  return { ...ended, output: Buffer.concat(printed).toString() };
}

export function node24() {
  const brought = inRoot('node_modules', 'node', 'bin', 'node');
  if (existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new SetupError(
    `The shop needs Node 24; this is ${process.versions.node}. The npm package "node" is missing: ` +
      'run `npm rebuild node` (its install script must be allowed to run), or install Node 24 yourself.',
  );
}

export function runLibrary(name, args, options) {
  return run(node24(), [inRoot('node_modules', '.bin', name), ...args], options);
}

const readStamp = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

export async function installMissing() {
  const stamp = inRoot('node_modules', '.installed');
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  if (readStamp(stamp) === lock) return;

  console.log('Installing packages …');
  const arguments_ = ['ci', '--prefer-offline', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { code, output } = await run(npm[0], [...npm.slice(1), ...arguments_]);
  if (code !== 0) {
    const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/.test(output);
    const reason = offline
      ? 'Can’t download the packages: the npm registry does not answer. The first start needs an internet connection.'
      : 'Can’t install the packages. See the npm output above.';
    throw new SetupError(`${output}\n${reason}`);
  }
  node24();
  writeFileSync(stamp, lock);
}

const builtFrom = [
  'app',
  'server',
  'samples',
  'public',
  'package-lock.json',
  'scripts/bill-of-materials.mjs',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
];

function* fingerprints(path) {
  const found = statSync(inRoot(path), { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(inRoot(path)).sort()) yield* fingerprints(`${path}/${name}`);
  } else if (!/\.test\.tsx?$/.test(path)) {
    yield `${path} ${found.size} ${found.mtimeMs}\n`;
  }
}

/**
 * Builds if the build is outdated. `withFailpoints` builds the version that tests kill (decision 45) into
 * .cache/failpoints/.
 */
export async function buildStale({ withFailpoints = false } = {}) {
  const stamp = inRoot(withFailpoints ? '.cache/failpoints' : 'build', '.built');
  const sources = withFailpoints ? [...builtFrom, 'tests/support/failpoints.ts'] : builtFrom;
  await whenStale(stamp, sources, async () => {
    console.log(`Building${withFailpoints ? ', with failpoints' : ''} …`);
    const env = { NODE_ENV: 'production', FAILPOINTS: withFailpoints ? 'on' : '' };
    assertBuilt(await runLibrary('react-router', ['build'], { env }));
    if (!withFailpoints) writeBillOfMaterials();
  });
  if (withFailpoints) return;
  const made = ['database/migrations', 'package-lock.json', 'scripts/make-empty-database.ts'];
  await whenStale(inRoot('build', '.empty-database'), made, async () =>
    assertBuilt(await run(node24(), ['scripts/make-empty-database.ts'])),
  );
}

function fingerprintOf(sources) {
  const hash = createHash('sha256');
  for (const path of sources) for (const line of fingerprints(path)) hash.update(line);
  return hash.digest('hex');
}

export async function whenStale(stamp, sources, work) {
  const fingerprint = fingerprintOf(sources);
  if (readStamp(stamp) === fingerprint) return;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function assertBuilt({ code, output }) {
  if (code !== 0) throw new SetupError(`${output}\nThe build failed. See the output above.`);
}

/** Runs a script's main function and sets the exit code: 1 for a SetupError, `whenStopped` for a signal. */
export async function main(work, { whenStopped = 1 } = {}) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (error instanceof Stopped) process.exitCode = whenStopped;
    else if (error instanceof SetupError) {
      console.error(error.message);
      process.exitCode = 1;
    } else throw error;
  }
}
