// Creates Debian machines in namespaces for installer tests, each with its own systemd and network card. The machines
// end with the test.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

// Some root shells do not have these directories in their path.
process.env.PATH += ':/usr/sbin:/sbin';
const run = promisify(execFile);
const PROGRAMS = ['debootstrap', 'unshare', 'nsenter', 'setpriv', 'ip'];
const NAMESPACES = ['--mount', '--pid', '--net', '--uts', '--ipc', '--cgroup'];

export async function whyNoMachine(alsoNeeded: readonly string[] = []): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'A bare machine is made by root on Linux alone.';
  const found = await Promise.all([...PROGRAMS, ...alsoNeeded].map(isThere));
  const missing = [...PROGRAMS, ...alsoNeeded].filter((_, at) => !found[at]);
  if (missing.length > 0) return `A bare machine needs ${missing.join(', ')}, which this one hasn’t.`;
  if (!findCgroups()) return 'A bare machine needs cgroups of version 2, which are mounted nowhere here.';
  return run('unshare', [...NAMESPACES, '--fork', 'true']).then(
    () => undefined,
    () => 'This machine lets nobody make namespaces, which a bare machine needs.',
  );
}

export const isThere = (program: string): Promise<boolean> =>
  run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );

const findCgroups = (): string | undefined =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , type]) => type === 'cgroup2')?.[1];

export async function makeBareRoot(root: string, release = 'bookworm'): Promise<void> {
  const mirror = process.env.DEBIAN_MIRROR ? [process.env.DEBIAN_MIRROR] : [];
  await run('debootstrap', ['--variant=minbase', '--include=systemd-sysv', release, root, ...mirror], {
    maxBuffer: 64e6,
  });
}

export async function npmSettings(root: string): Promise<Record<string, string>> {
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) await cp(certificates, join(root, 'etc/extra-ca.pem'));
  return {
    npm_config_registry: stdout.trim(),
    ...(certificates ? { NODE_EXTRA_CA_CERTS: '/etc/extra-ca.pem' } : {}),
  };
}

export async function copyVersion(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const pack = 'git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -C "$TO" -xf -';
  await run('sh', ['-c', pack], { cwd: resolve('.'), env: { ...process.env, TO: to } });
}

export type Outcome = { code: number; stdout: string; stderr: string };
export type BareMachine = {
  root: string;
  address: string;
  neighbour: string;
  sh(command: string, options?: { env?: Record<string, string>; input?: string }): Promise<Outcome>;
  stop(): Promise<void>;
};

const BOOT = String.raw`
set -eu
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
cd "$ROOT"
mount -t proc proc proc
mount --bind proc/sys/net proc/sys/net
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
[ ! -e proc/sysrq-trigger ] || mount --bind /dev/null proc/sysrq-trigger
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do : >"dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
hostname machine
mkdir -p mnt
pivot_root . mnt
umount -l /mnt
exec setpriv --bounding-set=-sys_module,-sys_rawio,-sys_time,-syslog,-sys_pacct env -i container=bare-machine PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init
`;

export async function startMachine(root: string, { names = [] }: { names?: string[] } = {}): Promise<BareMachine> {
  const number = await freeNumber();
  const [address, neighbour] = [`10.213.${number}.2`, `10.213.${number}.1`];
  await writeFile(join(root, 'etc/hostname'), 'machine\n');
  await writeFile(
    join(root, 'etc/hosts'),
    [
      '127.0.0.1 localhost machine',
      ...names.map((name) => name.replace('MACHINE', address).replace('NEIGHBOUR', neighbour)),
    ]
      .join('\n')
      .concat('\n'),
  );
  const cgroup = join(findCgroups()!, `bare-machine-${process.pid}-${number}`);
  mkdirSync(cgroup);
  const first = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'sh', '-c', 'echo $$ >"$CGROUP/cgroup.procs" && exec "$@"', 'sh'].concat([
      'unshare',
      ...NAMESPACES,
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      BOOT,
    ]),
    { env: { PATH: process.env.PATH, ROOT: root, CGROUP: cgroup }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [first.stdout, first.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const ended = once(first, 'exit');
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      first.kill('SIGKILL');
      await ended;
      await removeCgroup(cgroup);
    })());
  try {
    const init = await findChild(first.pid!, () => said);
    const sh: BareMachine['sh'] = async (command, { env = {}, input = '' } = {}) => {
      const child = execFile(
        'nsenter',
        ['--target', String(init), '--all', '--root', '--wd', 'env', '-i'].concat([
          'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          'HOME=/root',
          ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
          'sh',
          '-c',
          `cd /root && ${command}`,
        ]),
        { maxBuffer: 256e6 },
      );
      const outcome = { stdout: '', stderr: '' };
      child.stdout!.on('data', (part: string) => (outcome.stdout += part));
      child.stderr!.on('data', (part: string) => (outcome.stderr += part));
      child.stdin!.on('error', () => {});
      child.stdin!.end(input);
      const [code] = (await once(child, 'close')) as [number | null];
      return { code: code ?? -1, ...outcome };
    };
    const card = `bare${number}`;
    await run('ip', ['link', 'add', card, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(init)]);
    await run('ip', ['address', 'add', `${neighbour}/24`, 'dev', card]);
    await run('ip', ['link', 'set', card, 'up']);
    const inside = ['--target', String(init), '--net', 'ip'];
    await run('nsenter', [...inside, 'link', 'set', 'lo', 'up']);
    await run('nsenter', [...inside, 'address', 'add', `${address}/24`, 'dev', 'eth0']);
    await run('nsenter', [...inside, 'link', 'set', 'eth0', 'up']);
    await untilUp(sh, () => said);
    return { root, address, neighbour, sh, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freeNumber(): Promise<number> {
  const { stdout } = await run('ip', ['-brief', 'address']);
  const numbers = [...Array(200).keys()].map((each) => ((each + process.pid) % 200) + 20);
  return numbers.find((each) => !stdout.includes(`10.213.${each}.`))!;
}

async function findChild(parent: number, said: () => string): Promise<number> {
  for (let tries = 0; tries < 600; tries++) {
    await wait(100);
    try {
      const child = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim());
      if (child && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd') return child;
    } catch {
      break;
    }
  }
  throw new Error(`The machine did not start: ${said()}`);
}

async function untilUp(sh: BareMachine['sh'], said: () => string): Promise<void> {
  let state = '';
  for (let tries = 0; tries < 120; tries++) {
    state = (await sh('systemctl is-system-running')).stdout.trim();
    if (['running', 'degraded'].includes(state)) return;
    await wait(500);
  }
  throw new Error(`The machine is still ${state}: ${said()}`);
}

async function removeCgroup(path: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      removeTree(path);
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await wait(100);
    }
  }
}
function removeTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeTree(join(path, entry.name));
  rmdirSync(path);
}
