import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** The database or a transaction on it: the same type, so that a door can't tell and needn't. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export type OpenedDatabase = {
  database: Database;
  kind: 'embedded' | 'server';
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  ping(): Promise<boolean>;
  writable(): boolean;
  close(): Promise<void>;
};

type Settings = { databaseUrl?: string; dataDirectory: string; inMemory?: boolean; fromDump?: Blob; migrationsDirectory: string };

class EmbeddedStream extends Duplex {
  private lite: PGlite;
  constructor(lite: PGlite) {
    super();
    this.lite = lite;
  }
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error | null) => void) {
    this.lite.execProtocolRaw(new Uint8Array(chunk)).then(
      (answer) => {
        if (answer.length > 0) this.push(Buffer.from(answer));
        callback();
      },
      (error: Error) => callback(error),
    );
  }
  override _final(callback: () => void) {
    this.push(null);
    callback();
  }
  connect() {
    setImmediate(() => this.emit('connect'));
    return this;
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}
}

export async function openDatabase(settings: Settings): Promise<OpenedDatabase> {
  const lite = settings.databaseUrl
    ? undefined
    : new PGlite(settings.inMemory ? undefined : join(settings.dataDirectory, 'database'), { loadDataDir: settings.fromDump });
  await lite?.waitReady;
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const pool = new pg.Pool(
    lite
      ? ({ stream: () => new EmbeddedStream(lite), user: 'postgres', database: 'postgres', password: 'x', max: 1, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 0 } as unknown as pg.PoolConfig)
      : { connectionString: settings.databaseUrl, max: 10 },
  );
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('notification', (notice) => listeners.get(notice.channel)?.forEach((listener) => listener(notice.payload ?? '')));
  });
  const database = drizzle(pool) as unknown as Database;
  await migrate(pool, settings.migrationsDirectory);
  let closed = false;
  return {
    database,
    kind: lite ? 'embedded' : 'server',
    async listen(channel, onNotice) {
      const held = listeners.get(channel) ?? new Set();
      listeners.set(channel, held.add(onNotice));
      await pool.query(`listen "${channel}"`);
      return async () => {
        held.delete(onNotice);
      };
    },
    ping: () => pool.query('select 1').then(() => true, () => false),
    writable: () => true,
    async close() {
      if (closed) return;
      closed = true;
      await pool.end();
      await lite?.close();
    },
  };
}

async function migrate(pool: pg.Pool, directory: string) {
  await pool.query('create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())');
  const applied = new Map((await pool.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')).rows.map((row) => [row.name, row.checksum]));
  for (const name of (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()) {
    const text = await readFile(join(directory, name), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    if (applied.get(name) === checksum) continue;
    if (applied.has(name)) throw new Error(`migration ${name} was changed after it was applied`);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(text);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
}

export function inTransactionOn<T>(database: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return database.transaction((tx) => work(tx as unknown as Database));
}

const codeOf = (error: unknown): { code?: string; constraint?: string } => {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && typeof at.code === 'string') return at as { code?: string; constraint?: string };
  return {};
};
export const isUniqueViolation = (error: unknown, constraint?: string) => {
  const found = codeOf(error);
  return found.code === '23505' && (constraint === undefined || found.constraint === constraint);
};
export const isCheckViolation = (error: unknown) => codeOf(error).code === '23514';
