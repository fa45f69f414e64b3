import { statfs } from 'node:fs/promises';
import pg from 'pg';
import type { Connections } from './connections.server.ts';
import type { Log } from './log.server.ts';

const megabyte = 1024 * 1024;
const checkpointAfterMillis = 5 * 60_000;
const checkpointAfterBytes = 64 * megabyte;
const vacuumAfterMillis = 60 * 60_000;
const warnBelowBytes = 200 * megabyte;
const onlyReadBelowBytes = 100 * megabyte;

export type DiskState = 'enough' | 'little' | 'full';

/** Returns `little` below 200 MB, which logs a warning, or `full` below 100 MB, which stops writes. */
export const diskStateOf = (freeBytes: number): DiskState =>
  freeBytes < onlyReadBelowBytes ? 'full' : freeBytes < warnBelowBytes ? 'little' : 'enough';

export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

export function watchDisk(settings: { freeBytes: () => Promise<number>; connections: Connections; log: Log }) {
  const { freeBytes, connections, log } = settings;
  let state: DiskState = 'enough';
  const look = async () => {
    const free = await freeBytes();
    const newState = diskStateOf(free);
    if (newState === state) return;
    state = newState;
    connections.onlyRead(newState === 'full');
    const details = { freeMegabytes: Math.floor(free / megabyte) };
    if (newState === 'enough') log.info(details, 'the disk of the database has room again');
    else if (newState === 'little')
      log.warn(details, 'the disk of the database is filling up: below 100 MB the shop stops taking orders');
    else log.error(details, 'the disk of the database is full: it only reads until there is room');
  };
  const stop = every(10_000, look, (error) =>
    log.error({ err: error }, 'the free space of the disk could not be read'),
  );
  return { look, stop, writable: () => state !== 'full' };
}

/** Checkpoints and vacuums, as a PostgreSQL server does by itself. */
export function startUpkeep(settings: { connections: Connections; log: Log }) {
  const { connections, log } = settings;
  let checkpointed = { at: Date.now(), position: 0 };
  let vacuumedAt = Date.now();

  const lookAtLog = async () => {
    const position = await logPosition(connections);
    checkpointed.position ||= position;
    const written = position - checkpointed.position;
    if (written >= checkpointAfterBytes || (written > 0 && Date.now() - checkpointed.at >= checkpointAfterMillis)) {
      await connections.withLongTimeout((client) => client.query('checkpoint'));
      checkpointed = { at: Date.now(), position: await logPosition(connections) };
    }
    if (Date.now() - vacuumedAt >= vacuumAfterMillis) {
      vacuumedAt = Date.now();
      await vacuumChangedTables(connections);
    }
  };
  return {
    stop: every(10_000, lookAtLog, (error) => log.error({ err: error }, 'the upkeep of the embedded database failed')),
  };
}

async function logPosition(connections: Connections): Promise<number> {
  const { rows } = await connections.withConnection((client) =>
    client.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`),
  );
  return Number(rows[0]!.bytes);
}

/** Vacuums tables one at a time, so that queries run in between. */
export async function vacuumChangedTables(connections: Connections): Promise<void> {
  const { rows } = await connections.withConnection((client) =>
    client.query<{ schema: string; name: string }>(
      'select schemaname as schema, relname as name from pg_stat_user_tables where n_dead_tup + n_mod_since_analyze + n_ins_since_vacuum > 0',
    ),
  );
  for (const { schema, name } of rows) {
    await connections.withLongTimeout((client) =>
      client.query(`vacuum (analyze) ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`),
    );
  }
}

/** Repeats work without overlapping runs. The returned function stops it and waits for the last run. */
function every(pauseMillis: number, work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = undefined));
  }, pauseMillis);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
