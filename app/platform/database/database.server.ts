import { setTimeout as wait } from 'node:timers/promises';
import { log as shopLog } from '#app/platform/log.server.ts';
import { Connections, type Database, type WaitingPoolConfig } from './connections.server.ts';
import { startEmbedded } from './embedded.server.ts';
import type { Log } from './log.server.ts';
import { migrate, readMigrations } from './migrations.server.ts';
import { noticesOfServer, noticesOfSession, type OnNotice } from './notices.server.ts';
import { freeBytesOf, startUpkeep, watchDisk } from './upkeep.server.ts';

export { type Database, inTransactionOn } from './connections.server.ts';
export {
  isCheckViolation,
  isReadOnlyDatabase,
  isUniqueViolation,
  isUnreachableDatabase,
} from './query-errors.server.ts';

export type OpenedDatabase = {
  database: Database;
  kind: 'embedded' | 'server';
  /**
   * Calls `onNotice` for every NOTIFY on the channel until the answered function is called. It survives a lost connection
   * to a server; once it is back, `onNotice` is called with an empty payload, as notices may have been missed.
   */
  listen(channel: string, onNotice: OnNotice): Promise<() => Promise<void>>;
  /** Whether the database answers within 3 seconds. */
  ping(): Promise<boolean>;
  /** False while the disk under the embedded database is nearly full; writes are refused with ReadOnlyDatabase then. */
  writable(): boolean;
  /** Waits for what runs (5 seconds at most), then checkpoints and closes. May be called twice. */
  close(): Promise<void>;
};

export type DatabaseSettings = {
  /** A PostgreSQL server, 15 or later. Without it the embedded one is opened. */
  databaseUrl?: string;
  /** The embedded database lies in `database` under it. */
  dataDirectory: string;
  migrationsDirectory: string;
  /** Embedded and gone with its process: for tests. */
  inMemory?: boolean;
  /** With `inMemory`: begins as this dump of another one. */
  fromDump?: Uint8Array;
  /** How long a query of the embedded database may take before it is ended and reopened. */
  deadlineMillis?: number;
  /** For tests: how full the disk is. */
  freeBytes?: () => Promise<number>;
  log?: Log;
};

const oldestServer = 15;
const pingMillis = 3_000;
const drainMillis = 5_000;
const embeddedDeadlineMillis = 10_000;
const waitForConnectionMillis = 10_000;

/** Opens the server's or the embedded database and brings its tables up to date. Throws when it can't be reached, is too old, is open in another process (DatabaseInUse), or a migration doesn't fit. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenedDatabase> {
  const migrations = await readMigrations(settings.migrationsDirectory);
  const opened = settings.databaseUrl
    ? await openServer(settings.databaseUrl, settings.log ?? shopLog)
    : await openEmbedded(settings, settings.log ?? shopLog);
  try {
    await migrate(opened.connections, migrations, settings.log ?? shopLog);
  } catch (error) {
    await opened.close();
    throw error;
  }
  const { connections, kind, listen, writable, close } = opened;
  return {
    database: connections.database(),
    kind,
    listen,
    writable,
    close,
    ping: () =>
      Promise.race([
        connections.query('select 1').then(
          () => true,
          () => false,
        ),
        wait(pingMillis, false, { ref: false }),
      ]),
  };
}

/** The same, and the embedded database as a dump for `fromDump`. */
export async function dumpMigrated(
  settings: Pick<DatabaseSettings, 'migrationsDirectory' | 'log'>,
): Promise<Uint8Array> {
  const log = settings.log ?? shopLog;
  const opened = await openEmbedded({ ...settings, dataDirectory: '', inMemory: true }, log);
  try {
    await migrate(opened.connections, await readMigrations(settings.migrationsDirectory), log);
    return await opened.dump();
  } finally {
    await opened.close();
  }
}

type Opened = Omit<OpenedDatabase, 'database' | 'ping'> & { connections: Connections };

async function openServer(databaseUrl: string, log: Log): Promise<Opened> {
  const address = { connectionString: databaseUrl, application_name: 'bisvar', keepAlive: true };
  const connections = new Connections(
    {
      ...address,
      max: 10,
      connectionTimeoutMillis: waitForConnectionMillis,
      statement_timeout: 5_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 10_000,
    },
    // The embedded one lives in UTC too.
    (client) => client.query(`set time zone 'UTC'`),
    log,
  );
  const notices = noticesOfServer(address, log);
  const close = once(async () => {
    await notices.close();
    await drain(connections);
  });
  try {
    const { rows } = await connections.withConnection((client) =>
      client.query<{ version: number; encoding: string }>(
        `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
      ),
    );
    const { version, encoding } = rows[0]!;
    if (version < oldestServer)
      throw new Error(`The server of DATABASE_URL is PostgreSQL ${version}; the shop needs ${oldestServer} or later.`);
    if (encoding !== 'UTF8')
      throw new Error(`The database of DATABASE_URL is encoded as ${encoding}; the shop needs UTF8.`);
  } catch (error) {
    await close();
    throw error;
  }
  return { connections, kind: 'server', listen: notices.listen, writable: () => true, close };
}

async function openEmbedded(settings: DatabaseSettings, log: Log): Promise<Opened & { dump(): Promise<Uint8Array> }> {
  const { dataDirectory, inMemory, fromDump } = settings;
  const deadlineMillis = settings.deadlineMillis ?? embeddedDeadlineMillis;
  const embedded = await startEmbedded({
    dataDirectory: inMemory ? undefined : dataDirectory,
    dump: fromDump,
    deadlineMillis,
    log,
  });
  const connections: Connections = new Connections(
    {
      stream: embedded.connect,
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      max: 1,
      // Who waits behind a hung query outlasts its deadline and the reopening.
      connectionTimeoutMillis: deadlineMillis + waitForConnectionMillis,
      idleTimeoutMillis: 0,
    } as WaitingPoolConfig,
    (client) => notices.prepare(client),
    log,
  );
  const notices = noticesOfSession(connections, log);
  const disk = inMemory
    ? undefined
    : watchDisk({ freeBytes: settings.freeBytes ?? (() => freeBytesOf(dataDirectory)), connections, log });
  const upkeep = inMemory ? undefined : startUpkeep({ connections, log });
  await disk?.look();
  return {
    connections,
    kind: 'embedded',
    listen: notices.listen,
    writable: () => disk?.writable() ?? true,
    dump: embedded.dump,
    close: once(async () => {
      await Promise.all([disk?.stop(), upkeep?.stop()]);
      await drain(connections);
      await embedded.close();
    }),
  };
}

/** What still runs after the time is cut off: it was never acknowledged. */
const drain = (connections: Connections) =>
  Promise.race([connections.end(), wait(drainMillis, undefined, { ref: false })]);

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
