import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { installPackages } from '#scripts/machine.mjs';
import { openBucket } from '#tests/support/bucket.ts';
import { migrationsDirectory } from '#tests/support/database.ts';
import { type Machine, openMachines } from '#tests/support/machines.ts';
import { type Confirmed, type Load, startShoppers, visitorOver } from '#tests/support/shoppers.ts';

const FAILOVERS = Number(process.env.FAILOVERS ?? 20);
const throughPgBouncer = process.env.POOLER === 'pgbouncer';
const STANDBY_FAILURES = Math.ceil(FAILOVERS / 5);
const SHOPPERS = 6;
const NETWORK = '10.231.8';
/** A killed machine may need minutes to copy the database before it follows. */
const WHOLE_WITHIN_MS = 600_000;
const PORT = 4900;
const STOCK = 1_000_000;
const POSTGRESQL_IS_BACK_WITHIN_SECONDS = 15;
const MACHINE_IS_REPLACED_WITHIN_SECONDS = 40;

const PASSWORDS = {
  SUPERUSER_PASSWORD: 'the-superuser-of-tests',
  REPLICATION_PASSWORD: 'the-replicator-of-tests',
  REWIND_PASSWORD: 'the-rewinder-of-tests',
  PATRONI_PASSWORD: 'the-patroni-of-tests',
  OWNER_PASSWORD: 'the-owner-of-tests',
  SHOP_PASSWORD: 'the-shop-of-tests',
};

const log = { info: () => {}, warn: console.warn, error: console.error };

const PACKAGES = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
};

async function whyNot(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'needs root on Linux, since it makes machines of network namespaces';
  const missing = () =>
    Object.entries(PACKAGES)
      .filter(([, program]) => !existsSync(program))
      .map(([name]) => name);
  if (missing().length > 0) await installPackages(missing());
  return missing().length > 0 ? `needs packages of Debian 12: ${missing().join(', ')}` : undefined;
}

const problem = await whyNot();
if (problem) console.log(`The test of failover is skipped: it ${problem}.`);

const folder = join(tmpdir(), 'bisvar-failover');
let cluster: Awaited<ReturnType<typeof openMachines>>;
let bucket: Awaited<ReturnType<typeof openBucket>>;
let shopUrl: string;
const artworkId = randomUUID();
let shoppers: ReturnType<typeof visitorOver>[];
const allConfirmed: Confirmed[] = [];

