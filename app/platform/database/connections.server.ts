import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { is } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgTransaction } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { EmbeddedStream } from './embedded.server.ts';
import type { Log } from './log.server.ts';
import {
  isOfFailedTransaction,
  isWorthRetrying,
  nameDatabaseError,
  OuterDatabaseUsed,
  UnreachableDatabase,
} from './query-errors.server.ts';
import {
  maximalTries,
  longDeadlineMillis,
  FAILS_FOR_MS,
  type WaitingPoolConfig,
  waits,
  noteVainWait,
  ShopClient,
  PreparingClient,
} from './clients.server.ts';

export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A pool that closes connections which it cannot reuse. */
export class Connections extends pg.Pool {
  #inTransaction = new AsyncLocalStorage<{ open: boolean }>();
  #readOnly = false;
  #modes = new WeakMap<pg.PoolClient, boolean>();
  #prepare: (client: pg.PoolClient) => Promise<unknown>;

  constructor(settings: WaitingPoolConfig, prepare: (client: pg.PoolClient) => Promise<unknown>, log: Log) {
    const Client = settings.preparesStatements ? PreparingClient : ShopClient;
    super({ ...settings, Client, pipeline: true } as pg.PoolConfig);
    this.#prepare = prepare;
    // Without a listener, a lost connection would end the process.
    this.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
    this.on('connect', (client) => {
      client.once('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
      client.on('error', () => {});
    });
  }

  /** Makes writes fail with ReadOnlyDatabase, or allows them again. Writes that have begun continue. */
  onlyRead(readOnly: boolean) {
    this.#readOnly = readOnly;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(callback?: unknown): unknown {
    if (callback) throw new Error('connect answers with a promise');
    return this.#checkOut();
  }

  async #checkOut() {
    if (this.#inTransaction.getStore()?.open)
      throw new OuterDatabaseUsed(
        'the outer database was asked inside a transaction; use the one the transaction hands in',
      );
    const request = waits.getStore();
    if (request && performance.now() < request.waitedInVainAt + FAILS_FOR_MS)
      throw new UnreachableDatabase('the database gave this request no answer before');
    const client = await super.connect().catch((error: Error) => {
      if (error.message !== 'timeout exceeded when trying to connect') throw nameDatabaseError(error);
      noteVainWait();
      throw new UnreachableDatabase(
        `no database connection was free within ${this.options.connectionTimeoutMillis! / 1000} seconds`,
        { cause: error },
      );
    });
    try {
      if (!this.#modes.has(client)) {
        await this.#prepare(client);
        this.#modes.set(client, false);
      }
      if (this.#readOnly !== this.#modes.get(client)) {
        this.#modes.set(client, this.#readOnly);
        await client.query(`set default_transaction_read_only = ${this.#readOnly ? 'on' : 'off'}`);
      }
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  // The pool's own query closes a connection after any error, even a duplicate key.
  override async query(...parameters: unknown[]): Promise<never> {
    return this.withConnection((client) => (client.query as (...all: unknown[]) => Promise<never>)(...parameters));
  }

  /** Lends a connection. Closes the connection if it comes back inside a transaction. */
  async withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      return await work(client);
    } finally {
      client.release(client.getTransactionStatus() !== 'I' || (client as unknown as ShopClient).isStandby);
    }
  }

  async withLongTimeout<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
      if (stream instanceof EmbeddedStream) stream.deadlineMillis = longDeadlineMillis;
      (client as unknown as ShopClient).mayBeSilent = true;
      await client.query(`set statement_timeout = 0`);
      await client.query(`set lock_timeout = '60s'`);
      await client.query(`set idle_in_transaction_session_timeout = 0`);
      return await work(client);
    } finally {
      client.release(true);
    }
  }

  database(): Database {
    const database = drizzle({ client: this });
    database.transaction = async (work, config) =>
      this.withConnection(async (client) => {
        const scope = { open: true };
        let failure: { error: unknown } | undefined;
        try {
          return await this.#inTransaction.run(scope, () =>
            drizzle({ client }).transaction(async (tx) => {
              try {
                return await work(tx);
              } catch (error) {
                failure = { error };
                throw error;
              }
            }, config),
          );
        } catch (error) {
          throw failure ? failure.error : error;
        } finally {
          scope.open = false;
        }
      });
    return database as unknown as Database;
  }
}

/**
 * Sends statements of one transaction together, without waiting for each answer. Throws the first error when all have
 * ended.
 */
export async function pipeline<const Work extends readonly (() => unknown)[]>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<ReturnType<Work[Key]>> }> {
  let failure: { error: unknown } | undefined;
  const answers = await Promise.all(
    work.map(async (send) => {
      try {
        return await send();
      } catch (error) {
        // When a statement fails, later ones fail too, and may report their error first.
        if (!failure || isOfFailedTransaction(failure.error)) failure = { error };
        return undefined;
      }
    }),
  );
  if (failure) throw (failure as { error: unknown }).error;
  return answers as { -readonly [Key in keyof Work]: Awaited<ReturnType<Work[Key]>> };
}

/**
 * Runs work in a transaction and retries serialization failures and deadlocks, so it must be repeatable. Nested calls
 * are savepoints.
 */
export async function inTransactionOn<T>(database: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  const once = () => database.transaction((tx) => work(tx as unknown as Database));
  if (is(database, PgTransaction)) return once();
  for (let tries = 1; ; tries += 1) {
    try {
      return await once();
    } catch (error) {
      if (tries === maximalTries || !isWorthRetrying(error)) throw error;
      await wait(Math.random() * 20 * 2 ** tries);
    }
  }
}
