import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const LINE = 'bisvar-line';
/** The kernel allows 15 characters. */
const endOf = (machine: string) => `bisvar-${machine}`;
const ip = (...parameters: string[]) => execFileSync('ip', parameters, { stdio: 'pipe' }).toString();

const OWN_FOLDERS = [
  '/etc/default',
  '/etc/haproxy',
  '/etc/patroni',
  '/etc/pgbouncer',
  '/var/lib/etcd',
  '/var/lib/postgresql',
  '/var/log/postgresql',
];

export type Machine = Awaited<ReturnType<typeof openMachines>>['machines'][string];

/**
 * Machines made of Linux namespaces, joined by one network; needs root. `kill` ends one like a power cut and keeps its
 * disk.
 */
export async function openMachines(folder: string, network: string, names: readonly string[]) {
  clearNetwork();
  rmSync(folder, { recursive: true, force: true });
  const address = (host: number) => `${network}.${host}`;
  // A derived bridge address would change when a machine leaves.
  ip('link', 'add', LINE, 'address', '02:00:00:00:00:fe', 'type', 'bridge');
  ip('addr', 'add', `${address(254)}/24`, 'dev', LINE);
  ip('link', 'set', LINE, 'up');

  const machines = Object.fromEntries(
    names.map((name, index) => [name, makeMachine(name, join(folder, name), address(index + 1))]),
  );
  return {
    machines,
    address,
    async close() {
      await Promise.all(Object.values(machines).map((machine) => machine.kill()));
      clearNetwork();
    },
  };
}

function makeMachine(name: string, home: string, address: string) {
  let init: ChildProcess | undefined;
  const services: string[] = [];
  for (const path of OWN_FOLDERS) mkdirSync(join(home, path), { recursive: true });
  for (const [path, owner] of [
    ['/var/lib/etcd', 'etcd'],
    ['/var/lib/postgresql', 'postgres'],
    ['/var/log/postgresql', 'postgres'],
  ] as const)
    execFileSync('chown', [owner, join(home, path)]);

  return {
    name,
    home,
    address,
    addService(command: string) {
      services.push(command);
    },
    isOn: () => init !== undefined,
    start() {
      ip('netns', 'add', endOf(name));
      ip('link', 'add', endOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', endOf(name));
      ip('link', 'set', endOf(name), 'master', LINE, 'up');
      ip('-n', endOf(name), 'link', 'set', 'lo', 'up');
      ip('-n', endOf(name), 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', endOf(name), 'link', 'set', 'eth0', 'up');
      const script = [
        `hostname ${name}`,
        ...OWN_FOLDERS.filter((path) => existsSync(path)).map((path) => `mount --bind ${join(home, path)} ${path}`),
        'mount -t tmpfs tmpfs /run',
        'mkdir -m 2775 /run/postgresql && chown postgres:postgres /run/postgresql',
        ...services.map((command) => `(while :; do ( ${command} ); sleep 1; done) &`),
        'wait',
      ];
      const log = openSync(join(home, 'log'), 'a');
      init = spawn(
        'setpriv',
        [
          '--pdeathsig',
          'KILL',
          'ip',
          'netns',
          'exec',
          endOf(name),
          'unshare',
          '--pid',
          '--fork',
          '--kill-child',
          '--mount',
          '--mount-proc',
          '--uts',
          'sh',
          '-ec',
          script.join('\n'),
        ],
        { stdio: ['ignore', log, log] },
      );
      closeSync(log);
    },
    findProcesses(text: string): number[] {
      if (!init?.pid) return [];
      return descendantsOf(init.pid).filter((pid) => commandOf(pid).includes(text));
    },
    async kill() {
      if (!init) return;
      const ended = init.exitCode === null && init.signalCode === null ? once(init, 'exit') : undefined;
      const [first] = childrenOf(init.pid!);
      ip('link', 'del', endOf(name));
      if (first) process.kill(first, 'SIGKILL');
      init.kill('SIGKILL');
      await ended;
      init = undefined;
      ip('netns', 'del', endOf(name));
    },
  };
}

function clearNetwork() {
  for (const device of readdirSync('/sys/class/net').filter((each) => each.startsWith('bisvar-')))
    ip('link', 'del', device);
  for (const namespace of ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0]!)
    .filter((each) => each.startsWith('bisvar-'))) {
    for (const pid of ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number))
      if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
    ip('netns', 'del', namespace);
  }
}

const readProc = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const childrenOf = (pid: number) =>
  readProc(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
const commandOf = (pid: number) => readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