type Member = { name: string; role: string; state: string; lag?: number | 'unknown' };
async function members(): Promise<Member[]> {
  for (const { address } of dataMachines()) {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}
const dataMachines = () => [cluster.machines.one!, cluster.machines.two!];
const machineWith = async (role: string): Promise<Machine | undefined> => {
  const found = (await members()).find((member) => member.role === role && member.state === 'running');
  return found && cluster.machines[found.name];
};
async function untilWhole(): Promise<{ primary: Machine; standby: Machine }> {
  const deadline = performance.now() + WHOLE_WITHIN_MS;
  while (performance.now() < deadline) {
    const [primary, standby] = await Promise.all([machineWith('leader'), machineWith('sync_standby')]);
    if (primary && standby && primary !== standby) return { primary, standby };
    await wait(500);
  }
  throw new Error(`the cluster did not become whole again: ${JSON.stringify(await members())}`);
}
const addressOf = (machine: Machine) => `postgres://bisvar:${PASSWORDS.SHOP_PASSWORD}@${machine.address}:5432/bisvar`;
const ownerAddressOf = (machine: Machine) =>
  `postgres://bisvar_owner:${PASSWORDS.OWNER_PASSWORD}@${machine.address}:5432/bisvar`;

async function queryOn<Row extends object>(machine: Machine, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: addressOf(machine), connectionTimeoutMillis: 30_000 });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function reconfigure(change: object) {
  const { address } = (await untilWhole()).primary;
  const answer = await fetch(`http://${address}:8008/config`, {
    method: 'PATCH',
    headers: {
      authorization: `Basic ${Buffer.from(`patroni:${PASSWORDS.PATRONI_PASSWORD}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(change),
  });
  expect(answer.status).toBe(200);
}

beforeAll(async () => {
  if (problem) return;
  cluster = await openMachines(folder, NETWORK, ['one', 'two', 'three']);
  const { one, two, three } = cluster.machines as Record<'one' | 'two' | 'three', Machine>;
  const settings = join(folder, 'settings.env');
  await writeFile(
    settings,
    Object.entries({
      ONE: one.address,
      TWO: two.address,
      THREE: three.address,
      SHOP_NETWORK: `${NETWORK}.0/24`,
      STRICT: 'off',
      ...PASSWORDS,
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const configure = ({ home }: Machine, role: string) =>
    execFileSync('sh', ['deploy/cluster/configure.sh', settings, role], { env: { ...process.env, BISVAR_ROOT: home } });
  for (const machine of [one, two, three]) {
    configure(machine, machine.name);
    machine.addService(
      'set -a; . /etc/default/etcd; exec setpriv --reuid etcd --regid etcd --init-groups /usr/bin/etcd',
    );
  }
  for (const machine of [one, two])
    machine.addService(
      `set -a; . ${machine.home}/etc/patroni_env.conf; exec setpriv --reuid postgres --regid postgres --init-groups patroni /etc/patroni/config.yml`,
    );
  configure(three, 'shop');
  bucket = await openBucketOnLine();
  shopUrl = `http://${three.address}:${PORT}`;
  await writeFile(
    join(three.home, 'etc/bisvar/settings.env'),
    Object.entries({
      SHOP_MODE: 'demo',
      SHOP_URL: shopUrl,
      HOST: '0.0.0.0',
      PORT: String(PORT),
      TRUST_PROXY: 'on',
      DATA_DIR: join(three.home, 'data'),
      SESSION_SECRET: 'a-secret-that-only-tests-have-32+',
      LOG_LEVEL: 'warn',
      ...bucket.settings,
      ...(throughPgBouncer && {
        DATABASE_URL: `postgres://bisvar:${PASSWORDS.SHOP_PASSWORD}@127.0.0.1:6432/bisvar`,
        DATABASE_DIRECT_URL: `postgres://bisvar:${PASSWORDS.SHOP_PASSWORD}@127.0.0.1:5000/bisvar`,
      }),
    })
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
  const filled = join(folder, 'filled');
  three.addService('exec haproxy -W -db -f /etc/haproxy/haproxy.cfg');
  if (throughPgBouncer)
    three.addService(
      'exec setpriv --reuid postgres --regid postgres --init-groups pgbouncer /etc/pgbouncer/pgbouncer.ini',
    );
  three.addService(
    `set -a; while [ ! -e ${filled} ]; do sleep 0.2; done; . ${three.home}/etc/bisvar/database.env; . ${three.home}/etc/bisvar/settings.env; cd ${resolve('.')}; exec ${process.execPath} server/start.ts`,
  );
  for (const machine of [one, two, three]) machine.start();
  const { primary } = await untilWhole();
  const opened = await openDatabase({
    databaseUrl: addressOf(primary),
    databaseOwnerUrl: ownerAddressOf(primary),
    dataDirectory: '',
    migrationsDirectory,
    log,
  });
  await opened.database.insert(artworks).values({
    id: artworkId,
    title: 'Brass Lota',
    price: rupees(1000),
    medium: 'handcraft',
    category: 'Handcraft',
    stockCount: STOCK,
    images: ['/media/lota.webp'],
  });
  await opened.close();
  await queryOn(
    primary,
    `insert into settings (key, value) values ('unmatched_orders', '{"orders": 1000000, "artworks": 1000000, "artworksPerNetwork": 1000000}')`,
  );
  await writeFile(filled, '');
  await vi.waitFor(async () => expect((await fetch(`${shopUrl}/readyz`)).status).toBe(200), {
    timeout: 90_000,
    interval: 500,
  });
  shoppers = await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, index) => {
      const shopper = visitorOver(shopUrl, `203.0.113.${index + 1}`);
      await shopper.signUpAs(`Shopper ${index + 1}`);
      return shopper;
    }),
  );
}, 300_000);

afterAll(async () => {
  if (problem) return;
  await cluster?.close();
  await bucket?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const openBucketOnLine = () => openBucket(cluster.address(254));

beforeEach(() => {
  if (problem) return;
  for (const machine of dataMachines()) if (!machine.isOn()) machine.start();
});

async function untilConfirmed({ confirmed }: Load, isWanted: (order: Confirmed) => boolean, withinMillis: number) {
  const deadline = performance.now() + withinMillis;
  for (;;) {
    const found = confirmed.find(isWanted);
    if (found) return found;
    if (performance.now() > deadline) return undefined;
    await wait(20);
  }
}

async function secondsWithoutOrders(harm: () => unknown, withinMillis: number): Promise<number> {
  const load = await startShoppers(shoppers, artworkId);
  await untilConfirmed(load, () => load.confirmed.length >= SHOPPERS, 30_000);
  await wait(Math.random() * 1_000);
  await harm();
  const harmedAt = performance.now();
  const next = await untilConfirmed(load, ({ sentAt }) => sentAt > harmedAt, withinMillis);
  await wait(2_000);
  await load.stop();
  allConfirmed.push(...load.confirmed);
  expect(load.complaints).toEqual([]);
  expect(next, 'an order after the harm').toBeDefined();
  return (next!.at - harmedAt) / 1_000;
}

/**
 * Every confirmed order exists once, no other exists, and the stock matches. A shopper who got no answer may add an
 * item twice.
 */
async function expectBooksRight(machine: Machine) {
  const rows = await queryOn<{ id: string; reference: string; quantity: number }>(
    machine,
    `select id, payment_reference_id as reference, (items -> 0 ->> 'quantity')::int as quantity from orders`,
  );
  const known = new Map(rows.map(({ id, reference }) => [reference, id]));
  expect(allConfirmed.filter(({ reference, orderId }) => known.get(reference) !== orderId)).toEqual([]);
  expect(rows).toHaveLength(allConfirmed.length);
  const [stock] = await queryOn<{ left: number }>(
    machine,
    `select stock_count as left from artworks where id = '${artworkId}'`,
  );
  expect(stock!.left).toBe(STOCK - rows.reduce((sum, { quantity }) => sum + quantity, 0));
}

function report(what: string, seconds: number[]) {
  const inOrder = seconds.toSorted((a, b) => a - b);
  const at = (share: number) => inOrder[Math.ceil(share * inOrder.length) - 1]!.toFixed(1);
  console.log(
    `${what}, ${seconds.length} times: the next order after ${at(0.5)} s, p95 ${at(0.95)} s, at most ${at(1)} s`,
  );
}

const findPostmaster = ({ findProcesses }: Machine) => findProcesses('/usr/lib/postgresql/15/bin/postgres -D')[0]!;

test.skipIf(problem)(
  `killing the primary ${FAILOVERS} times under load loses no confirmed order`,
  { timeout: 600_000 + FAILOVERS * 180_000 },
  async () => {
    const took = { postgresql: [] as number[], machine: [] as number[] };
    for (let round = 0; round < FAILOVERS; round += 1) {
      const { primary, standby } = await untilWhole();
      const what = round % 2 === 0 ? 'postgresql' : 'machine';
      const seconds = await secondsWithoutOrders(
        () => (what === 'machine' ? primary.kill() : process.kill(findPostmaster(primary), 'SIGKILL')),
        90_000,
      );
      took[what].push(seconds);
      if (what === 'machine') primary.start();
      const whole = await untilWhole();
      if (what === 'machine') expect(whole.primary.name).toBe(standby.name);
      console.log(
        `${round + 1}: ${what} of ${primary.name} killed, next order after ${seconds.toFixed(1)} s, primary now ${whole.primary.name}, ${allConfirmed.length} confirmed`,
      );
      await expectBooksRight(whole.primary);
    }
    report('PostgreSQL of the primary killed', took.postgresql);
    report('machine of the primary killed', took.machine);
    expect(Math.max(...took.postgresql)).toBeLessThan(POSTGRESQL_IS_BACK_WITHIN_SECONDS);
    expect(Math.max(...took.machine)).toBeLessThan(MACHINE_IS_REPLACED_WITHIN_SECONDS);
  },
);

test.skipIf(problem)(
  `killing the standby ${STANDBY_FAILURES} times delays orders and loses none`,
  { timeout: 600_000 + STANDBY_FAILURES * 180_000 },
  async () => {
    const took: number[] = [];
    for (let round = 0; round < STANDBY_FAILURES; round += 1) {
      const { primary, standby } = await untilWhole();
      took.push(await secondsWithoutOrders(() => standby.kill(), 90_000));
      standby.start();
      expect((await untilWhole()).primary.name).toBe(primary.name);
      await expectBooksRight(primary);
    }
    report('machine of the standby killed', took);
    expect(Math.max(...took)).toBeLessThan(MACHINE_IS_REPLACED_WITHIN_SECONDS);
  },
);

test.skipIf(problem)(
  'strict mode pauses orders while the standby is down, then completes them',
  { timeout: 900_000 },
  async () => {
    await reconfigure({ synchronous_mode_strict: true });
    await wait(7_000);
    const { standby } = await untilWhole();
    const load = await startShoppers(shoppers, artworkId);
    await untilConfirmed(load, () => load.confirmed.length >= SHOPPERS, 30_000);
    await standby.kill();
    const killedAt = performance.now();
    expect(await untilConfirmed(load, ({ sentAt }) => sentAt > killedAt, 40_000)).toBeUndefined();
    standby.start();
    const startedAt = performance.now();
    const next = await untilConfirmed(load, ({ sentAt }) => sentAt > killedAt, 90_000);
    expect(next).toBeDefined();
    console.log(
      `strict: the next order ${((next!.at - startedAt) / 1_000).toFixed(1)} s after the standby's machine was started`,
    );
    await load.stop();
    allConfirmed.push(...load.confirmed);
    expect(load.complaints).toEqual([]);
    await expectBooksRight((await untilWhole()).primary);
    await reconfigure({ synchronous_mode_strict: false });
  },
);
