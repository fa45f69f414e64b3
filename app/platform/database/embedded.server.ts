import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { findOrMakeCluster, lockDirectory } from './embedded-directory.server.ts';
import type { EmbeddedAnswer, EmbeddedQuestion, EmbeddedStart } from './embedded-worker.server.ts';
import type { Log } from './log.server.ts';

/** The error of running queries when the embedded database hangs or crashes. The next query reopens it. */
export class EmbeddedDatabaseEnded extends Error {
  override name = 'EmbeddedDatabaseEnded';
}

export type Embedded = {
  connect(): EmbeddedStream;
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

const stopDeadlineMillis = 5_000;
// The first answer waits for database recovery, which may be slow.
const startDeadlineMillis = 120_000;

type Thread = { ask(question: QuestionBody, deadlineMillis: number): Promise<Uint8Array>; ended: Promise<void> };
type QuestionBody = EmbeddedQuestion extends infer Question
  ? Question extends EmbeddedQuestion
    ? Omit<Question, 'id'>
    : never
  : never;

/**
 * Starts the embedded database in its own thread. A query that exceeds `deadlineMillis` ends the thread, and the next
 * connection restarts it.
 */
export async function startEmbedded(settings: {
  dataDirectory?: string;
  dump?: Uint8Array;
  fillCluster?: (directory: string) => Promise<boolean>;
  deadlineMillis: number;
  log: Log;
}): Promise<Embedded> {
  const { dataDirectory, dump, fillCluster, deadlineMillis, log } = settings;
  const unlock = dataDirectory ? await lockDirectory(dataDirectory) : async () => {};
  let thread: Promise<Thread> | undefined;
  let closed = false;
  try {
    const start: EmbeddedStart = dataDirectory
      ? {
          directory: await findOrMakeCluster(
            dataDirectory,
            async (directory) => {
              if (!(await fillCluster?.(directory))) await makeCluster(directory);
            },
            log,
          ),
        }
      : { dump };
    const running = () => {
      if (closed) throw new EmbeddedDatabaseEnded('the embedded database is closed');
      if (!thread) {
        const starting = startThread(start, log);
        thread = starting;
        const forget = () => {
          if (thread === starting) thread = undefined;
        };
        starting.then((started) => started.ended).then(forget, forget);
      }
      return thread;
    };
    await running();
    return {
      connect: () => new EmbeddedStream(running, deadlineMillis),
      dump: async () => (await running()).ask({ dump: true }, startDeadlineMillis),
      async close() {
        if (closed) return;
        closed = true;
        const last = await thread?.catch(() => undefined);
        // The thread's failure was already logged, and committed data is on disk.
        await last
          ?.ask({ stop: true }, stopDeadlineMillis)
          .catch((error: Error) => log.warn({ err: error }, 'the embedded database did not stop cleanly'));
        await last?.ended;
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function makeCluster(directory: string) {
  const thread = await startThread({ directory }, silent);
  await thread.ask({ stop: true }, startDeadlineMillis);
  await thread.ended;
}

const silent: Log = { info() {}, warn() {}, error() {} };

async function startThread(start: EmbeddedStart, log: Log): Promise<Thread> {
  const worker = new Worker(workerPath(), { workerData: start, execArgv: [], name: 'database' });
  const waiting = new Map<number, { answer(bytes: Uint8Array): void; fail(error: Error): void }>();
  const { promise: started, resolve: onStarted, reject: onFailed } = Promise.withResolvers<void>();
  let reason: Error | undefined;
  let lastId = 0;
  let hasStarted = false;

  const endBecause = (error: Error) => {
    reason ??= error;
    void worker.terminate();
  };
  worker.on('message', (answer: EmbeddedAnswer) => {
    if ('started' in answer) {
      hasStarted = true;
      onStarted();
    } else if ('broken' in answer) endBecause(new EmbeddedDatabaseEnded(answer.broken));
    else waiting.get(answer.id)?.answer(answer.bytes);
  });
  worker.on('error', (error) => {
    reason ??= new EmbeddedDatabaseEnded(`the embedded database ended: ${error.message}`, { cause: error });
  });
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>();
  worker.once('exit', () => {
    const error = reason ?? new EmbeddedDatabaseEnded('the embedded database ended');
    if (reason && hasStarted)
      log.error({ err: error }, 'the embedded database was ended; it reopens with the next query');
    onFailed(error);
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
    onEnded();
  });

  const failLate = setTimeout(
    () =>
      endBecause(
        new EmbeddedDatabaseEnded(`the embedded database did not start within ${startDeadlineMillis / 1000} seconds`),
      ),
    startDeadlineMillis,
  );
  try {
    await started;
  } finally {
    clearTimeout(failLate);
  }

  return {
    ended,
    ask(question, deadlineMillis) {
      const id = (lastId += 1);
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      const expire = () => {
        if (waiting.has(id))
          endBecause(
            new EmbeddedDatabaseEnded(`the embedded database gave no answer within ${deadlineMillis / 1000} seconds`),
          );
      };
      // Waits two turns, because an answer may have arrived while this thread was blocked.
      const timer = setTimeout(() => setImmediate(() => setImmediate(expire)), deadlineMillis);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          waiting.delete(id);
          how(value);
        };
      waiting.set(id, { answer: settle(resolve), fail: settle(reject) });
      if (reason) waiting.get(id)!.fail(reason);
      else worker.postMessage({ ...question, id });
      return promise;
    },
  };
}

function workerPath() {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    if (directory === dirname(directory)) throw new Error(`no package.json above ${import.meta.dirname}`);
    directory = dirname(directory);
  }
  return join(directory, 'app/platform/database/embedded-worker.server.ts');
}

/** Connects a `pg` client to the embedded database's thread instead of a socket. */
export class EmbeddedStream extends Duplex {
  deadlineMillis: number;
  #running: () => Promise<Thread>;
  #thread?: Thread;

  constructor(running: () => Promise<Thread>, deadlineMillis: number) {
    super();
    this.#running = running;
    this.deadlineMillis = deadlineMillis;
  }

  connect(): this {
    this.#attach().catch((error: Error) => this.destroy(error));
    return this;
  }

  async #attach() {
    const thread = await this.#running();
    this.#thread = thread;
    void thread.ended.then(() => this.destroy());
    this.emit('connect');
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#thread!.ask({ bytes: new Uint8Array(chunk) }, this.deadlineMillis).then((bytes) => {
      if (bytes.length > 0) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      done();
    }, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void) {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: () => void) {
    this.push(null);
    done();
  }

  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}
