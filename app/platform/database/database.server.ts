import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { log as shopLog } from '#app/platform/log.server.ts';
import { Connections, type Database } from './connections.server.ts';
import type { WaitingPoolConfig } from '#app/platform/database/clients.server.ts';
import { hasCluster } from './embedded-directory.server.ts';
import { startEmbedded } from './embedded.server.ts';
import { unpackEmptyDatabase } from './empty-database.server.ts';
import type { Log } from './log.server.ts';
import { migrate, type Migration, readMigrations } from './migrations.server.ts';
import { type Listen, noticesOfServer, noticesOfSession } from './notices.server.ts';
import { UnreachableDatabase } from './query-errors.server.ts';
import { freeBytesOf, startUpkeep, watchDisk } from './upkeep.server.ts';

export { type Database, inTransactionOn, pipeline } from './connections.server.ts';
export { waitForDatabaseOnce } from '#app/platform/database/clients.server.ts';
export {
  isCheckViolation,
  isDatabaseError,
  isDeletedAccount,
  isReadOnlyDatabase,
  isUniqueViolation,
  isUnreachableDatabase,
  isUnstorableText,
} from './query-errors.server.ts';

export type OpenedDatabase = {
  database: Database;
  kind: 'embedded' | 'server';
  /**
   * Calls `onNotice` for every NOTIFY. After a lost connection, calls it with an empty payload, because notifications
   * may be missing.
   */
  listen: Listen;
  /** Returns whether the database answers within 3 seconds and accepts writes. */
  ping(): Promise<boolean>;
  countConnections(): { open: number; idle: number; waiting: number };
  /**
   * Returns false while the disk of the embedded database is nearly full. All writes then fail with ReadOnlyDatabase.
   */
  writable(): boolean;
  close(): Promise<void>;
};

export type DatabaseSettings = {
  /** A PostgreSQL server, version 15 or later. Without it, the embedded database is used. */
  databaseUrl?: string;
  databaseDirectUrl?: string;
  databaseOwnerUrl?: string;
  dataDirectory: string;
  migrationsDirectory?: string;
  inMemory?: boolean;
  fromDump?: Uint8Array;
  /** The embedded database aborts a query that takes longer, and is then reopened. */
  deadlineMillis?: number;
  waitMillis?: number;
  freeBytes?: () => Promise<number>;
  log?: Log;
};

const oldestServer = 15;
const pingMillis = 3_000;
const drainMillis = 5_000;
const embeddedDeadlineMillis = 10_000;
const waitForConnectionMillis = 10_000;
const keepAliveAfterMillis = 10_000;

/**
 * Opens and migrates the database. Throws when it is unreachable, too old, in use (DatabaseInUse), or a migration does
 * not fit.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenedDatabase> {
  const migrations = settings.migrationsDirectory ? await readMigrations(settings.migrationsDirectory) : undefined;
  const opened = settings.databaseUrl
    ? await openServer(settings.databaseUrl, settings, settings.log ?? shopLog)
    : await openEmbedded(settings, settings.log ?? shopLog, migrations);
  try {
    if (migrations)
      await migrate(opened.owner, migrations, {
        log: settings.log ?? shopLog,
        servingRole: opened.servingRole,
      });
  } catch (error) {
    await opened.close();
    throw error;
  }
  const { connections, kind, listen, writable, close } = opened;
  return {
    database: connections.database(),
    kind,
    listen,
    countConnections: () => ({
      open: connections.totalCount,
      idle: connections.idleCount,
      waiting: connections.waitingCount,
    }),
    writable,
    close,
    ping: () =>
      Promise.race([
        isPrimary(connections).then(
          (answer) => answer,
          () => false,
        ),
        wait(pingMillis, false, { ref: false }),
      ]),
  };
}

export async function dumpMigrated(
  settings: Required<Pick<DatabaseSettings, 'migrationsDirectory'>> & Pick<DatabaseSettings, 'log'>,
): Promise<Uint8Array> {
  const log = settings.log ?? shopLog;
  const opened = await openEmbedded({ ...settings, dataDirectory: '', inMemory: true }, log);
  try {
    await migrate(opened.connections, await readMigrations(settings.migrationsDirectory), { log });
    return await opened.dump();
  } finally {
    await opened.close();
  }
}

export const isDatabaseThere = async (
  settings: Pick<DatabaseSettings, 'databaseUrl' | 'dataDirectory'>,
): Promise<boolean> => settings.databaseUrl !== undefined || hasCluster(settings.dataDirectory);

/** `owner` connections bypass a pooler, so that their session settings and locks stay. */
type Opened = Omit<OpenedDatabase, 'database' | 'ping' | 'countConnections'> & {
  connections: Connections;
  owner: Connections;
  servingRole?: string | undefined;
};

