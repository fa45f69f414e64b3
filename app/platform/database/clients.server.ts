import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { nameDatabaseError, ReadOnlyDatabase, UnreachableDatabase } from './query-errors.server.ts';

export const maximalTries = 4;

export const longDeadlineMillis = 120_000;

/** The server's own statement timeout is shorter, so a connection that stays silent for longer is lost. */
const SERVER_ANSWERS_WITHIN_MS = 8_000;

const LATE_ANSWERS_MS = 500;

export const FAILS_FOR_MS = 10_000;

export type WaitingPoolConfig = pg.PoolConfig & {
  connectionTimeoutMillis: number;
  /**
   * Whether to prepare frequent statements. A pooler does not allow this, because it lends connections per transaction.
   */
  preparesStatements: boolean;
  /** Whether to close connections when the server becomes unreachable or a standby. */
  isServer: boolean;
};

export const waits = new AsyncLocalStorage<{ waitedInVainAt: number }>();

export const waitForDatabaseOnce = <T>(work: () => T): T => waits.run({ waitedInVainAt: -Infinity }, work);

export function noteVainWait() {
  const request = waits.getStore();
  if (request) request.waitedInVainAt = performance.now();
}

/**
 * Translates errors, and closes the connection when the server stays silent. After a timeout, further queries of the
 * same request fail immediately.
 */
export class ShopClient extends pg.Client {
  mayBeSilent = false;
  isStandby = false;
  readonly #isServer: boolean;
  #isGathering = false;
  #unanswered = 0;
  #heardAt = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(settings: pg.ClientConfig & Partial<Pick<WaitingPoolConfig, 'isServer'>> = {}) {
    super(settings);
    this.#isServer = settings.isServer ?? false;
    this.once('end', () => clearTimeout(this.#watch));
  }

  override query(...parameters: unknown[]): never {
    this.#writeTogether();
    const answer = (super.query as (...all: unknown[]) => unknown).apply(this, parameters);
    if (!(answer instanceof Promise)) return answer as never;
    if (this.#isServer) this.#expectAnswer();
    return answer.then(
      (result: unknown) => {
        this.#noteAnswer();
        return result;
      },
      (error: unknown) => {
        this.#noteAnswer();
        if (error instanceof UnreachableDatabase) noteVainWait();
        throw this.#name(error);
      },
    ) as never;
  }

  #writeTogether() {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  #expectAnswer() {
    if ((this.#unanswered += 1) === 1) this.#heardAt = performance.now();
    this.#watch ??= setTimeout(() => this.#look(), SERVER_ANSWERS_WITHIN_MS).unref();
  }

  #noteAnswer() {
    this.#unanswered -= 1;
    this.#heardAt = performance.now();
  }

  #look() {
    this.#watch = undefined;
    if (this.#unanswered === 0) return;
    const lookIn = (millis: number, look: () => void) => (this.#watch = setTimeout(look, millis).unref());
    const leftMillis = this.#heardAt + SERVER_ANSWERS_WITHIN_MS - performance.now();
    if (this.mayBeSilent) lookIn(SERVER_ANSWERS_WITHIN_MS, () => this.#look());
    else if (leftMillis > 0) lookIn(leftMillis, () => this.#look());
    else
      lookIn(LATE_ANSWERS_MS, () =>
        this.#heardAt + SERVER_ANSWERS_WITHIN_MS > performance.now() ? this.#look() : this.#closeSilent(),
      );
  }

  #closeSilent() {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.destroy(new UnreachableDatabase(`the database was silent for ${SERVER_ANSWERS_WITHIN_MS / 1000} seconds`));
  }

  #name(error: unknown) {
    const named = nameDatabaseError(error);
    if (!this.#isServer || !(named instanceof ReadOnlyDatabase)) return named;
    this.isStandby = true;
    return new UnreachableDatabase('the server only reads: it is not the primary', { cause: error });
  }
}

/** Larger than the number of frequent statements, but below the limit of a connection. */
const MAX_PREPARED = 400;

const OFTEN = 5;

const asked = new Map<string, number | string>();
let named = 0;

function nameOf(text: string): string | undefined {
  const known = asked.get(text) ?? 0;
  if (typeof known === 'string') return known;
  if (known < OFTEN || named === MAX_PREPARED) {
    if (asked.size > 10 * MAX_PREPARED)
      for (const [each, times] of asked) if (typeof times === 'number') asked.delete(each);
    asked.set(text, known + 1);
    return undefined;
  }
  const name = `shop_${(named += 1)}`;
  asked.set(text, name);
  return name;
}

/** The best plan depends on the pattern, so these statements are not prepared. */
const HAS_PATTERN = /\bi?like\b|[~%]|@@/;

export class PreparingClient extends ShopClient {
  override query(...[statement, values, ...rest]: unknown[]): never {
    // Text without values may contain several statements, which PostgreSQL cannot prepare.
    const isNameable =
      typeof statement === 'object' &&
      statement !== null &&
      'text' in statement &&
      Array.isArray(values) &&
      values.length > 0;
    if (!isNameable) return super.query(statement, values, ...rest);
    const { text } = statement as { text: string };
    const name = HAS_PATTERN.test(text) ? undefined : nameOf(text);
    return super.query(name ? { ...statement, name } : statement, values, ...rest);
  }
}
