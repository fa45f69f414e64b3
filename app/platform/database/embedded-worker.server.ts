// The thread of the embedded PostgreSQL. Node starts this file outside the bundle, so it imports no other file of the
// shop.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

export type EmbeddedStart = { directory?: string; dump?: Uint8Array };

export type EmbeddedQuestion =
  | { id: number; bytes: Uint8Array }
  | { id: number; dump: true }
  | { id: number; stop: true };
export type EmbeddedAnswer = { started: true } | { id: number; bytes: Uint8Array } | { broken: string };

type Stream = { nfd?: number; node: unknown };
type EmscriptenModule = {
  NODEFS: {
    stream_ops: { fsync?: (stream: Stream) => number };
    realPath(node: unknown): string;
    tryFSOperation<T>(operation: () => T): T;
  };
};

// After the clock is set back by weeks, Node would fire timers beyond 32 bits immediately, in a loop.
const MAX_DELAY_MILLIS = 2 ** 31 - 1;
const setAnyTimeout = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (work: (...values: unknown[]) => void, millis?: number, ...values: unknown[]) =>
    setAnyTimeout(work, Math.min(millis ?? 0, MAX_DELAY_MILLIS), ...values),
  setAnyTimeout,
) as typeof setTimeout;

let syncs = 0;

// PGlite never calls fsync, so this file system does.
class SyncedNodeFS extends NodeFS {
  override async init(...[lite, options]: Parameters<NodeFS['init']>) {
    const prepared = await super.init(lite, options);
    prepared.emscriptenOpts.preRun = [
      ...(prepared.emscriptenOpts.preRun ?? []),
      (module: unknown) => {
        const { NODEFS } = module as EmscriptenModule;
        NODEFS.stream_ops.fsync = (stream) =>
          NODEFS.tryFSOperation(() => {
            const own = stream.nfd === undefined;
            const descriptor = stream.nfd ?? openSync(NODEFS.realPath(stream.node), 'r');
            try {
              fsyncSync(descriptor);
            } finally {
              if (own) closeSync(descriptor);
            }
            syncs += 1;
            return 0;
          });
      },
    ];
    // After a panic the database's memory cannot be trusted, but PGlite would continue.
    Object.assign(prepared.emscriptenOpts, {
      onAbort() {
        parentPort!.postMessage({
          broken: `the embedded database gave up: ${lastFatal}`,
        } satisfies EmbeddedAnswer);
        process.exit(1);
      },
    });
    return prepared;
  }
}

// Other log lines contain statements with personal data.
let lastFatal = 'it gave no reason';
const noteFatal = (line: string) => {
  if (/PANIC|FATAL/.test(line)) lastFatal = line;
  return true;
};

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'synchronous_commit=on',
    'full_page_writes=on',
    'shared_buffers=32MB',
    'min_wal_size=32MB',
    'max_wal_size=128MB',
  ].flatMap((setting) => ['-c', setting]),
];

const { directory, dump } = workerData as EmbeddedStart;
const lite = new PGlite({
  extensions: { pg_trgm },
  ...(directory ? { fs: new SyncedNodeFS(directory), startParams } : {}),
  ...(dump ? { loadDataDir: new Blob([dump as Uint8Array<ArrayBuffer>]) } : {}),
  onStderr: noteFatal,
});
await lite.waitReady.catch((error: Error) => {
  throw new Error(`${error.message}: ${lastFatal}`, { cause: error });
});
if (directory) await proveThatCommitsAreSynced();
parentPort!.postMessage({ started: true } satisfies EmbeddedAnswer);

async function proveThatCommitsAreSynced() {
  const before = syncs;
  await lite.query(`select pg_logical_emit_message(true, 'start', 'a commit that must reach the disk')`);
  if (syncs === before)
    throw new Error(
      'the embedded database did not sync a commit to the disk; it would lose orders in a power cut, so it does not start',
    );
}

async function speak(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  // execProtocolRaw would buffer every message in memory.
  await lite.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) });
  if (parts.length === 1) return parts[0]!;
  return Buffer.concat(parts);
}

function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(5 + body.length);
  message.write('Q');
  message.writeInt32BE(4 + body.length, 1);
  body.copy(message, 5);
  return message;
}

/** All connections share one session, so a new connection must not continue the previous transaction. */
async function forgetSession() {
  await speak(simpleQuery('rollback'));
  await speak(simpleQuery('discard all'));
}

async function answer(question: EmbeddedQuestion): Promise<Uint8Array> {
  if ('stop' in question) {
    await forgetSession();
    await speak(simpleQuery('checkpoint'));
    await lite.close();
    return new Uint8Array();
  }
  if ('dump' in question) return new Uint8Array(await (await lite.dumpDataDir('none')).arrayBuffer());
  const startsSession = question.bytes[0] === 0;
  if (startsSession) await forgetSession();
  return speak(question.bytes);
}

parentPort!.on('message', (question: EmbeddedQuestion) => {
  answer(question).then(
    (bytes) => {
      const whole = bytes.byteLength === bytes.buffer.byteLength;
      parentPort!.postMessage(
        { id: question.id, bytes } satisfies EmbeddedAnswer,
        whole ? [bytes.buffer as ArrayBuffer] : [],
      );
      if ('stop' in question) parentPort!.close();
    },
    (error: unknown) => {
      parentPort!.postMessage({ broken: String(error) } satisfies EmbeddedAnswer);
      process.exit(1);
    },
  );
});