async function isPrimary(connections: Connections): Promise<boolean> {
  const answer: pg.QueryResult<{ is_primary: boolean }> = await connections.query(
    'select not pg_is_in_recovery() as is_primary',
  );
  return answer.rows[0]!.is_primary;
}

async function openServer(
  databaseUrl: string,
  { databaseDirectUrl, databaseOwnerUrl }: Pick<DatabaseSettings, 'databaseDirectUrl' | 'databaseOwnerUrl'>,
  log: Log,
): Promise<Opened> {
  const settings = { application_name: 'bisvar', keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMillis };
  const address = { ...settings, connectionString: databaseUrl };
  const directAddress = { ...settings, connectionString: databaseDirectUrl ?? databaseUrl };
  const timeouts = { statement_timeout: 5_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 10_000 };
  const open = (address: pg.PoolConfig) =>
    new Connections(
      {
        ...address,
        max: 10,
        connectionTimeoutMillis: waitForConnectionMillis,
        preparesStatements: databaseDirectUrl === undefined,
        isServer: true,
      },
      async (client) => {
        // Times are in UTC, as in the embedded database. A pooler stores this setting for its client.
        const { rows } = await client.query<{ isStandby: boolean }>(
          `select set_config('TimeZone', 'UTC', false), pg_is_in_recovery() as "isStandby"`,
        );
        if (rows[0]!.isStandby) throw new UnreachableDatabase('the server is a standby, not the primary');
      },
      log,
    );
  // A pooler rejects timeouts when the shop connects, and sets its own (docs/scaling.md).
  const connections = open(databaseDirectUrl ? address : { ...address, ...timeouts });
  const ownerUrl = databaseOwnerUrl ?? databaseDirectUrl;
  const owner = ownerUrl ? open({ ...settings, connectionString: ownerUrl }) : connections;
  const notices = noticesOfServer(directAddress, log);
  const close = once(async () => {
    await notices.close();
    await Promise.all([...new Set([connections, owner])].map(drain));
  });
  try {
    const { rows } = await connections.withConnection((client) =>
      client.query<{ role: string; version: number; encoding: string; unlimited: boolean }>(
        `select current_user as role, current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
          '0' in (${Object.keys(timeouts)
            .map((name) => `current_setting('${name}')`)
            .join()}) as unlimited`,
      ),
    );
    const { role, version, encoding, unlimited } = rows[0]!;
    if (unlimited)
      log.warn(timeouts, 'the pooler of DATABASE_URL leaves statements without a limit: give it these timeouts (ms)');
    if (version < oldestServer)
      throw new Error(`The server of DATABASE_URL is PostgreSQL ${version}; the shop needs ${oldestServer} or later.`);
    if (encoding !== 'UTF8')
      throw new Error(`The database of DATABASE_URL is encoded as ${encoding}; the shop needs UTF8.`);
    const servingRole = databaseOwnerUrl && role;
    return { connections, owner, servingRole, kind: 'server', listen: notices.listen, writable: () => true, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openEmbedded(
  settings: DatabaseSettings,
  log: Log,
  migrations?: Migration[],
): Promise<Opened & { dump(): Promise<Uint8Array> }> {
  const { dataDirectory, inMemory, fromDump } = settings;
  const deadlineMillis = settings.deadlineMillis ?? embeddedDeadlineMillis;
  const embedded = await startEmbedded({
    dataDirectory: inMemory ? undefined : dataDirectory,
    dump: fromDump,
    fillCluster: async (directory) => migrations !== undefined && unpackEmptyDatabase(directory, migrations),
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
      // Other queries must wait longer than the deadline of a hanging query plus the reopening.
      connectionTimeoutMillis: deadlineMillis + (settings.waitMillis ?? waitForConnectionMillis),
      idleTimeoutMillis: 0,
      preparesStatements: true,
      isServer: false,
    } as WaitingPoolConfig,
    async (client) => {
      // All connections share one session, so the previous connection's prepared statements must be removed.
      await client.query('deallocate all');
      await notices.prepare(client);
    },
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
    owner: connections,
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

/** The shop has not confirmed the aborted work to anyone. */
const drain = (connections: Connections) =>
  Promise.race([connections.end(), wait(drainMillis, undefined, { ref: false })]);

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
